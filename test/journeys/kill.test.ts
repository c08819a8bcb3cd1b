import { randomUUID } from 'node:crypto'
import { openDatabase, type OpenDatabase } from '../../src/database/open.ts'
import { manualClock } from '../support/clock.ts'
import { givenDatabase, type GivenDatabase } from '../support/database/database.ts'
import { givenGateway, testConfig, type GivenGateway, type Json, type Observation } from '../support/gateway.ts'
import { givenDirectory, startVigia } from '../support/process/process.ts'
import { until } from '../support/until.ts'

const server = process.env['TEST_DATABASE_URL']
const deaths = Number(process.env['FAULT_ROUNDS'] ?? 1)
const takenADeath = 3
const ingestToken = testConfig.ingestToken ?? ''
const authorization = `Bearer ${ingestToken}`
/** A route without other requests: it is not probed. */
const path = '/api/admin/integrations/sinli_inbound/replay/'
const observed = `POST ${path}`

describe.each([
  { database: 'the embedded database', given: givenEmbedded },
  ...(server ? [{ database: 'PostgreSQL', given: givenOnServer }] : []),
])('a service killed again and again over $database', ({ given }) => {
  it(
    'loses nothing that it acknowledged, and starts every time',
    async () => {
      await using house = await given()
      const { cookie, incidentIds } = await givenIncidents(house.open)
      const acknowledged = { libraries: [] as string[], incidents: [] as string[], samples: 0 }
      let sent = 0
      let written = 0

      for (let death = 1; death <= deaths; death++) {
        await using vigia = startVigia({ ...house.settings, INGEST_TOKEN: ingestToken })
        const client = clientOf(await vigia.ready(), cookie)
        expect(await client.samplesWritten()).toBeGreaterThanOrEqual(written)
        const before = acknowledged.libraries.length
        const libraries = untilKilled(async () => {
          for (;;) acknowledged.libraries.push(await client.putLibrary())
        })
        const incidents = untilKilled(async () => {
          for (const id of incidentIds.splice(0, takenADeath)) acknowledged.incidents.push(await client.acknowledge(id))
        })
        const samples = untilKilled(async () => {
          for (;;) {
            sent += 10
            acknowledged.samples += await client.observe(10)
          }
        })
        await until(
          'it has acknowledged some of everything',
          () => acknowledged.libraries.length >= before + 10 && acknowledged.incidents.length >= takenADeath * death,
        )
        if (death === deaths) await aFlush(client, acknowledged.samples)
        written = await client.samplesWritten()
        await vigia.kill()
        await Promise.all([libraries, incidents, samples])
      }

      await using survivor = await house.open()
      const codes = (await survivor.db.library.findMany()).map(({ code }) => code)
      const taken = (await survivor.db.incident.findMany({ where: { status: 'ACKNOWLEDGED' } })).map(({ id }) => id)
      const { _sum: found } = await survivor.db.bucket.aggregate({
        where: { span: 10, subject: { key: observed } },
        _sum: { n: true },
      })
      expect(acknowledged.libraries.filter((code) => !codes.includes(code))).toEqual([])
      expect(acknowledged.incidents.filter((id) => !taken.includes(id))).toEqual([])
      expect(found.n).toBeGreaterThanOrEqual(written)
      expect(found.n).toBeLessThanOrEqual(sent)
    },
    120_000 + deaths * 20_000,
  )
})

async function givenEmbedded() {
  const directory = await givenDirectory()
  const open = async () => asGiven(await openDatabase({ databaseUrl: null, dataDir: directory.path }, process.pid))
  return {
    settings: { DATA_DIR: directory.path, SAMPLE_DATA: 'false' },
    open,
    [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose](),
  }
}

async function givenOnServer() {
  const database = await givenDatabase()
  const open = async () => asGiven(await database.openAgain())
  return {
    settings: { DATABASE_URL: database.databaseUrl ?? '' },
    open,
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

const asGiven = (opened: OpenDatabase): GivenDatabase => ({
  db: opened.db,
  openCoordination: opened.openCoordination,
  databaseUrl: null,
  openAgain: () => Promise.resolve(opened),
  [Symbol.asyncDispose]: () => opened.close(),
})

/** Libraries that fail, as many as incidents are taken, on a gateway whose clock is the test's; ten minutes ago, so that the present comes after it. */
async function givenIncidents(open: () => Promise<GivenDatabase>) {
  const clock = manualClock(Math.floor(Date.now() / 60_000) * 60_000 - 600_000)
  await using database = await open()
  await using gateway = await givenGateway({ clock, database })
  const keys = Array.from({ length: takenADeath * deaths }, (_, index) => `L-${index}`)
  for (const code of keys) await clientOf(gateway.url, gateway.cookie).putLibrary(code)
  await failFor(60, gateway, keys)
  const { incidents } = await gateway.data(
    '{ incidents(first: 200, filter: { open: true }) { edges { node { id } } } }',
  )
  return { cookie: gateway.cookie, incidentIds: incidents.edges.map(({ node }: Json) => node.id) as string[] }
}

async function failFor(seconds: number, gateway: GivenGateway, keys: string[]) {
  for (let passed = 0; passed < seconds; passed += 10) {
    await gateway.report(
      ...keys.flatMap((id): Observation[] => Array(5).fill({ kind: 'library', id, ok: false, durationMs: 20 })),
    )
    await gateway.pass(10)
  }
}

/** Requests of clients to a process; each throws on an unexpected response. */
function clientOf(url: string, cookie: string) {
  const send = async (to: string, method: string, headers: Record<string, string>, body: Json): Promise<Json> => {
    const answer = await fetch(url + to, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${to} was answered with ${answer.status}`)
    return (await answer.json()) as Json
  }
  const ask = async (query: string, variables: Json): Promise<Json> => {
    const { data, errors } = await send('/graphql', 'POST', { cookie }, { query, variables })
    if (errors) throw new Error(JSON.stringify(errors))
    return data
  }
  return {
    async putLibrary(code: string = randomUUID()) {
      const body = { name: 'Una librería', updatedAt: new Date().toISOString() }
      return (await send(`/ingest/v1/libraries/${code}`, 'PUT', { authorization }, body))['code'] as string
    },
    async acknowledge(id: string) {
      const { acknowledgeIncident } = await ask('mutation ($id: ID!) { acknowledgeIncident(id: $id) { id } }', { id })
      return acknowledgeIncident.id as string
    },
    async observe(count: number) {
      const observations = Array(count).fill({ kind: 'endpoint', method: 'POST', path, status: 200, durationMs: 5 })
      return (await send('/ingest/v1/observations', 'POST', { authorization }, { observations }))['accepted'] as number
    },
    /** How many samples of the observed route are in the database. */
    async samplesWritten() {
      const { endpoint } = await ask(
        'query ($id: ID!) { endpoint(id: $id) { history(window: LAST_HOUR) { requests } } }',
        { id: observed },
      )
      return endpoint.history.reduce((sum: number, { requests }: Json) => sum + (requests as number), 0) as number
    },
  }
}

/** Writes acknowledged before a tick are in the database soon after it: at most ten seconds are lost. */
const aFlush = (client: ReturnType<typeof clientOf>, samples: number) =>
  until('a flush has written what was taken in', async () => (await client.samplesWritten()) >= samples)

async function untilKilled(work: () => Promise<void>) {
  // The first request without a response ends the loop.
  await work().catch(() => undefined)
}
