import { inTransaction, type Database } from '../../src/database/database.ts'
import { openDatabase } from '../../src/database/open.ts'
import { givenDatabase } from '../support/database/database.ts'
import { givenProxy } from '../support/process/proxy.ts'
import { until } from '../support/until.ts'

it('nothing is lost to transactions that were abandoned while the database was stopped', async () => {
  await using database = await givenDatabase()
  await using proxy = await givenProxy(database.databaseUrl ?? '')
  const { db, close } = await openDatabase({ databaseUrl: proxy.url, dataDir: '' }, 0)
  const { length: first } = await database.db.area.findMany()
  let begun = 0
  let stopped = false
  const transactions = Array.from({ length: 10 }, (_, index) =>
    inTransaction(db, async (tx) => {
      await tx.$executeRaw`SELECT 1`
      begun += 1
      await until('the database is stopped', () => stopped)
      await write(tx, 1_000 + index)
    }),
  )
  await until('all of them have begun', () => begun === 10)

  proxy.treat('stalled')
  stopped = true
  const ended = await Promise.allSettled(transactions)
  proxy.treat('well')
  const acknowledged = Array.from({ length: 20 }, (_, index) => first + index)
  for (const position of acknowledged) await until('it is written', () => write(db, position).catch(() => 0))

  const kept = (await database.db.area.findMany()).map(({ position }) => position)
  expect(ended.map(({ status }) => status)).toEqual(Array(10).fill('rejected'))
  expect(acknowledged.filter((position) => !kept.includes(position))).toEqual([])
  await close()
})

/** One statement, which is a transaction of its own where there is no other. */
const write = (db: Database, position: number) => db.$executeRaw`
  INSERT INTO "Area" ("id", "name", "position") VALUES (${`a-${position}`}, ${`Area ${position}`}, ${position})`
