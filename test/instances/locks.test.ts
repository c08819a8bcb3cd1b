import pg from 'pg'
import { createDestination } from '../../src/alerting/destinations/manage-destinations.ts'
import { createSecrets } from '../../src/alerting/secrets.ts'
import { commit } from '../../src/audit/commit.ts'
import { putCustomers } from '../../src/trade/records/batch/put-customers.ts'
import { givenOperator, somebody } from '../support/auth/operators.ts'
import { givenDatabase, type GivenDatabase } from '../support/database/database.ts'
import { testConfig } from '../support/gateway.ts'
import { until } from '../support/until.ts'

let database: GivenDatabase
beforeAll(async () => {
  database = await givenDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

test('a commit waits for the subjects that it marks before it locks the revisions', async () => {
  const { db } = database
  const data = ['a', 'b'].map((key) => ({ kind: 'LIBRERIAS' as const, key, name: key }))
  const subjects = await db.subject.createManyAndReturn({ data })
  const ids = subjects.map(({ id }) => id)
  const evaluation = new pg.Client({ connectionString: database.databaseUrl ?? '' })
  await evaluation.connect()
  await evaluation.query('BEGIN')
  await evaluation.query('SELECT 1 FROM "Subject" WHERE "id" = $1 FOR NO KEY UPDATE', ids.slice(0, 1))

  const change = commit(db, () => ({ views: ['inventory', 'panel'], changed: ids.toReversed() }))
  await until('the commit waits', async () => {
    const { rows } = await evaluation.query(
      `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    )
    return rows.length > 0
  })
  await evaluation.query('UPDATE "Subject" SET "name" = \'c\' WHERE "id" = $1', ids.slice(0, 1))
  await evaluation.query('SELECT 1 FROM "Revision" FOR UPDATE NOWAIT')
  await evaluation.query('COMMIT')
  await evaluation.end()
  await change

  const marked = await db.subject.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } })
  const { value } = await db.revision.findUniqueOrThrow({ where: { view: 'inventory' } })
  expect(marked.map(({ name, changed }) => ({ name, changed }))).toEqual([
    { name: 'c', changed: value },
    { name: 'b', changed: value },
  ])
})

test('new customers are stored by the first of several batches at once, and changed by the others', async () => {
  const at = new Date()
  const unlocked = { email: 'a@example.org', libraryCode: null, lockReason: null, updatedAt: at }
  const ids = Array.from({ length: 50 }, (_, number) => `customer-${number}`)
  const put = (order: readonly string[], round: number) =>
    commit(database.db, (tx) =>
      putCustomers(
        tx,
        order.map((id) => ({ ...unlocked, id, name: `round ${round}` })),
        { at },
      ),
    )

  const outcomes = await Promise.all([ids, ids.toReversed(), ids, ids.toReversed()].map(put))

  const created = outcomes.flat().filter((outcome) => outcome.outcome === 'created')
  expect(created).toHaveLength(ids.length)
  expect(await database.db.customer.count()).toBe(ids.length)
})

test('of destinations that are created at once, none is one too many', async () => {
  const { db } = database
  const by = { ...somebody, operator: await givenOperator(db, 'admin') }
  const secrets = createSecrets(Buffer.alloc(32))
  const create = (number: number) =>
    createDestination(
      db,
      { name: `destination ${number}`, target: { email: { to: ['a@example.org'] } } },
      { by, at: new Date(), config: testConfig, secrets },
    )
  for (let number = 0; number < 98; number += 1) await create(number)

  const results = await Promise.allSettled([100, 101, 102, 103, 104].map(create))

  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await db.destination.count()).toBe(100)
})
