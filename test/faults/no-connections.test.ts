// cspell:words usename
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { clientOf, commonSettings, type Client } from '../support/process/instances.ts'
import { ask, askEverything, isPutOff } from '../support/process/outage.ts'
import { startVigia } from '../support/process/process.ts'
import { until } from '../support/until.ts'

const name = `vigia_test_${randomUUID().replaceAll('-', '')}`
const role = `${name}_role`
const server = new pg.Client({ connectionString: process.env['TEST_DATABASE_URL'] })

let vigia: ReturnType<typeof startVigia>
let client: Client
let heartbeat: string
beforeAll(async () => {
  await server.connect()
  await server.query(`CREATE ROLE ${role} LOGIN PASSWORD '${role}'`)
  await server.query(`CREATE DATABASE ${name}`)
  await server.query(`REVOKE CONNECT ON DATABASE ${name} FROM PUBLIC`)
  await server.query(`ALTER DATABASE ${name} OWNER TO ${role}`)
  vigia = startVigia({ ...commonSettings, DATABASE_URL: urlOfRole() })
  client = await clientOf(await vigia.ready())
  const { createHeartbeat } = await client.ask(
    'mutation { createHeartbeat(input: { name: "Copia", intervalSeconds: 60, graceSeconds: 60 }) { secret } }',
  )
  heartbeat = `/ingest/v1/heartbeats/${createHeartbeat.secret}`
})
afterAll(async () => {
  await vigia[Symbol.asyncDispose]()
  await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await server.query(`DROP ROLE ${role}`)
  await server.end()
})

function urlOfRole() {
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '')
  Object.assign(url, { pathname: `/${name}`, username: role, password: role })
  return url.href
}

const endSessions = () =>
  server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [role])

const askAll = async () => [...(await askEverything(client)), await ask(client, heartbeat)]

it.each([
  [
    'takes no connections',
    `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`,
    `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`,
  ],
  [
    'has another name, as during a restore',
    `ALTER DATABASE ${name} RENAME TO ${name}_old`,
    `ALTER DATABASE ${name}_old RENAME TO ${name}`,
  ],
  [
    'has room for no connection of its role',
    `ALTER ROLE ${role} CONNECTION LIMIT 0`,
    `ALTER ROLE ${role} CONNECTION LIMIT -1`,
  ],
  ['lets its role not sign in', `ALTER ROLE ${role} NOLOGIN`, `ALTER ROLE ${role} LOGIN`],
  [
    'takes its role’s right to connect',
    `REVOKE CONNECT ON DATABASE ${name} FROM ${role}`,
    `GRANT CONNECT ON DATABASE ${name} TO ${role}`,
  ],
])(
  'while the database %s, everything that needs it is answered with 503, and works again afterwards',
  async (_, close, open) => {
    await endSessions()
    await server.query(close).catch(async () => {
      await endSessions()
      await server.query(close)
    })
    await endSessions()

    const answers = [...(await askAll()), ...(await askAll())]
    const live = await ask(client, '/livez')
    const ready = await ask(client, '/readyz')
    await server.query(open)
    await until('everything is answered', async () => (await askAll()).every(({ status }) => status < 300))
    await until('it is ready', async () => (await ask(client, '/readyz')).status === 200)

    expect(answers.filter((answer) => !isPutOff(answer)).map(({ what, status }) => `${what} ${status}`)).toEqual([])
    expect([live.status, ready.status]).toEqual([200, 503])
  },
)

it('while the database only reads, writes are answered with 503, reads as before, and writes work again afterwards', async () => {
  await server.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`)
  await endSessions()

  await until('it reads', async () => (await askAll())[0]?.status === 200)
  const [read, , write, signIn, beat] = await askAll()
  await server.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`)
  await endSessions()
  await until('everything is answered', async () => (await askAll()).every(({ status }) => status < 300))

  expect(read).toMatchObject({ status: 200 })
  expect([write, signIn, beat].map((answer) => answer && isPutOff(answer))).toEqual([true, true, true])
})
