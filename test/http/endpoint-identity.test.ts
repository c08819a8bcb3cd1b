import fc from 'fast-check'
import { requireValidFilter } from '../../src/alerting/destinations/destination-filter.ts'
import { maxServiceEndpoints } from '../../src/inventory/reported/endpoint-declaration.ts'
import { givenGateway, outcome, times, type GivenGateway, type Json } from '../support/gateway.ts'
import { casesOf } from '../support/extent.ts'
import { givenSignedIn } from '../support/auth/operators.ts'
import { metricsOf, sendJson } from '../support/otlp/otlp.ts'
import { recount, recountId, reportedEndpoints, stock, stockId } from '../support/reported-endpoints.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway({ config: { sampleData: false } })
})
afterAll(() => gateway[Symbol.asyncDispose]())

const { ingest, importList, endpoint, inventory, auditCount, deleteAll } = reportedEndpoints(() => gateway)
afterEach(deleteAll)

/** Fails the endpoint of a path until it has an incident. */
async function failUntilIncident(path: string) {
  for (let step = 0; step < 12; step += 1) {
    await gateway.report(...times(5, outcome(503, path)))
    await gateway.pass(10)
  }
}

const pendingIds = async () =>
  (
    await gateway.data(
      '{ endpoints(filter: { pendingRetirement: true }) { edges { node { id pendingRetirementSince } } } }',
    )
  )['endpoints'].edges.map(({ node }: Json) => node['id'])

const confirm = async (service: string, endpoints: string[], cookie = gateway.cookie) => {
  const answer = await fetch(`${gateway.url}/api/admin/services/${service}/retire-pending/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ endpoints }),
  })
  return { status: answer.status, body: (await answer.json()) as Json }
}

test('an endpoint whose parameter is renamed stays the same: its incident goes on, and either name finds it', async () => {
  await importList('stock', [stock, recount])
  await failUntilIncident('/api/admin/stock/7/')
  const before = await endpoint(stockId)
  const { id: subjectId } = await gateway.db.subject.findUniqueOrThrow({
    where: { kind_key: { kind: 'ENDPOINTS', key: stockId } },
  })

  const renamed = await importList('stock', [{ ...stock, path: '/api/admin/stock/{book-id}' }, recount])

  expect(renamed).toMatchObject({
    ...{ added: [], retired: [], restored: [], unchanged: 1 },
    changed: [
      {
        id: stockId,
        before: { path: '/api/admin/stock/:isbn/' },
        after: { path: '/api/admin/stock/:book-id/' },
      },
    ],
  })
  const byName = [stockId, 'GET /api/admin/stock/:book-id/', 'GET /api/admin/stock/:other/'].map(endpoint)
  for (const found of await Promise.all(byName))
    expect(found).toEqual({ ...before, path: '/api/admin/stock/:book-id/' })
  expect(await gateway.db.incident.findMany({ where: { subjectId, openKey: { not: null } } })).toMatchObject([
    { id: before.openIncident.id, status: 'OPEN' },
  ])
  expect(await gateway.db.subject.findUnique({ where: { id: subjectId } })).toMatchObject({
    ...{ key: stockId, name: 'GET /api/admin/stock/:book-id/', retiredAt: null },
  })
  for (const path of ['/api/admin/stock/9/', '/api/admin/stock/:isbn/', '/api/admin/stock/:book-id/'])
    expect((await gateway.report(outcome(200, path))).body).toMatchObject({ accepted: 1 })
  const listed = (await (await gateway.get('/api/admin/endpoints/?service=stock&method=GET')).json()) as Json
  expect(listed['items']).toMatchObject([{ id: stockId, path: '/api/admin/stock/:book-id/' }])
  expect(await importList('stock', [{ ...stock, path: '/api/admin/stock/:book-id/' }, recount])).toMatchObject({
    ...{ unchanged: 2, changed: [], skipped: [], pendingRetirement: [] },
  })
})

test('wherever an endpoint is named, the name that is shown and the id mean the one in use, not a retired one', async () => {
  const at = new Date(gateway.clock.now())
  const [id, shown, up] = ['GET /api/admin/named/:code/', 'GET /api/admin/named/:isbn/', 'GET /api/admin/named/']
  await importList('stock', [
    { method: 'GET', path: '/api/admin/named' },
    { method: 'GET', path: '/api/admin/named/{code}' },
  ])
  // From the time when a renamed endpoint was another one.
  const { id: subjectId } = await gateway.db.subject.create({
    data: { kind: 'ENDPOINTS', key: shown, name: shown, critical: false, stateSince: at, retiredAt: at },
  })
  await gateway.db.endpoint.create({
    data: {
      ...{ id: shown, subjectId, method: 'GET', path: '/api/admin/named/:isbn/', authRequired: true },
      ...{ critical: false, source: 'REPORTED', service: 'stock' },
    },
  })
  await importList('stock', [
    { method: 'GET', path: '/api/admin/named' },
    { method: 'GET', path: '/api/admin/named/{isbn}' },
  ])
  await failUntilIncident('/api/admin/named/7/')

  const kind = 'ENDPOINTS' as const
  for (const name of [id, shown, 'GET /api/admin/named/:other/']) {
    const subject = { kind, id: name }
    const data = await gateway.data(
      `query ($id: ID!) { subject(kind: ENDPOINTS, id: $id) { id retiredAt }
        incidents(filter: { kind: ENDPOINTS, subjectId: $id }) { totalCount }
        endpoints(filter: { ids: [$id] }) { edges { node { id name } } } }`,
      { id: name },
    )
    expect([name, data]).toEqual([
      name,
      {
        subject: { id, retiredAt: null },
        incidents: { totalCount: 1 },
        endpoints: { edges: [{ node: { id, name: shown } }] },
      },
    ])
    const query = `kind=ENDPOINTS&subjectId=${encodeURIComponent(name)}`
    const { items } = (await (await gateway.get(`/api/admin/incidents/?${query}`)).json()) as Json
    expect(items).toMatchObject([{ subject: { id } }])

    const path = `/api/admin/subjects/ENDPOINTS/${encodeURIComponent(name)}/dependencies/`
    expect((await gateway.post(path, { upstream: [{ kind, id: up }] })).status).toBe(200)
    expect(await (await gateway.get(path)).json()).toMatchObject({ upstream: [{ id: up }] })
    expect((await gateway.post(path, { upstream: [] })).status).toBe(200)
    const above = `/api/admin/subjects/ENDPOINTS/${encodeURIComponent(up)}/dependencies/`
    expect(await (await gateway.post(above, { upstream: [subject, { kind, id }] })).json()).toMatchObject({
      upstream: [{ id }],
    })
    expect((await gateway.post(above, { upstream: [] })).status).toBe(200)

    const endsAt = new Date(gateway.clock.now() + 3_600_000).toISOString()
    const mute = await gateway.post('/api/admin/mutes/', { matcher: { subjects: [subject] }, reason: 'x', endsAt })
    expect(await mute.json()).toMatchObject({ matcher: { subjects: [{ kind, id }] } })
    const filter = { subjects: [subject, { kind, id }] }
    expect((await requireValidFilter(gateway.db, filter)).subjects).toEqual([{ kind, id }])

    const set = `mutation ($id: ID!) {
      setSubjectDetails(input: { kind: ENDPOINTS, id: $id, owner: "Ana" }) { subject { id owner } }
      setSubjectPolicy(input: { kind: ENDPOINTS, id: $id, overrides: { failingLeast: 7 } }) { policy { effective { failingLeast } } } }`
    expect(await gateway.data(set, { id: name })).toMatchObject({
      setSubjectDetails: { subject: { id } },
      setSubjectPolicy: { policy: { effective: { failingLeast: 7 } } },
    })
    const stored = { policy: { failingLeast: 7 }, owner: 'Ana' }
    expect(await gateway.db.subject.findUnique({ where: { kind_key: { kind, key: id } } })).toMatchObject(stored)
    await gateway.db.subject.update({ where: { kind_key: { kind, key: id } }, data: { owner: null, policy: {} } })
  }
  expect(await gateway.db.subject.findUnique({ where: { id: subjectId } })).toMatchObject({ owner: null, policy: {} })
})

test('pages have each endpoint once, in the order of the paths, whatever was renamed since the last page', async () => {
  const name = fc.constantFrom('a', 'm', 'z')
  const routes = fc
    .tuple(name, name, name)
    .map(([one, two, three]) => [`{${one}}`, `{${two}}/copies`, `{${three}}/lines`, 'kept'])
  const read = async (first: number) => {
    const paths: string[] = []
    for (let after: string | null = null; ;) {
      const { endpoints } = await gateway.data(
        `query ($first: Int, $after: String) { endpoints(first: $first, after: $after, filter: { service: "stock" }) {
          edges { node { path } } pageInfo { hasNextPage endCursor } } }`,
        { first, after },
      )
      paths.push(...endpoints.edges.map(({ node }: Json) => node['path']))
      after = endpoints.pageInfo.endCursor
      if (!endpoints.pageInfo.hasNextPage) return paths
    }
  }
  await fc.assert(
    fc.asyncProperty(routes, fc.integer({ min: 1, max: 3 }), async (list, first) => {
      const endpoints = list.map((path) => ({ method: 'GET', path: `/api/admin/pages/${path}` }))
      await importList('stock', endpoints)
      const paths = list.map((path) => `/api/admin/pages/${path.replace(/\{(.)\}/, ':$1')}/`)
      expect(await read(first)).toEqual(paths.sort())
    }),
    { numRuns: casesOf(12, 100) },
  )
})

test('one entry that cannot be read is skipped; the others are imported, and what is missing stays in use', async () => {
  await importList('stock', [stock, recount])
  await failUntilIncident('/api/admin/stock/1/')
  const odd = { method: 'GET', path: '/api/admin/stock/{isbn}.pdf' }
  const added = { method: 'GET', path: '/api/admin/shelves' }

  const result = await importList('stock', [odd, added, added, { ...recount, critical: true }])

  expect(result).toMatchObject({
    ...{ total: 3, added: ['GET /api/admin/shelves/'], changed: [{ id: recountId }] },
    ...{ retired: [], pendingRetirement: [stockId] },
    skipped: [
      { operation: 'GET /api/admin/shelves/', reason: 'GET /api/admin/shelves/ is there twice.' },
      {
        operation: 'GET /api/admin/stock/{isbn}.pdf',
        reason: expect.stringContaining('only a part of the segment "{isbn}.pdf"'),
      },
    ],
  })
  expect([await pendingIds(), (await endpoint(stockId)).openIncident]).toEqual([[stockId], expect.anything()])
  const audited = await auditCount()
  expect(await importList('stock', [odd, added, { ...recount, critical: true }])).toMatchObject({
    pendingRetirement: [stockId],
  })
  expect(await auditCount()).toBe(audited)
  // A list that is complete decides.
  expect(await importList('stock', [added, { ...recount, critical: true }])).toMatchObject({ retired: [stockId] })
  expect([await pendingIds(), await endpoint(stockId)]).toEqual([[], null])
})

test('if more than half of the endpoints are missing they stay in use until it is confirmed, once or by a list', async () => {
  const list = ['a', 'b', 'c'].map((name) => ({ method: 'GET', path: `/api/admin/${name}` }))
  const [a, b] = ['GET /api/admin/a/', 'GET /api/admin/b/']
  await importList('stock', list)
  const last = list.slice(2)

  expect(await importList('stock', last, '?dryRun=true')).toMatchObject({
    ...{ pendingRetirement: [a, b], newlyPending: [a, b], noLongerPending: [], total: 3 },
  })
  expect(await pendingIds()).toEqual([])
  expect(await importList('stock', last)).toMatchObject({
    pendingRetirement: [a, b],
    newlyPending: [a, b],
    retired: [],
  })
  const { revision } = await inventory()
  expect(await importList('stock', last)).toMatchObject({ pendingRetirement: [a, b], newlyPending: [], retired: [] })
  expect(await inventory()).toMatchObject({ revision })
  expect(await pendingIds()).toEqual([a, b])
  // It changes nothing else, so only this tells an operator that there is something to import.
  expect(await importList('stock', list)).toMatchObject({ unchanged: 3, newlyPending: [], noLongerPending: [a, b] })
  expect(await pendingIds()).toEqual([])

  await importList('stock', last)
  const { cookie } = await givenSignedIn(gateway, 'operador')
  expect((await confirm('stock', [a], cookie)).status).toBe(403)
  expect((await confirm('elsewhere', [a])).body['retired']).toEqual([])
  expect((await confirm('stock', [a, 'GET /api/admin/c/'])).body).toEqual({ service: 'stock', retired: [a] })
  expect((await confirm('stock', [a])).body['retired']).toEqual([])
  expect([await pendingIds(), await endpoint(a)]).toEqual([[b], null])
  expect((await gateway.report(outcome(200, '/api/admin/a/'))).body['rejected']).toHaveLength(1)
  expect(await gateway.db.auditEntry.findFirst({ orderBy: { id: 'desc' } })).toMatchObject({
    ...{ actor: 'ana@example.org', action: 'endpoint.retire', object: 'service:stock', after: { retired: [a] } },
  })
  expect(await importList('stock', last, '?retire=true')).toMatchObject({
    ...{ retired: [b], pendingRetirement: [], noLongerPending: [] },
  })
})

test('a list that would leave a service without endpoints retires none of them', async () => {
  await importList('stock', [stock])
  const paths = [{}, { '/api/admin/stock/{isbn}': { $ref: './stock.json' } }, { '/api/admin/stock/{isbn}': {} }]
  for (const document of [
    ...paths.map((one) => ({ openapi: '3.1.0', paths: one })),
    { openapi: '3.1.0', webhooks: {} },
  ])
    expect(await ingest('PUT', 'stock/openapi', document)).toMatchObject({
      status: 200,
      body: { retired: [], pendingRetirement: [stockId], total: 1 },
    })
  expect(await endpoint(stockId)).not.toBeNull()
})

test('an endpoint that was registered as :order-id stays in use, although a framework would read two parts', async () => {
  await importList('stock', [{ method: 'GET', path: '/api/admin/orders/{order-id}' }])
  const same = { method: 'GET', path: '/api/admin/orders/:order-id' }

  for (const twice of [[same], [same, same], [same, { ...same, path: `${same.path}/` }]])
    expect(await importList('stock', twice)).toMatchObject({ unchanged: 1, skipped: [], pendingRetirement: [] })
  expect(await importList('stock', [{ ...same, path: '/api/admin/orders/:order-no' }])).toMatchObject({
    ...{ skipped: [{ operation: 'GET /api/admin/orders/:order-no' }] },
    pendingRetirement: ['GET /api/admin/orders/:order-id/'],
  })
})

test('a path of any length is skipped, and the rest of its list is imported', async () => {
  const long = { method: 'GET', path: `/api/admin/${'x'.repeat(5_000)}` }

  const other = { method: 'GET', path: '/api/admin/beside' }
  expect(await importList('stock', [other, long])).toMatchObject({
    added: ['GET /api/admin/beside/'],
    skipped: [{ reason: expect.stringContaining('more than 300 characters') }],
  })
})

test('a whole list can be replaced by another, but no more endpoints wait for a confirmation than a service has', async () => {
  const list = (name: string) =>
    Array.from({ length: maxServiceEndpoints }, (_, index) => ({ method: 'GET', path: `/api/admin/${name}/${index}` }))
  await importList('stock', list('one'))

  expect(await importList('stock', list('two'))).toMatchObject({ total: 2 * maxServiceEndpoints })
  expect(await ingest('PUT', 'stock/endpoints', list('three'))).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('?retire=true') },
  })
  expect(await importList('stock', list('three'), '?retire=true')).toMatchObject({ total: maxServiceEndpoints })
})

/** Sends ten failed requests to a route by OpenTelemetry; returns why they were rejected, if they were. */
async function sendRoute(route: string): Promise<string | undefined> {
  const body = metricsOf('STG', { at: gateway.clock.now(), status: 503, route })
  const answer = (await (await sendJson(gateway, 'metrics', body)).json()) as Json
  return answer['partialSuccess']?.errorMessage
}

const badOf = async (id: string): Promise<number> => {
  await gateway.pass(10)
  const where = { span: 10, subject: { key: id } }
  return (await gateway.db.bucket.aggregate({ where, _sum: { bad: true } }))._sum.bad ?? 0
}

test('OpenTelemetry finds an endpoint by any notation of its route, and never counts for it what is another route', async () => {
  const [order, report] = ['GET /api/admin/orders/:order-id/', 'GET /api/admin/report/:id/']
  const paths = ['/api/admin/orders/{order-id}', '/api/admin/report/:id']
  await importList(
    'stock',
    paths.map((path) => ({ method: 'GET', path })),
  )
  await gateway.pass(10)
  const own = ['{order-id}', '{orderId:int}', ':orderId', '<int:order>', ':order-id', ':id(.:format)', '{order...}']
  const others = [':id.csv', ':from-:to', ':id::cancel', '{id}.csv', '<int:id>.csv', '{id}-{n}', '*', 'today']

  for (const one of own) expect([one, await sendRoute(`/api/admin/orders/${one}`)]).toEqual([one, undefined])
  expect(await sendRoute('^api/admin/orders/(?P<pk>[^/.]+)/$')).toBeUndefined()
  expect(await sendRoute('GET /api/admin/orders/{id}/{$}')).toBeUndefined()
  for (const one of others)
    expect(await sendRoute(`/api/admin/report/${one}`)).toContain('No endpoint of the inventory is')

  expect([await badOf(order), await badOf(report)]).toEqual([10 * (own.length + 2), 0])
})

test('an observation finds an endpoint by its route in any notation, or by a requested path with any characters', async () => {
  const at = (path: string) => `/api/admin/purchases${path}`
  await importList(
    'stock',
    ['', '/{id}', '/{id}/lines', '/{id}/parts/{part-no}'].map((path) => ({ method: 'GET', path: at(path) })),
  )
  await gateway.pass(10)
  const [list, order, lines, part] = ['/', '/:id/', '/:id/lines/', '/:id/parts/:part-no/'].map((path) => at(path))
  const routes: [string | undefined, string[]][] = [
    [
      list,
      [at('(.:format)'), 'api/admin/purchases', '^api/admin/purchases/$', 'GET /api/admin/purchases', at('/?q=:id')],
    ],
    [order, ['{id?}', ':id?', '*id', 'a<b', '{x', '::1', 'a:b', '7?q=/:id', '7#{x}'].map((one) => at(`/${one}`))],
    [order, ['^api/admin/purchases/(?P<pk>[0-9]+)/$', 'https://shop.example/api/admin/purchases/7?q={x}']],
    [lines, [':id?/lines', '(?P<pk>[0-9]+)/lines/', ':id([<]+)/lines', '[id]/lines'].map((one) => at(`/${one}`))],
    [lines, ['GET /api/admin/purchases/{id}/lines', String.raw`^api/admin/purchases/(?P<pk>\d+)/lines/$`]],
    [part, [':id/parts/:part-no', '{id}/parts/{x}', '7/parts/8'].map((one) => at(`/${one}`))],
    [
      undefined,
      [':id.csv', '{id}.csv', ':id(/:tab)', ':id?/notes', '(?P<pk>[0-9]+)/notes/'].map((one) => at(`/${one}`)),
    ],
    [undefined, [at('(/:id)?'), '^api/admin/purchases/(?:page-(?P<n>[0-9]+)/)?$']],
  ]
  for (const [path, targets] of routes)
    for (const target of targets) {
      const { body } = await gateway.report(outcome(503, target))
      expect([target, body['accepted']]).toEqual([target, path === undefined ? 0 : 1])
    }
  for (const path of [list, order, lines, part]) {
    const sent = routes.flatMap(([of, targets]) => (of === path ? targets : []))
    expect([path, await badOf(`GET ${path}`)]).toEqual([path, sent.length])
  }
})

test('nothing of a query string is stored, from observations or from OpenTelemetry, of known paths or of unknown ones', async () => {
  await importList('stock', [{ method: 'GET', path: '/api/admin/queries/{id}' }])
  const of = (path: string) => outcome(503, path)
  const at = new Date(gateway.clock.now()).toISOString()
  const counted = { kind: 'endpoint', method: 'GET', count: 2, bad: 2, to: at }
  const from = new Date(gateway.clock.now() - 10_000).toISOString()
  const known = [
    '/api/admin/queries/7/?q=Alice',
    '/api/admin/queries/7#Alice',
    'https://u:Alice@shop.example/api/admin/queries/7?Alice',
  ]

  expect((await gateway.report(...known.map(of))).body).toMatchObject({ accepted: known.length })
  const aggregate = { ...counted, from, path: '/api/admin/queries/:id/?q=Alice' }
  expect((await gateway.report(aggregate as never)).body).toMatchObject({ accepted: 1 })
  const unknown = await gateway.report(...['/api/admin/unknown/?q=Alice', '/api/admin/unknown#Alice'].map(of))
  expect(JSON.stringify(unknown.body)).not.toContain('Alice')
  for (const route of ['/api/admin/unknown?q=Alice', '/api/admin/{id}.csv?q=Alice', '/api/admin/unknown/#Alice'])
    expect(await sendRoute(route)).not.toContain('Alice')

  expect(await badOf('GET /api/admin/queries/:id/')).toBe(known.length + 2)
  const unmatched = await gateway.db.unmatchedSubject.findMany()
  expect(unmatched.map(({ key }) => key)).toEqual(expect.arrayContaining(['GET /api/admin/unknown/']))
  expect(JSON.stringify(unmatched.map(({ key }) => key))).not.toContain('Alice')
})
