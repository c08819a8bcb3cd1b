import { createSubjectCache } from '../../src/monitoring/health/subject-cache.ts'
import { putSubject } from '../../src/trade/records/watched-rows.ts'
import { givenDatabase } from '../support/database/database.ts'

it('a change that began before a read and is committed after later ones is found by the next read', async () => {
  await using database = await givenDatabase()
  const { db } = database
  await db.$transaction(async (tx) => {
    for (const key of ['L-1', 'L-2']) await putSubject(tx, { kind: 'LIBRERIAS', key, name: key }, new Date())
  })
  const other = await database.openAgain()
  const cache = createSubjectCache(other.db)
  const isCritical = async () => (await cache.read()).map(({ critical }) => critical)
  const reads = [await isCritical()]

  await db.$transaction(async (tx) => {
    await tx.subject.updateMany({ where: { key: 'L-1' }, data: { critical: true } })
    reads.push(await isCritical())
    await other.db.subject.updateMany({ where: { key: 'L-2' }, data: { critical: true } })
    reads.push(await isCritical())
  })
  reads.push(await isCritical())

  expect(reads).toEqual([
    [false, false],
    [false, false],
    [false, true],
    [true, true],
  ])
  await other.close()
})
