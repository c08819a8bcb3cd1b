import { syncRoutes } from '../../src/inventory/sync-routes.ts'
import { inventoryRoutes } from '../../src/http/admin/routes.ts'
import { givenGateway, outcome, times, type GivenGateway, type Json } from '../support/gateway.ts'
import { givenSignedIn } from '../support/auth/operators.ts'
import { recount, recountId, reportedEndpoints, stock, stockId } from '../support/reported-endpoints.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway({ config: { sampleData: false } })
})
afterAll(() => gateway[Symbol.asyncDispose]())

const { ingest, importList, endpoint, inventory, auditCount, deleteAll } = reportedEndpoints(() => gateway)
afterEach(deleteAll)

test('the endpoints of a service are listed with ours, by GraphQL and REST, and found by their service', async () => {
  expect(await inventory()).toMatchObject({ services: [], summary: { total: 9, critical: 6 } })

  const result = await importList('stock', [stock, recount])

  expect(result).toEqual({
    ...{ service: 'stock', dryRun: false, total: 2, added: [stockId, recountId] },
    ...{ changed: [], restored: [], retired: [], pendingRetirement: [], unchanged: 0, skipped: [] },
    ...{ newlyPending: [], noLongerPending: [] },
  })
  expect(await inventory()).toMatchObject({ services: ['stock'], summary: { total: 11, critical: 7 } })
  expect(await endpoint(stockId)).toEqual({
    ...{ method: 'GET', path: '/api/admin/stock/:isbn/', area: { id: 'inventario' }, source: 'REPORTED' },
    ...{ service: 'stock', authRequired: true, critical: true, state: 'DESCONOCIDO', openIncident: null },
  })
  const idsOf = async (filter: string) =>
    (await gateway.data(`{ endpoints(filter: { ${filter} }) { edges { node { id } } } }`))['endpoints'].edges.map(
      ({ node }: Json) => node['id'],
    )
  expect(await idsOf('service: "stock"')).toEqual([stockId, recountId])
  expect(await idsOf('source: CATALOGUE')).toHaveLength(9)
  const listed = async (query: string) => (await (await gateway.get(`/api/admin/endpoints/?${query}`)).json()) as Json
  expect(await listed('service=stock&method=POST')).toMatchObject({
    services: ['stock'],
    items: [{ id: recountId, source: 'REPORTED', service: 'stock' }],
  })
  expect(await listed('source=CATALOGUE')).toMatchObject({ totalCount: 7 })
})

test('the same list again writes nothing; another one changes, retires and brings back what differs', async () => {
  await importList('stock', [stock, recount])
  const [before, audited] = [await inventory(), await auditCount()]

  expect(await importList('stock', [recount, stock])).toMatchObject({ unchanged: 2, added: [], changed: [] })
  expect([await inventory(), await auditCount()]).toEqual([before, audited])

  expect(await importList('stock', [{ ...stock, area: null, critical: false }])).toMatchObject({
    changed: [
      {
        id: stockId,
        before: { path: '/api/admin/stock/:isbn/', areaId: 'inventario', critical: true, authRequired: true },
        after: { areaId: null, critical: false, authRequired: true },
      },
    ],
    retired: [recountId],
  })
  expect([await endpoint(stockId), await endpoint(recountId)]).toEqual([
    expect.objectContaining({ area: null, critical: false }),
    null,
  ])
  expect(await importList('stock', [stock, recount])).toMatchObject({ restored: [recountId], retired: [] })
  expect(await endpoint(recountId)).toMatchObject({ state: 'DESCONOCIDO' })
  const entries = await gateway.db.auditEntry.findMany({
    where: { action: 'endpoint.import' },
    orderBy: { id: 'desc' },
  })
  expect(entries[0]).toMatchObject({
    ...{ actor: 'ingest', tokenName: null, object: 'service:stock', requestId: 'a-service' },
    after: { restored: [recountId], changed: [{ id: stockId, areaId: 'inventario' }], unchanged: 0 },
  })
})

test('a dry run answers as the import does, and changes nothing', async () => {
  await importList('stock', [stock])
  const before = await inventory()

  const dry = await importList('stock', [recount], '?dryRun=true')
  expect([await inventory(), dry['dryRun']]).toEqual([before, true])

  expect(await importList('stock', [recount])).toEqual({ ...dry, dryRun: false })
})

test('requests to reported endpoints are counted for them, also by paths with parameters', async () => {
  await importList('stock', [stock, recount])
  const accepted = async (path: string) => (await gateway.report(outcome(200, path))).body

  expect(await accepted('/api/admin/stock/9788400000000')).toMatchObject({ accepted: 1 })
  expect(await accepted('/api/admin/stock/:isbn/')).toMatchObject({ accepted: 1 })
  expect(await accepted('/api/admin/libraries/')).toMatchObject({ accepted: 1 })
  expect(await accepted('/api/admin/stock/1/2/')).toMatchObject({
    rejected: [{ reason: 'No endpoint of the inventory is GET /api/admin/stock/1/2/.' }],
  })
  await ingest('DELETE', 'stock')
  expect(await accepted('/api/admin/stock/:isbn/')).toMatchObject({
    rejected: [{ reason: `The endpoint ${stockId} was retired.` }],
  })
})

test('a reported endpoint that fails has an incident, which is resolved when its service is retired', async () => {
  await importList('stock', [stock])
  for (let step = 0; step < 12; step += 1) {
    await gateway.report(...times(5, outcome(503, '/api/admin/stock/1/')))
    await gateway.pass(10)
  }
  const { openIncident } = await endpoint(stockId)
  expect(await importList('stock', [], '?dryRun=true&retire=true')).toMatchObject({ retired: [stockId] })

  expect(await ingest('DELETE', 'stock')).toEqual({ status: 204, body: null })

  const { incident, notifications } = await gateway.data(
    'query ($id: ID!) { incident(id: $id) { status resolution timeline { event by } } notifications { badge } }',
    { id: openIncident.id },
  )
  expect(incident).toMatchObject({ status: 'RESOLVED', resolution: 'SUBJECT_REMOVED' })
  expect(incident.timeline.at(-1)).toEqual({ event: 'RESOLVED', by: null })
  expect(notifications.badge).toBe(0)
  expect((await ingest('DELETE', 'stock')).status).toBe(204)
  await importList('stock', [stock])
  await gateway.pass(30)
  expect(await endpoint(stockId)).toMatchObject({ state: 'DESCONOCIDO', openIncident: null })
})

test('an endpoint of another service, or of our own, is refused and its owner named: nothing of the list is taken', async () => {
  await importList('stock', [stock])
  const libraries = { method: 'GET', path: '/api/admin/libraries/' }

  const refused = await ingest('PUT', 'warehouse/endpoints', [recount, stock, libraries])

  expect(refused).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  expect(refused.body['errors']).toEqual([
    {
      field: stockId,
      message: `${stockId} belongs to the service stock.`,
      sentence: { code: 'ENDPOINT_OF_SERVICE', parameters: { endpoint: stockId, service: 'stock' } },
    },
    {
      field: 'GET /api/admin/libraries/',
      message: 'GET /api/admin/libraries/ belongs to Vigía itself (vigia).',
      sentence: { code: 'ENDPOINT_OF_VIGIA', parameters: { endpoint: 'GET /api/admin/libraries/', vigia: 'vigia' } },
    },
  ])
  expect(await endpoint(recountId)).toBeNull()
  await ingest('DELETE', 'stock')
  expect(await importList('warehouse', [stock])).toMatchObject({ restored: [stockId] })
  expect(await endpoint(stockId)).toMatchObject({ service: 'warehouse' })
})

test('of two services that claim one endpoint at once, one gets it', async () => {
  const answers = await Promise.all(['one', 'two'].map((service) => ingest('PUT', `${service}/endpoints`, [stock])))

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('everything that is wrong with a list is named', async () => {
  const wrong = [
    { method: 'HEAD', path: '/api/admin/a' },
    { method: 'GET', path: '/health' },
    { method: 'GET', path: '/api/admin/b', area: 'Ventas', extra: true },
  ]

  const { status, body } = await ingest('PUT', 'stock/endpoints', wrong)

  expect(status).toBe(400)
  const errors = body['errors'] as Json[]
  expect(errors.map(({ field }) => field as string).sort()).toEqual(['0.method', '1.path', '2', '2.area'])
  expect(errors.map(({ sentence }) => sentence as Json)).toMatchObject([
    { code: 'VALUE_NOT_LISTED' },
    { code: 'PATH_ELSEWHERE', parameters: { path: '/health', prefix: '/api/admin/' } },
    { code: 'AREA_UNKNOWN', parameters: { area: 'Ventas' } },
    { code: 'FIELDS_UNKNOWN', parameters: { fields: 'extra' } },
  ])
  expect(body['detail']).toContain('The path "/health" does not begin with /api/admin/.')
  expect(body['detail']).toContain('There is no area "Ventas". There are autenticacion (Autenticación),')
  expect((await ingest('PUT', 'stock/endpoints', { endpoints: [] })).body['detail']).toContain('must be the list')
  for (const service of ['vigia', 'Stock', 'a%20b', 'x'.repeat(65)])
    expect((await ingest('PUT', `${service}/endpoints`, [])).body).toMatchObject({ field: 'service' })
  expect(await ingest('DELETE', 'nobody')).toMatchObject({ status: 404 })
})

test('the start of the gateway leaves reported endpoints alone, unless one is now a route of its own', async () => {
  await importList('stock', [stock, recount])
  const at = new Date(gateway.clock.now())
  const own = {
    method: 'GET',
    path: '/api/admin/stock/:isbn/',
    areaId: null,
    authRequired: true,
    critical: false,
  } as const

  await syncRoutes(gateway.db, inventoryRoutes, at)
  const same = [await endpoint(stockId), await endpoint(recountId)]
  await syncRoutes(gateway.db, [...inventoryRoutes, own], at)
  const taken = await endpoint(stockId)
  const refused = await ingest('PUT', 'stock/endpoints', [stock])
  await syncRoutes(gateway.db, inventoryRoutes, at)

  expect(same).toMatchObject([{ service: 'stock' }, { service: 'stock' }])
  expect(taken).toMatchObject({ source: 'CATALOGUE', service: null })
  expect(refused.body['detail']).toContain('belongs to Vigía itself')
  expect(await importList('stock', [stock])).toMatchObject({ restored: [stockId], retired: [recountId] })
})

test('an endpoint that a route of the gateway takes the place of waits for no confirmation when a service has it again', async () => {
  const [own, shelf] = [
    { method: 'GET', path: '/api/admin/stock/:code/', areaId: null, authRequired: true, critical: false },
    { method: 'GET', path: '/api/admin/shelves' },
  ] as const
  const [at, where] = [new Date(gateway.clock.now()), { kind_key: { kind: 'ENDPOINTS' as const, key: stockId } }]
  const stored = () => gateway.db.subject.findUniqueOrThrow({ where, include: { endpoint: true } })
  await importList('stock', [stock, recount, shelf])
  expect(await importList('stock', [shelf])).toMatchObject({ pendingRetirement: [stockId, recountId] })
  const pending = await stored()

  await syncRoutes(gateway.db, [...inventoryRoutes, own], at)
  const retired = await stored()
  await syncRoutes(gateway.db, inventoryRoutes, at)

  expect(pending.endpoint).toMatchObject({ missingSince: expect.any(Date), needsConfirmation: true })
  expect(retired).toMatchObject({ retiredAt: at, endpoint: { missingSince: null, needsConfirmation: false } })
  // An evaluation that began before finds another version, and opens no incident.
  expect(retired.version).toBeGreaterThan(pending.version)
  await importList('warehouse', [stock, { method: 'GET', path: '/api/admin/rooms' }])
  expect((await stored()).endpoint).toMatchObject({ service: 'warehouse', missingSince: null })
})

test('an OpenAPI document with 300 operations: dry run, import, the inventory; removed again, retired', async () => {
  const operation = (index: number) => ({
    tags: ['Contabilidad'],
    ...(index % 10 === 0 && { 'x-vigia-critical': true }),
    responses: { 200: { description: 'The entry.' } },
  })
  const paths = Object.fromEntries(
    Array.from({ length: 150 }, (_, index) => [
      `/ledger-${index}/{entry}`,
      { get: operation(index), delete: operation(index) },
    ]),
  )
  const document = {
    openapi: '3.0.3',
    info: { title: 'Accounting', version: '1' },
    servers: [{ url: 'https://accounting.example.org/api/admin' }],
    security: [{ session: [] }],
    paths: { ...paths, '/ping': { head: {} } },
  }

  const dry = await ingest('PUT', 'accounting/openapi?dryRun=true', document)
  const before = await inventory()
  const done = await ingest('PUT', 'accounting/openapi', document)
  const after = await inventory()
  const again = await ingest('PUT', 'accounting/openapi', document)

  expect(before).toMatchObject({ summary: { total: 9 } })
  expect(done.body).toEqual({ ...dry.body, dryRun: false })
  expect(done.body).toMatchObject({ total: 300, skipped: [{ operation: 'HEAD /api/admin/ping' }] })
  expect(done.body['added']).toHaveLength(300)
  expect(after).toMatchObject({ services: ['accounting'], summary: { total: 309, critical: 36 } })
  expect(await endpoint('DELETE /api/admin/ledger-10/:entry/')).toMatchObject({
    ...{ area: { id: 'contabilidad' }, service: 'accounting', critical: true, authRequired: true },
  })
  expect(again.body).toMatchObject({ unchanged: 300, added: [] })
  const gone = await ingest('PUT', 'accounting/openapi?retire=true', { ...document, paths: {} })
  expect(gone.body['retired']).toHaveLength(300)
  expect(await inventory()).toMatchObject({ services: [], summary: { total: 9 } })
  expect(await gateway.db.endpoint.count({ where: { service: 'accounting' } })).toBe(300)
})

test('an OpenAPI document with anything wrong is refused with all of it', async () => {
  const paths = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`/api/admin/p${index}`, { get: { 'x-vigia-area': 'Ventas' } }]),
  )

  const { status, body } = await ingest('PUT', 'stock/openapi', { openapi: '3.1.0', paths })

  expect([status, body['errors'].length]).toEqual([400, 12])
  expect(body['detail']).toMatch(/And 2 more, listed in "errors"\.$/)
  expect((await ingest('PUT', 'stock/openapi', [])).body['detail']).toBe('must be an OpenAPI document, in JSON')
  expect((await ingest('PUT', 'stock/openapi', { swagger: '2.0' })).status).toBe(400)
})

test('a refusal is in the language that is asked for, and in parts; what is skipped, in the language of the query', async () => {
  const unknownArea = [{ method: 'GET', path: '/api/admin/p', area: 'Ventas' }]
  const elsewhere = { openapi: '3.1.0', paths: { '/p': { get: {} }, '/api/admin/p': { get: {} } } }

  const refused = await ingest('PUT', 'stock/endpoints', unknownArea, 'es-ES')
  const taken = await ingest('PUT', 'stock/openapi?dryRun=true&language=es', elsewhere)

  expect(refused.body['errors']).toEqual([
    {
      field: '0.area',
      message: expect.stringMatching(/^No hay ningún área «Ventas»\. Hay: /),
      sentence: { code: 'AREA_UNKNOWN', parameters: { area: 'Ventas', areas: expect.any(String) } },
    },
  ])
  expect(taken.body['skipped']).toEqual([
    {
      operation: 'GET /p',
      reason: 'La ruta no empieza por /api/admin/.',
      sentence: { code: 'OPERATION_ELSEWHERE', parameters: { prefix: '/api/admin/' } },
    },
  ])
})

test('an administrator imports a document as the service itself does, under their own name; others may not', async () => {
  const send = async (document: Json, query = '', cookie = gateway.cookie) => {
    const answer = await fetch(`${gateway.url}/api/admin/services/stock/openapi/${query}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', cookie, 'x-request-id': 'by-hand' },
      body: JSON.stringify(document),
    })
    return { status: answer.status, body: (await answer.json()) as Json }
  }
  const documentOf = (...paths: string[]) => ({
    openapi: '3.1.0',
    paths: Object.fromEntries(paths.map((path) => [path, { get: { tags: ['Inventario'] } }])),
  })
  const document = documentOf('/api/admin/shelves/{shelf}')
  const [shelfId, audited] = ['GET /api/admin/shelves/:shelf/', await auditCount()]

  const dry = await send(document, '?dryRun=true')
  expect([dry.body['added'], await endpoint(shelfId), await auditCount()]).toEqual([[shelfId], null, audited])
  expect(await send(document)).toEqual({ status: 200, body: { ...dry.body, dryRun: false } })
  expect((await send(document)).body).toMatchObject({ added: [], unchanged: 1 })
  expect(await endpoint(shelfId)).toMatchObject({ service: 'stock', area: { id: 'inventario' } })
  expect(await auditCount()).toBe(audited + 1)
  expect(await gateway.db.auditEntry.findFirst({ orderBy: { id: 'desc' } })).toMatchObject({
    ...{ actor: 'ana@example.org', tokenName: null, action: 'endpoint.import', object: 'service:stock' },
    requestId: 'by-hand',
  })

  for (let step = 0; step < 12; step += 1) {
    await gateway.report(...times(5, outcome(503, '/api/admin/shelves/1/')))
    await gateway.pass(10)
  }
  const { openIncident } = await endpoint(shelfId)
  const { cookie } = await givenSignedIn(gateway, 'operador')
  expect((await send(documentOf('/api/admin/shelves'), '', cookie)).status).toBe(403)
  expect((await send(documentOf('/api/admin/shelves'))).body).toMatchObject({ retired: [shelfId] })
  const { incident, session } = await gateway.data(
    'query ($id: ID!) { session { operator { name } } incident(id: $id) { resolution timeline { event by } } }',
    { id: openIncident.id },
  )
  expect(incident).toMatchObject({ resolution: 'SUBJECT_REMOVED' })
  expect(incident.timeline.at(-1)).toEqual({ event: 'RESOLVED', by: session.operator.name })

  await importList('warehouse', [{ method: 'GET', path: '/api/admin/rooms' }])
  expect(await send(documentOf('/api/admin/rooms'))).toMatchObject({
    status: 409,
    body: { errors: [{ message: 'GET /api/admin/rooms/ belongs to the service warehouse.' }] },
  })
})
