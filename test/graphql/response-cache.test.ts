import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import fc from 'fast-check'
import { inTransaction } from '../../src/database/database.ts'
import { givenGateway, outcome, times, type GivenGateway } from '../support/gateway.ts'
import { givenSignedIn } from '../support/operators.ts'
import { statementsOf } from '../support/statements.ts'
import { until } from '../support/until.ts'
import { casesOf } from '../support/extent.ts'

const roles = ['lector', 'operador', 'admin'] as const

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

type Asked = { cookie: string; query: string; headers?: Record<string, string> }

/** The response as bytes, and how many responses were executed uncached until then. */
async function ask({ cookie, query, headers }: Asked) {
  const answer = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, ...headers },
    body: JSON.stringify({ query }),
  })
  return { status: answer.status, etag: answer.headers.get('etag'), text: await answer.text(), headers: answer.headers }
}

const afresh = { 'cache-control': 'no-cache' }

/** A request that only the GraphQL server itself handles. */
const byTheInterpreter = { accept: 'application/json;q=0.9' }

/** How many answers of each kind there have been. */
async function answered() {
  const text = await (await fetch(`${gateway.url}/metrics`)).text()
  const countOf = (from: string) =>
    Number(new RegExp(`vigia_graphql_answers\\{from="${from}"\\} (\\d+)`).exec(text)?.[1])
  return { prepared: countOf('prepared'), fresh: countOf('fresh') }
}

const view = '{ inventory { revision endpoints { edges { node { id state latencyMs } } } } }'

describe('an answer that is ready', () => {
  it('is the same for all of a role, and made no more once it was asked for twice', async () => {
    const [one, other] = [await givenSignedIn(gateway), await givenSignedIn(gateway)]
    await ask({ ...one, query: '{ session { environment } }' })
    await ask({ ...other, query: '{ session { environment } }' })
    const before = await answered()

    const texts = [
      await ask({ ...one, query: view }),
      await ask({ ...other, query: view }),
      await ask({ ...one, query: view }),
      await ask({ ...other, query: view }),
    ]
    const after = await answered()

    expect(new Set(texts.map(({ text }) => text)).size).toBe(1)
    expect({ prepared: after.prepared - before.prepared, fresh: after.fresh - before.fresh }).toEqual({
      prepared: 2,
      fresh: 2,
    })
  })

  it('is made once where many ask at the same moment', async () => {
    const asking = await givenSignedIn(gateway)
    const query = '{ incidents(first: 7) { totalCount edges { node { id } } } }'
    await ask({ ...asking, query: '{ session { environment } }' })
    const alone = await statementsOf(() => ask({ ...asking, query, headers: afresh }), '"Incident"')
    const texts: string[] = []
    const askTogether = async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask({ ...asking, query })))
      texts.push(...answers.map(({ text, status }) => `${status} ${text}`))
    }

    const together = await whileIncidentsCannotBeRead(20, () => statementsOf(askTogether, '"Incident"'))

    expect(new Set(texts).size).toBe(1)
    expect(alone).toBeGreaterThan(0)
    expect(together).toBe(alone)
  })

  it('is made again after a rename', async () => {
    const asking = await givenSignedIn(gateway)
    const query = '{ notifications { categories { incidents { subject { name } } } } }'
    await breakLibrary()
    await renameLibrary()
    for (let round = 0; round < 20; round++) {
      const before = await ask({ ...asking, query })

      const name = await renameLibrary()

      const after = await ask({ ...asking, query })
      expect(before.text).toContain('Librería ')
      expect(before.text).not.toContain(name)
      expect(after.text).toContain(name)
    }
  })

  it('is told by its tag, compressed or not, and not sent again to who has it', async () => {
    const asking = await givenSignedIn(gateway)
    const wide =
      '{ inventory { endpoints { edges { node { id method path state stateSince reason latencyMs errorRate critical } } } } }'

    const plain = await ask({ ...asking, query: wide, headers: { 'accept-encoding': 'identity' } })
    const compressed = await ask({ ...asking, query: wide, headers: { 'accept-encoding': 'gzip' } })
    const known = await ask({ ...asking, query: wide, headers: { 'if-none-match': plain.etag ?? '' } })
    const other = await ask({ ...asking, query: wide, headers: { 'if-none-match': '"something-else"' } })

    expect(compressed.text).toBe(plain.text)
    expect(compressed.headers.get('content-encoding')).toBe('gzip')
    expect(compressed.etag).not.toBe(plain.etag)
    expect(known).toMatchObject({ status: 304, text: '' })
    expect(other).toMatchObject({ status: 200, text: plain.text })
  })

  it('has a tag where nothing may be reused only if its client compares it with one', async () => {
    const asking = await givenSignedIn(gateway)
    const query = '{ areas { id name endpointCount } }'
    const { etag, text } = await ask({ ...asking, query })

    const alone = await ask({ ...asking, query, headers: afresh })
    const compared = await ask({ ...asking, query, headers: { ...afresh, 'if-none-match': etag ?? '' } })

    expect(alone).toMatchObject({ status: 200, etag: null, text })
    expect(compared).toMatchObject({ status: 304, text: '' })
  })

  it('is not given to somebody who was signed out, has another role, or asks from a foreign page', async () => {
    const [leaving, changing, staying] = [
      await givenSignedIn(gateway),
      await givenSignedIn(gateway),
      await givenSignedIn(gateway),
    ]
    for (const one of [leaving, changing, staying]) expect((await ask({ ...one, query: view })).status).toBe(200)

    await leaving.post('/auth/logout')
    const foreign = await ask({ ...staying, query: view, headers: { origin: 'https://elsewhere.example' } })
    const form = await ask({ ...staying, query: view, headers: { 'content-type': 'text/plain' } })

    expect((await ask({ ...leaving, query: view })).status).toBe(401)
    expect(foreign.status).toBe(403)
    expect(form.status).toBe(415)
    expect((await ask({ ...staying, query: view })).status).toBe(200)
  })

  it('is not given to somebody whose session has expired meanwhile', async () => {
    await using brief = await givenGateway({ config: { sessionIdleMinutes: 1 } })
    const body = JSON.stringify({ query: view })
    const asked = () =>
      fetch(`${brief.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: brief.cookie },
        body,
      })
    expect((await asked()).status).toBe(200)

    await brief.pass(61)

    expect((await asked()).status).toBe(401)
  })

  it('is never one of an error', async () => {
    const asking = await givenSignedIn(gateway)
    const query = '{ inventory { endpoints(first: 5000) { totalCount } } }'

    const first = await ask({ ...asking, query })
    const before = await answered()
    await ask({ ...asking, query })

    expect(first.text).toContain('"errors"')
    expect((await answered()).prepared).toBe(before.prepared)
  })

  it('of a mutation is there when the mutation is answered', async () => {
    const query = '{ notifications { revision } }'
    const revisionIn = ({ text }: { text: string }) =>
      (JSON.parse(text) as { data: { notifications: { revision: number } } }).data.notifications.revision
    for (let round = 0; round < 20; round++) {
      const before = revisionIn(await ask({ ...gateway, query }))
      const { markNotificationsSeen } = await gateway.data('mutation { markNotificationsSeen { revision } }')

      const after = revisionIn(await ask({ ...gateway, query }))

      expect(markNotificationsSeen.revision).toBeGreaterThan(before)
      expect(after).toBeGreaterThanOrEqual(markNotificationsSeen.revision)
    }
  })
})

/** Begins some work while no incident can be read, until it has made so many requests; returns what comes of it. */
async function whileIncidentsCannotBeRead<T>(requests: number, work: () => Promise<T>): Promise<T> {
  let arrived = 0
  const count = () => (arrived += 1)
  subscribe('http.server.request.start', count)
  const result = await inTransaction(gateway.db, async (tx) => {
    await tx.$executeRaw`LOCK TABLE "Incident" IN ACCESS EXCLUSIVE MODE`
    const working = work()
    await until('all requests have arrived', () => arrived >= requests)
    return { working }
  })
  unsubscribe('http.server.request.start', count)
  return result.working
}

const paths = ['/api/admin/libraries/', '/api/admin/search/', '/api/admin/notifications/']

type Step = (state: { cookies: string[] }) => Promise<unknown>

const library = 'LIB-RENAMED'
let renames = 0

/** Gives the library another name, and returns it. */
async function renameLibrary(): Promise<string> {
  const name = `Librería ${(renames += 1)}.`
  const answer = await fetch(`${gateway.url}/ingest/v1/libraries/${library}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${gateway.ingestToken}` },
    body: JSON.stringify({ name, updatedAt: new Date(gateway.clock.now() + renames).toISOString() }),
  })
  expect(answer.ok).toBe(true)
  return name
}

/** Makes these the endpoints of a service. */
async function importEndpoints(names: readonly string[]) {
  const answer = await fetch(`${gateway.url}/ingest/v1/services/warehouse/endpoints`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${gateway.ingestToken}` },
    body: JSON.stringify(names.map((name) => ({ method: 'GET', path: `/api/admin/${name}/{id}`, area: 'correo' }))),
  })
  expect(answer.ok).toBe(true)
}

/** Has the library fail until its incident is open. */
async function breakLibrary() {
  await renameLibrary()
  for (let minute = 0; minute < 3; minute++) {
    await gateway.report(...times(20, { kind: 'library', id: library, ok: false, durationMs: 30 }))
    await gateway.pass(60)
  }
}

/** Something that happens: samples, time, an operator's doing, a rename. */
const happenings: fc.Arbitrary<Step> = fc.oneof(
  fc.constant(renameLibrary),
  fc.subarray(['stock', 'moves', 'orders']).map((names) => () => importEndpoints(names)),
  fc
    .record({
      path: fc.constantFrom(...paths),
      status: fc.constantFrom(200, 503),
      count: fc.integer({ min: 1, max: 12 }),
    })
    .map(
      ({ path, status, count }) =>
        () =>
          gateway.report(...times(count, outcome(status, path))),
    ),
  fc.integer({ min: 1, max: 6 }).map((ticks) => () => gateway.pass(10 * ticks)),
  fc.constant(async () => {
    const { incidents } = await gateway.data('{ incidents(filter: { status: OPEN }) { edges { node { id } } } }')
    const [first] = incidents.edges
    if (first) await gateway.query('mutation ($id: ID!) { acknowledgeIncident(id: $id) { id } }', { id: first.node.id })
  }),
  fc.constant(async () => {
    const { incidents } = await gateway.data('{ incidents(filter: { open: true }) { edges { node { id } } } }')
    const [first] = incidents.edges
    const force = 'mutation ($id: ID!) { resolveIncident(id: $id, reason: "arreglado", force: true) { id } }'
    if (first) await gateway.query(force, { id: first.node.id })
  }),
  fc.nat(3).map(
    (index) =>
      ({ cookies }: { cookies: string[] }) =>
        ask({ cookie: cookies[index] ?? '', query: 'mutation { markNotificationsSeen { badge } }' }),
  ),
)

const some = (...fields: string[]) => fc.subarray(fields, { minLength: 1 }).map((chosen) => chosen.join(' '))

const incident = some(
  'id',
  'kind',
  'status',
  'severity',
  'openedAt',
  'reason',
  'acknowledgedBy',
  'subject { id name }',
  'timeline { at event by note }',
)
const health = some(
  'id',
  'source',
  'service',
  'state',
  'stateSince',
  'reason',
  'latencyMs',
  'errorRate',
  'requestsPerMinute',
  'latency { p50 p99 }',
  'transitions { at from to reason }',
)
const endpoint = fc.tuple(health, incident).map(([own, open]) => `${own} openIncident { ${open} }`)
const filter = fc.constantFrom(
  '',
  '(first: 3)',
  '(filter: { critical: true })',
  '(filter: { service: "warehouse" })',
  '(filter: { state: FALLANDO })',
  '(filter: { search: "lib" }, first: 2)',
)

/** A question about what is kept ready. */
const questions = fc
  .subarray(
    [
      fc
        .tuple(filter, endpoint)
        .map(([page, node]) => `endpoints${page} { totalCount edges { cursor node { ${node} } } }`),
      fc
        .tuple(filter, endpoint)
        .map(
          ([page, node]) =>
            `inventory { revision services summary { total critical } criticalEndpoints { ${node} } areas { name state stateCounts { state count } } endpoints${page} { edges { node { ${node} } } } }`,
        ),
      incident.map(
        (fields) => `notifications { revision badge categories { kind severity count incidents { ${fields} } } }`,
      ),
      some('revision', 'badge', 'profileBadge', 'telemetryInterruptedSince').map(
        (fields) => `mine: notifications { ${fields} }`,
      ),
      incident.map((fields) => `incidents(first: 5) { totalCount edges { node { ${fields} } } }`),
      endpoint.map((fields) => `endpoint(id: "GET ${paths[0] ?? ''}") { ${fields} }`),
      endpoint.map((fields) => `areas { id endpointCount endpoints { ${fields} } }`),
    ],
    { minLength: 1, maxLength: 3 },
  )
  .chain((chosen) => fc.tuple(...chosen))
  .map((fields) => `{ ${fields.join(' ')} }`)

it('equals the fresh one, byte for byte, for every role and operator, whatever happens and whatever is asked', async () => {
  const asking = await Promise.all([...roles, 'operador' as const].map((role) => givenSignedIn(gateway, role)))
  const cookies = asking.map(({ cookie }) => cookie)
  const before = await answered()

  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(happenings, questions), { minLength: 1, maxLength: 6 }),
      questions,
      async (story, always) => {
        for (const [happens, query] of story) {
          await happens({ cookies })
          for (const question of [query, always]) for (const cookie of cookies) await compare(cookie, question)
        }
      },
    ),
    { numRuns: casesOf(2, 15), endOnFailure: true },
  )

  expect((await answered()).prepared).toBeGreaterThan(before.prepared)
})

async function compare(cookie: string, query: string) {
  const first = await ask({ cookie, query })
  const second = await ask({ cookie, query })
  const ready = await ask({ cookie, query })
  const fresh = await ask({ cookie, query, headers: afresh })
  const interpreted = await ask({ cookie, query, headers: { ...afresh, ...byTheInterpreter } })
  expect(first.status).toBe(200)
  expect(interpreted.text).toBe(fresh.text)
  expect(ready.text).toBe(fresh.text)
  expect(first.text).toBe(fresh.text)
  expect(second.text).toBe(fresh.text)
}
