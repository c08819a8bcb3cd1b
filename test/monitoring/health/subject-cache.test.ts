import fc from 'fast-check'
import { shardOf, type Shards } from '../../../src/database/coordination/shards.ts'
import { createSubjectCache } from '../../../src/monitoring/health/subject-cache.ts'
import { listSubjects } from '../../../src/monitoring/health/subject-queries.ts'
import { putSubject } from '../../../src/trade/records/watched-rows.ts'
import { givenDatabase } from '../../support/database/database.ts'
import { casesOf } from '../../support/extent.ts'
import { until } from '../../support/until.ts'

/** Something that happens to one of the subjects between two reads. */
const events = ['ADDED', 'CHANGED', 'RETIRED', 'RESTORED', 'DELETED'] as const

const shardsArbitrary = fc.constantFrom<Shards>(new Set([0, 1, 2]), new Set([1, 3]))

it('every read of the cache has the rows that a complete read has, with the rule states of its shards', async () => {
  await using database = await givenDatabase()
  const { db } = database
  let added = 0

  const happen = async (event: (typeof events)[number], chosen: number) => {
    if (event === 'ADDED')
      return db.$transaction((tx) =>
        putSubject(tx, { kind: 'LIBRERIAS', key: `L-${(added += 1)}`, name: 'Library' }, new Date()),
      )
    const ids = await db.subject.findMany({ select: { id: true }, orderBy: { id: 'asc' } })
    const where = { id: ids[chosen % Math.max(1, ids.length)]?.id ?? 0 }
    if (event === 'DELETED') return db.subject.deleteMany({ where })
    if (event === 'CHANGED')
      return db.subject.updateMany({ where, data: { memory: { since: chosen }, version: { increment: 1 } } })
    return db.subject.updateMany({ where, data: { retiredAt: event === 'RETIRED' ? new Date() : null } })
  }

  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          happened: fc.array(fc.tuple(fc.constantFrom(...events), fc.nat(50)), { maxLength: 6 }),
          shards: shardsArbitrary,
        }),
        { minLength: 1, maxLength: 8 },
      ),
      async (reads) => {
        const cache = createSubjectCache(db)
        for (const { happened, shards } of reads) {
          for (const [event, chosen] of happened) await happen(event, chosen)
          const complete = await listSubjects(db)
          expect(await cache.read(shards)).toEqual(
            complete.map((one) => ({ ...one, memory: shards.has(shardOf(one.id)) ? one.memory : null })),
          )
        }
      },
    ),
    { numRuns: casesOf(20, 200) },
  )
})

it('a subject that was not written since the previous read is not read again', async () => {
  await using database = await givenDatabase()
  const { db } = database
  await db.$transaction(async (tx) => {
    for (const key of ['L-1', 'L-2']) await putSubject(tx, { kind: 'LIBRERIAS', key, name: key }, new Date())
  })
  const cache = createSubjectCache(db)
  // A transaction of another database that has run since before counts as well: its rows could still be committed.
  const before = await until('the transactions that ran while the subjects were written have ended', async () => {
    const [first] = await cache.read()
    const read = await cache.read()
    return read[0] === first ? read : null
  })
  await db.subject.updateMany({ where: { key: 'L-2' }, data: { critical: true } })

  const after = await cache.read()

  expect(after[0]).toBe(before[0])
  expect(after[1]).toEqual({ ...before[1], critical: true })
})

it('after clear, all subjects are read again', async () => {
  await using database = await givenDatabase()
  await database.db.$transaction((tx) => putSubject(tx, { kind: 'LIBRERIAS', key: 'L-1', name: 'L-1' }, new Date()))
  const cache = createSubjectCache(database.db)
  const before = await cache.read()
  cache.clear()

  const after = await cache.read()

  expect(after).toEqual(before)
  expect(after[0]).not.toBe(before[0])
})
