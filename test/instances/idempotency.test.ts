import pg from 'pg'
import { givenDatabase } from '../support/database/database.ts'
import { givenGateway } from '../support/gateway.ts'
import { until } from '../support/until.ts'

it('a retry at another instance is refused while the first request runs, and then gets its response', async () => {
  await using database = await givenDatabase()
  const again = await database.openAgain()
  await using here = await givenGateway({ database })
  await using there = await givenGateway({ database: { ...database, ...again } })
  const blocker = new pg.Client({ connectionString: database.databaseUrl ?? '' })
  await blocker.connect()
  const fail = (url: string) =>
    fetch(`${url}/ingest/v1/customers/ej-1/sign-in-failures`, {
      method: 'POST',
      headers: { authorization: `Bearer ${here.ingestToken}`, 'idempotency-key': 'a-key' },
    })
  await blocker.query('BEGIN')
  await blocker.query(`SELECT 1 FROM "Customer" WHERE "id" = 'ej-1' FOR UPDATE`)

  const first = fail(here.url)
  await until('the first request waits', async () => {
    const { rows } = await blocker.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return rows.length > 0 || null
  })
  const early = await fail(there.url)
  await blocker.query('COMMIT')
  await blocker.end()
  const answered = await first
  const late = await fail(there.url)

  expect(early.status).toBe(409)
  expect(early.headers.get('retry-after')).toBe('1')
  expect(await early.json()).toMatchObject({ code: 'CONFLICT', detail: expect.stringContaining('still runs') })
  expect([answered.status, late.status]).toEqual([200, 200])
  expect(await late.text()).toBe(await answered.text())
  expect(await here.db.customer.findUnique({ where: { id: 'ej-1' } })).toMatchObject({ failures: 1 })
})
