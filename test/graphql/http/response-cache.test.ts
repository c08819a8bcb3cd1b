import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import fc from 'fast-check'
import { inTransaction } from '../../../src/database/database.ts'
import { givenGateway, outcome, times, type GivenGateway } from '../../support/gateway.ts'
import { givenSignedIn } from '../../support/auth/operators.ts'
import { statementsOf } from '../../support/database/statements.ts'
import { until } from '../../support/until.ts'
import { casesOf } from '../../support/extent.ts'

const roles = ['lector', 'operador', 'admin'] as const

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

type Asked = { cookie: string; query: string; variables?: object; headers?: Record<string, string> }

/** Sends a query, and returns its response. */
async function ask({ cookie, query, variables, headers }: Asked) {
  const answer = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, ...headers },
    body: JSON.stringify({ query, variables }),
  })
  return { status: answer.status, etag: answer.headers.get('etag'), text: await answer.text(), headers: answer.headers }
}

const noCache = { 'cache-control': 'no-cache' }

/** Headers of a request that only Apollo handles. */
const handledByApollo = { accept: 'application/json;q=0.9' }

/** The number of responses from the cache, and of executed ones. */
async function responseCounts() {
  const text = await (await fetch(`${gateway.url}/metrics`)).text()
  const countOf = (from: string) =>
    Number(new RegExp(`vigia_graphql_answers\\{from="${from}"\\} (\\d+)`).exec(text)?.[1])
  return { prepared: countOf('prepared'), fresh: countOf('fresh') }
}

const view = '{ inventory { revision endpoints { edges { node { id state latencyMs } } } } }'

describe('a cached GraphQL response', () => {
  it('is shared by all operators of a role, from the third request on', async () => {
    const [one, other] = [await givenSignedIn(gateway), await givenSignedIn(gateway)]
    await ask({ ...one, query: '{ session { environment } }' })
    await ask({ ...other, query: '{ session { environment } }' })
    const before = await responseCounts()

    const texts = [
      await ask({ ...one, query: view }),
      await ask({ ...other, query: view }),
      await ask({ ...one, query: view }),
      await ask({ ...other, query: view }),
    ]
    const after = await responseCounts()

    expect(new Set(texts.map(({ text }) => text)).size).toBe(1)
    expect({ prepared: after.prepared - before.prepared, fresh: after.fresh - before.fresh }).toEqual({
      prepared: 2,
      fresh: 2,
    })
  })

  it('is computed once for many concurrent requests', async () => {
    const asking = await givenSignedIn(gateway)
    const query = '{ incidents(first: 7) { totalCount edges { node { id } } } }'
    await ask({ ...asking, query: '{ session { environment } }' })
    const alone = await statementsOf(() => ask({ ...asking, query, headers: noCache }), '"Incident"')
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

  it('is not computed again for a request whose session has to be read again', async () => {
    const [asking, other] = [await givenSignedIn(gateway), await givenSignedIn(gateway)]
    const query = '{ areas { id name endpointCount } }'
    const first = await ask({ ...asking, query })
    await gateway.pass(3)
    for (let repeat = 0; repeat < 2; repeat++) await ask({ ...other, query })
    const before = await responseCounts()

    const again = await ask({ ...asking, query })
    const after = await responseCounts()

    expect(again.text).toBe(first.text)
    expect(after).toEqual({ prepared: before.prepared + 1, fresh: before.fresh })
  })

  it('is replaced after a rename of a library', async () => {
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

  it('has an ETag for each encoding, and a matching If-None-Match gets 304', async () => {
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

  it('has no ETag under Cache-Control: no-cache unless the client sends If-None-Match', async () => {
    const asking = await givenSignedIn(gateway)
    const query = '{ areas { id name endpointCount } }'
    const { etag, text } = await ask({ ...asking, query })

    const alone = await ask({ ...asking, query, headers: noCache })
    const compared = await ask({ ...asking, query, headers: { ...noCache, 'if-none-match': etag ?? '' } })

    expect(alone).toMatchObject({ status: 200, etag: null, text })
    expect(compared).toMatchObject({ status: 304, text: '' })
  })

  it('is not sent after a sign-out, to another origin or for another content type', async () => {
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

  it('is not sent once the session has expired', async () => {
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

  it('never contains errors', async () => {
    const asking = await givenSignedIn(gateway)
    const query = '{ inventory { endpoints(first: 5000) { totalCount } } }'

    const first = await ask({ ...asking, query })
    const before = await responseCounts()
    await ask({ ...asking, query })

    expect(first.text).toContain('"errors"')
    expect((await responseCounts()).prepared).toBe(before.prepared)
  })

  it('is up to date once a mutation has been answered', async () => {
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

/** Starts work while no incident can be read, until it has sent so many requests; returns its result. */
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

/** Reports failures of the library until its incident is open. */
async function breakLibrary() {
  await renameLibrary()
  for (let minute = 0; minute < 3; minute++) {
    await gateway.report(...times(20, { kind: 'library', id: library, ok: false, durationMs: 30 }))
    await gateway.pass(60)
  }
}

/** A random step: samples, time that passes, an action of an operator, or a rename. */
const steps: fc.Arbitrary<Step> = fc.oneof(
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

/** A query whose response is cached. */
const queries = fc
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

it('a response from the cache, whole or in part, equals an executed one byte for byte, for any role, query and changes', async () => {
  const asking = await Promise.all([...roles, 'operador' as const].map((role) => givenSignedIn(gateway, role)))
  const cookies = asking.map(({ cookie }) => cookie)
  const before = await responseCounts()

  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(steps, queries), { minLength: 1, maxLength: 6 }),
      queries,
      async (story, always) => {
        for (const [happens, query] of story) {
          await happens({ cookies })
          for (const cookie of cookies) {
            for (const question of [query, always]) await compare(cookie, question)
            await compareWithVariable(cookie, always)
          }
        }
      },
    ),
    { numRuns: casesOf(2, 15), endOnFailure: true },
  )

  expect((await responseCounts()).prepared).toBeGreaterThan(before.prepared)
})

async function compare(cookie: string, query: string) {
  const first = await ask({ cookie, query })
  const second = await ask({ cookie, query })
  const ready = await ask({ cookie, query })
  const fresh = await ask({ cookie, query, headers: noCache })
  const interpreted = await ask({ cookie, query, headers: { ...noCache, ...handledByApollo } })
  expect(first.status).toBe(200)
  expect(interpreted.text).toBe(fresh.text)
  expect(ready.text).toBe(fresh.text)
  expect(first.text).toBe(fresh.text)
  expect(second.text).toBe(fresh.text)
}

let requests = 0

/** Compares a query that has a variable too, with another value each time: only its other fields can be cached. */
async function compareWithVariable(cookie: string, query: string) {
  const withVariable = query.replace('{', 'query ($id: ID!) { other: endpoint(id: $id) { id state }')
  requests += 1
  const variables = { id: requests % 2 === 0 ? `GET ${paths[0] ?? ''}` : `GET /${requests}/` }
  const partlyCached = await ask({ cookie, query: withVariable, variables })
  const fresh = await ask({ cookie, query: withVariable, variables, headers: noCache })
  expect(partlyCached.status).toBe(200)
  expect(partlyCached.text).toBe(fresh.text)
}
