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

it('the schema of the tables is found wherever the role looks first', async () => {
  await using database = await givenEmptyDatabase()
  const start = (query: string) => startVigia({ ...commonSettings, DATABASE_URL: database.url + query })
  const warnings = async (query: string) => {
    await using vigia = start(query)
    await vigia.ready()
    return vigia.said.stdout
      .split('\n')
      .filter((line) => line.includes('names a schema'))
      .map((line) => (JSON.parse(line) as { schema: string }).schema)
  }
  const [{ role } = { role: '' }] = (await database.query('SELECT current_user AS role')) as { role: string }[]
  expect(await warnings('')).toEqual([])
  await database.query(`CREATE SCHEMA "${role}"`)

  expect(await warnings(`?schema=${role}`)).toEqual(['public'])
  expect(await warnings('?schema=vigia')).toEqual(['public'])
  expect(await warnings('?schema=public')).toEqual([])

  await using unreachable = start('?options=-csearch_path%3Dnowhere&schema=vigia')
  expect(await unreachable.ended()).toMatchObject({ code: 1, stderr: expect.stringContaining('tables are in public') })
})

it('a schema in DATABASE_URL other than that of the tables is refused while there are none, then ignored with a warning', async () => {
  await using database = await givenEmptyDatabase()
  const start = (schema: string) => startVigia({ ...commonSettings, DATABASE_URL: `${database.url}?schema=${schema}` })

  await using refused = start('vigia')
  expect(await refused.ended()).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^Vigía cannot start\. DATABASE_URL asks for the schema vigia, [^\n]* public[^\n]*\.\n$/,
    ),
  })
  expect(
    await database.query(`SELECT FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`),
  ).toEqual([])

  for (const [schema, warnings] of [
    ['public', 0],
    ['', 0],
    ['vigia', 1],
    ['vigia', 1],
  ] as const) {
    await using vigia = start(schema)
    await vigia.ready()
    const lines = vigia.said.stdout.split('\n').filter((line) => line.includes('names a schema'))
    expect(lines).toHaveLength(warnings)
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ level: 40, asked: 'vigia', schema: 'public' })
  }
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
