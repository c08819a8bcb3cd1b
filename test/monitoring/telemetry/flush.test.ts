import fc from 'fast-check'
import type { Database } from '../../../src/database/database.ts'
import { latencyStats } from '../../../src/monitoring/telemetry/latency-stats.ts'
import { createFlush } from '../../../src/monitoring/telemetry/flush.ts'
import { createTelemetry } from '../../../src/monitoring/telemetry/telemetry.ts'
import { casesOf } from '../../support/extent.ts'
import { givenDatabase, type GivenDatabase } from '../../support/database/database.ts'

const now = Date.UTC(2026, 0, 15, 12)
const minutes = (count: number) => count * 60_000

let database: GivenDatabase
beforeAll(async () => {
  database = await givenDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

let subjects = 0
const givenSubjects = async (count: number): Promise<number[]> => {
  const data = Array.from(
    { length: count },
    () => ({ kind: 'LIBRERIAS', key: `L-${(subjects += 1)}`, name: 'L' }) as const,
  )
  return (await database.db.subject.createManyAndReturn({ data, select: { id: true } })).map(({ id }) => id)
}

/** The telemetry of one instance, with its flushes. */
function givenInstance(db: Database = database.db) {
  const telemetry = createTelemetry()
  return {
    ...createFlush(db, telemetry),
    measure: (subject: number, at: number) => {
      telemetry.record(subject, { at, ok: true, durationMs: 20 }, 1_000)
    },
    countOf: (subject: number) => telemetry.countSince(subject, 0),
    figuresOf: (subject: number) => latencyStats(telemetry.windowOf(subject), now),
  }
}

it('an instance reads all flushes written while it stood still, however long that was', async () => {
  const [subject = 0] = await givenSubjects(1)
  const [writer, reader] = [givenInstance(), givenInstance()]
  await reader.read(now - minutes(30))
  for (let at = now - minutes(30); at < now; at += 10_000) {
    writer.measure(subject, at)
    await writer.write()
  }

  await reader.read(now)

  expect(reader.countOf(subject)).toBe(180)
})

it('an instance reads the flushes of others, whatever their clocks say', async () => {
  const [subject = 0] = await givenSubjects(1)
  const [behind, ahead, reader] = [givenInstance(), givenInstance(), givenInstance()]
  behind.measure(subject, now - minutes(5))
  ahead.measure(subject, now + minutes(1))
  await behind.write()
  await ahead.write()

  await reader.read(now)

  expect(reader.countOf(subject)).toBe(2)
})

it('a flush that is written again because the response of the database was lost counts once', async () => {
  const [subject = 0] = await givenSubjects(1)
  let isLost = true
  const losing = database.db.$extends({
    query: {
      $executeRaw: async ({ args, query }) => {
        const written = await query(args)
        if (isLost) throw new Error('The answer of the database is lost.')
        return written
      },
    },
  })
  const [writer, reader] = [givenInstance(losing as unknown as Database), givenInstance()]
  writer.measure(subject, now - 10_000)

  await expect(writer.write()).rejects.toThrow('lost')
  isLost = false
  await writer.write()
  await reader.read(now)

  expect(reader.countOf(subject)).toBe(1)
})

it('all instances end with the same samples, whatever writes and reads fail on the way', async () => {
  const [subject = 0] = await givenSubjects(1)
  const instance = fc.nat({ max: 2 })
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ does: fc.constant('measures'), instance }) },
    { weight: 4, arbitrary: fc.record({ does: fc.constantFrom('writes', 'reads'), instance }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('fails to write', 'fails to read'), instance }) },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      let failsAfter = Infinity
      const failing = database.db.$extends({
        query: {
          $allOperations: ({ args, query }) => {
            if (failsAfter-- <= 0) throw new Error('The database is away.')
            return query(args)
          },
        },
      }) as unknown as Database
      const known = givenInstance()
      await known.read(now)
      const earlier = known.countOf(subject)
      const instances = [givenInstance(failing), givenInstance(failing), givenInstance(failing)]
      let measured = 0
      for (const { does, instance } of steps) {
        const chosen = instances[instance] ?? known
        failsAfter = does.startsWith('fails') ? measured % 2 : Infinity
        if (does === 'measures') chosen.measure(subject, now - minutes(1) - (measured++ % 7) * 10_000)
        else if (does.endsWith('write') || does === 'writes') await chosen.write().catch(() => undefined)
        else await chosen.read(now).catch(() => undefined)
      }
      failsAfter = Infinity
      for (const instance of instances) await instance.write()
      for (const instance of instances) await instance.read(now)

      expect(instances.map(({ countOf }) => countOf(subject))).toEqual(instances.map(() => earlier + measured))
      const [first, ...others] = instances.map(({ figuresOf }) => figuresOf(subject))
      for (const other of others) expect(other).toEqual(first)
    }),
    { numRuns: casesOf(5, 25) },
  )
})

it('a flush is never read in part, however many rows it has', async () => {
  const all = await givenManySubjects(20_001)
  const reader = givenInstance()
  let readBetween = 0
  const interleaved = database.db.$extends({
    query: {
      $executeRaw: async ({ args, query }) => {
        const written = await query(args)
        await reader.read(now)
        readBetween++
        return written
      },
    },
  })
  const writer = givenInstance(interleaved as unknown as Database)
  for (const subject of all) writer.measure(subject, now - 10_000)

  await writer.write()
  await reader.read(now)

  expect(readBetween).toBe(2)
  expect(all.filter((subject) => reader.countOf(subject) !== 1)).toEqual([])
})

async function givenManySubjects(count: number): Promise<number[]> {
  const made = await database.db.$queryRaw<{ id: number }[]>`
    INSERT INTO "Subject" ("kind", "key", "name") SELECT 'LIBRERIAS', 'many ' || n, 'L' FROM generate_series(1, ${count}) n
    RETURNING "id"`
  return made.map(({ id }) => id)
}
