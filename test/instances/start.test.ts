import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { commonSettings } from '../support/process/instances.ts'
import { startVigia } from '../support/process/process.ts'

it('two instances that start at the same moment migrate an empty database once', async () => {
  await using database = await givenEmptyDatabase()
  const settings = { ...commonSettings, DATABASE_URL: database.url }
  await using first = startVigia(settings)
  await using second = startVigia(settings)

  const urls = await Promise.all([first.ready(), second.ready()])

  const ready = await Promise.all(urls.map(async (url) => (await fetch(`${url}/readyz`)).status))
  expect(ready).toEqual([200, 200])
  expect([first, second].filter(({ said }) => said.stdout.includes('migrations applied'))).toHaveLength(1)
  expect(await database.query('SELECT count(*)::int AS n FROM "Operator"')).toEqual([{ n: 1 }])
  expect(
    await database.query(`
      SELECT migration_name FROM "_prisma_migrations"
      GROUP BY 1 HAVING count(*) > 1 OR bool_or(finished_at IS NULL) OR bool_or(rolled_back_at IS NOT NULL)`),
  ).toEqual([])
})

/** A database without so much as a table, gone afterwards. */
async function givenEmptyDatabase() {
  const server = process.env['TEST_DATABASE_URL'] ?? ''
  const name = `vigia_test_${randomUUID().replaceAll('-', '')}`
  const url = new URL(server)
  url.pathname = `/${name}`
  await ask(server, `CREATE DATABASE ${name} TEMPLATE template0`)
  return {
    url: url.href,
    query: (text: string) => ask(url.href, text),
    [Symbol.asyncDispose]: async () => {
      await ask(server, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

async function ask(connectionString: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}
