import { createExampleLog } from '../../../src/monitoring/examples/example-log.ts'
import {
  clearOldExamples,
  listExamplesOfIncidents,
  listExamplesOfSubjects,
} from '../../../src/monitoring/examples/example-queries.ts'
import type { RequestExample } from '../../../src/monitoring/examples/request-example.ts'
import { manualClock } from '../../support/clock.ts'
import { givenDatabase, type GivenDatabase } from '../../support/database/database.ts'
import { givenPipeline } from '../../support/monitoring/pipeline.ts'
import { span } from '../../support/otlp/spans.ts'

const hour = 60 * 60_000
const now = Date.parse('2026-03-01T10:30:00Z')

let database: GivenDatabase
beforeAll(async () => {
  database = await givenDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

let count = 0
const givenSubject = async (): Promise<number> =>
  (await database.db.subject.create({ data: { kind: 'LIBRERIAS', key: `L-${(count += 1)}`, name: 'L' } })).id

const example = (index: number, at = now + index): RequestExample => ({
  traceId: String(index).padStart(32, '0'),
  spanId: '',
  ...{ at, durationMs: 12.5, status: 503, errorType: 'timeout', name: null },
})

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

async function write(subjectId: number, examples: RequestExample[], db = database.db) {
  const log = createExampleLog(db)
  for (const one of examples) log.add(subjectId, one)
  await log.write()
}

const storedOf = async (subjectId: number) =>
  (await listExamplesOfSubjects(database.db, [subjectId])).map(({ at }) => at.getTime() - now)

it('of an hour and a subject the newest 20 stay, in however many writes they come', async () => {
  const [subject, other] = [await givenSubject(), await givenSubject()]

  await write(
    subject,
    range(0, 15).map((index) => example(index)),
  )
  await write(subject, [...range(10, 30).map((index) => example(index)), example(99, now - hour)])
  await write(
    subject,
    range(-5, 5).map((index) => example(index)),
  )
  await write(other, [example(1)])

  expect(await storedOf(subject)).toEqual([...range(10, 30).reverse(), -hour])
  expect(await storedOf(other)).toEqual([1])
})

it('a flood of failed requests is one statement of at most 20 rows a subject and hour', async () => {
  const subject = await givenSubject()
  const log = createExampleLog(database.db)
  for (const index of range(0, 5_000)) log.add(subject, example(index))

  await log.write()

  expect(await storedOf(subject)).toEqual(range(4_980, 5_000).reverse())
})

it('what could not be written is written the next time', async () => {
  const subject = await givenSubject()
  const log = createExampleLog(database.db)
  log.add(subject, example(1))
  await database.db.$executeRaw`ALTER TABLE "RequestExample" ADD CONSTRAINT "full" CHECK (false) NOT VALID`
  await expect(log.write()).rejects.toThrow()
  await database.db.$executeRaw`ALTER TABLE "RequestExample" DROP CONSTRAINT "full"`
  log.add(subject, example(2))

  await log.write()

  expect(await storedOf(subject)).toEqual([2, 1])
})

it('instances that write the same examples at the same time end with each once', async () => {
  const subject = await givenSubject()
  const again = await database.openAgain()
  await write(
    subject,
    range(0, 20).map((index) => example(index)),
  )

  await Promise.all(
    range(0, 10).map((step) =>
      write(
        subject,
        range(step, step + 20).map((index) => example(index)),
        step % 2 ? database.db : again.db,
      ),
    ),
  )
  await write(subject, [example(28)])

  expect(await storedOf(subject)).toEqual(range(9, 29).reverse())
})

it('an incident has the examples from an hour before it, but not those of the incident before it', async () => {
  const subject = await givenSubject()
  await write(
    subject,
    [-70, -50, -20, -5, 5, 15].map((minutes, index) => example(index, now + minutes * 60_000)),
  )
  const givenIncident = (openedAt: number, resolvedAt: number) =>
    database.db.incident.create({
      data: {
        ...{ kind: 'LIBRERIAS', subjectId: subject, status: 'RESOLVED', severity: 'FALLANDO', maxSeverity: 'FALLANDO' },
        ...{ openedAt: new Date(openedAt), resolvedAt: new Date(resolvedAt), evidence: {} },
      },
    })
  const before = await givenIncident(now - 25 * 60_000, now - 10 * 60_000)
  const incident = await givenIncident(now, now + 10 * 60_000)

  const found = await listExamplesOfIncidents(database.db, [incident.id, before.id])

  const minutesOf = (id: string) =>
    found.filter(({ incidentId }) => incidentId === id).map(({ at }) => (at.getTime() - now) / 60_000)
  expect(minutesOf(incident.id)).toEqual([5, -5])
  expect(minutesOf(before.id)).toEqual([-20, -50, -70])
})

it('examples are deleted after 7 days', async () => {
  const subject = await givenSubject()
  await write(subject, [example(1), example(2, now - 24 * hour)])

  await clearOldExamples(database.db, new Date(now + 6 * 24 * hour + 1))

  expect(await storedOf(subject)).toEqual([1])
})

it('failed spans that the pipeline gets are stored at its next tick, and count as no sample', async () => {
  const clock = manualClock()
  const { db } = database
  const subject = await givenSubject()
  const key = `L-${count}`
  const pipeline = await givenPipeline(database, clock)
  const attributes = { 'vigia.subject.kind': 'library', 'vigia.subject.id': key }

  const spans = range(1, 30).map((id) => span({ id, at: clock.now(), attributes }))
  const answer = await pipeline.acceptSpans({ items: spans, rejected: 0, reason: null }, 'source-of-spans')
  await clock.advance(10_000, pipeline.settled)
  await pipeline.stop()

  expect(answer).toEqual({ rejected: 0, message: null })
  expect(await db.requestExample.count({ where: { subjectId: subject } })).toBe(20)
  expect(await db.bucket.count({ where: { subjectId: subject } })).toBe(0)
  expect(await db.service.count({ where: { id: 'source-of-spans', lastOtlpAt: { not: null } } })).toBe(1)
})
