import { adminRoutes, inventoryRoutes } from '../../src/http/admin/routes.ts'
import { createApp } from '../../src/http/app.ts'
import type { Deps } from '../../src/http/deps.ts'
import { endpointId } from '../../src/inventory/route-catalog.ts'
import { givenGateway, outcome, testConfig, times, type GivenGateway, type Json } from '../support/gateway.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const libraries = 'GET /api/admin/libraries/'
/** The source document's table (section 4), and the two routes without an area. */
const tabulated = [
  'GET /api/admin/auth/session/',
  'POST /api/admin/customers/:id/unlock-login/',
  libraries,
  'GET /api/admin/customers/',
  'GET /api/admin/notifications/',
  'POST /api/admin/integrations/sinli_inbound/replay/',
  'GET /api/admin/search/',
]
const outsideAreas = ['GET /api/admin/audit/', 'GET /api/admin/endpoints/']
const idsIn = ({ edges }: Json): string[] => edges.map(({ node }: Json) => node.id)

describe('the declared routes and the router', () => {
  it('agree on every route under /api/admin/', () => {
    const pass = (_req: unknown, _res: unknown, next: () => void) => next()
    const app = createApp({ config: testConfig, requestTraces: { record: pass } } as unknown as Deps, {
      measureRequests: pass,
      metrics: pass,
      readSchemaText: () => '',
    })

    const routed = routesIn(app.router as unknown as Stacked).filter((route) => route.includes(' /api/admin/'))

    expect(routed.sort()).toEqual(adminRoutes.map(endpointId).sort())
  })

  it.each(inventoryRoutes.map((route) => [endpointId(route), route]))(
    'agree on %s, with and without its trailing slash',
    async (_, { method, path }) => {
      const asked = gateway.url + path.replace(':id', 'ej-1')
      const init = {
        method,
        headers: { cookie: gateway.cookie, 'content-type': 'application/json' },
        ...(method === 'POST' && { body: '{}' }),
      }

      const answers = [await fetch(asked, init), await fetch(asked.replace(/\/$/, ''), init)]

      expect(answers.map(({ status }) => status)).toEqual([expect.any(Number), answers[0]?.status])
      expect([404, 405]).not.toContain(answers[0]?.status)
    },
  )

  it('agree with the database', async () => {
    const rows = await gateway.db.endpoint.findMany({
      where: { subject: { retiredAt: null } },
      orderBy: { position: 'asc' },
    })

    expect(rows.map(({ id }) => id)).toEqual(inventoryRoutes.map(endpointId))
  })
})

describe('a fresh start', () => {
  it('shows exactly what the source document shows, in its order', async () => {
    const { inventory, endpoints } = await gateway.data(`{
      inventory {
        summary { total critical }
        criticalEndpoints { id }
        areas { name state endpointCount stateCounts { state count } endpoints { id } }
        endpoints { totalCount edges { node { id state latencyMs errorRate requestsPerMinute openIncident { id } } } } }
      endpoints { totalCount edges { node { id } } } }`)

    expect(inventory.summary).toEqual({ total: 9, critical: 6 })
    expect(inventory.criticalEndpoints).toHaveLength(6)
    expect(inventory.criticalEndpoints.map(({ id }: Json) => id)).toContain('GET /api/admin/audit/')
    expect(inventory.endpoints.totalCount).toBe(7)
    expect(idsIn(inventory.endpoints)).toEqual(tabulated)
    expect(idsIn(endpoints)).toEqual([...tabulated, ...outsideAreas])
    expect(inventory.areas.map(({ name, endpointCount }: Json) => [name, endpointCount])).toEqual([
      ['Autenticación', 2],
      ['Clientes', 2],
      ['Inventario', 0],
      ['Notificaciones', 1],
      ['Correo', 0],
      ['SINLI', 1],
      ['Contabilidad', 0],
      ['Búsqueda', 1],
    ])
  })

  it('shows an area without endpoints as Desconocido', async () => {
    const { areas, area } = await gateway.data(
      '{ areas { id state endpointCount stateCounts { state count } } area(id: "correo") { state endpoints { id } } }',
    )

    const empty = areas.filter(({ endpointCount }: Json) => endpointCount === 0)
    expect(empty.map(({ id }: Json) => id)).toEqual(['inventario', 'correo', 'contabilidad'])
    for (const { state, stateCounts } of empty) {
      expect(state).toBe('DESCONOCIDO')
      expect(stateCounts.map(({ count }: Json) => count)).toEqual([0, 0, 0, 0])
    }
    expect(area).toEqual({ state: 'DESCONOCIDO', endpoints: [] })
  })
})

describe('the filters', () => {
  const filtered = async (filter: Json) =>
    idsIn(
      (
        await gateway.data('query ($filter: EndpointFilter) { endpoints(filter: $filter) { edges { node { id } } } }', {
          filter,
        })
      )['endpoints'],
    )

  it.each([
    [{ withoutArea: true }, outsideAreas],
    [{ withoutArea: false }, tabulated],
    [{ areaId: 'clientes' }, [libraries, 'GET /api/admin/customers/']],
    [{ areaId: 'no-such-area' }, []],
    [
      { method: 'POST' },
      ['POST /api/admin/customers/:id/unlock-login/', 'POST /api/admin/integrations/sinli_inbound/replay/'],
    ],
    [{ method: 'DELETE' }, []],
    [{ critical: false, withoutArea: false }, ['GET /api/admin/notifications/', 'GET /api/admin/search/']],
    [{ critical: true, withoutArea: true }, ['GET /api/admin/audit/']],
    [{ state: 'FALLANDO' }, []],
    [{ search: 'BUSQUEDA' }, ['GET /api/admin/search/']],
    [{ search: '  búsqueda ' }, ['GET /api/admin/search/']],
    [{ search: 'autenticacion', method: 'GET' }, ['GET /api/admin/auth/session/']],
    [{ search: 'UNLOCK-login' }, ['POST /api/admin/customers/:id/unlock-login/']],
    [{ search: 'sinli_inbound' }, ['POST /api/admin/integrations/sinli_inbound/replay/']],
    [{ search: '%' }, []],
    [{ search: 'a_min' }, []],
    [{ search: '' }, [...tabulated, ...outsideAreas]],
  ])('%j lists what it says', async (filter, expected) => {
    const ids = await filtered(filter)

    expect(ids).toEqual(expected)
  })
})

describe('the pages', () => {
  const page = (first: number | null, after: string | null) =>
    gateway.query(
      `query ($first: Int, $after: String) { endpoints(first: $first, after: $after) {
         totalCount edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
      { first, after },
    )

  it('follow each other without a gap', async () => {
    const first = (await page(4, null))['data'].endpoints
    const second = (await page(4, first.pageInfo.endCursor))['data'].endpoints
    const last = (await page(4, second.pageInfo.endCursor))['data'].endpoints

    expect([first, second, last].flatMap(idsIn)).toEqual([...tabulated, ...outsideAreas])
    expect([first, second, last].map(({ totalCount }) => totalCount)).toEqual([9, 9, 9])
    expect([first, second, last].map(({ pageInfo }) => [pageInfo.hasPreviousPage, pageInfo.hasNextPage])).toEqual([
      [false, true],
      [true, true],
      [true, false],
    ])
    expect(first.pageInfo).toMatchObject({ startCursor: first.edges[0].cursor, endCursor: first.edges[3].cursor })
  })

  it.each([
    [201, null, /^The limit is 200 at most; 201 were asked for/],
    [0, null, /^The limit must be a whole number from 1 to 200\.$/],
    [-1, null, /^The limit must be a whole number from 1 to 200\.$/],
    [10, 'c29tZXRoaW5n', /^This cursor is none of ours/],
  ])('refuse first: %s, after: %s with a sentence', async (first, after, sentence) => {
    const { errors } = await page(first, after)

    expect(errors[0].message).toMatch(sentence)
    expect(errors[0].extensions.code).toBe('INVALID_INPUT')
  })
})

describe('over REST', () => {
  it('the inventory is the same, with states by their labels', async () => {
    await gateway.report(...times(12, outcome(503)), ...times(8, outcome(200, '/api/admin/search/')))
    await gateway.pass(60)
    const fields =
      'id method path area { id name } authRequired critical state stateSince reason latencyMs latency { p50 p95 p99 } errorRate requestsPerMinute openIncident { id }'
    const { inventory } =
      await gateway.data(`{ inventory { revision summary { total critical } criticalEndpoints { ${fields} }
      areas { id name state endpointCount stateCounts { state count } } endpoints { totalCount edges { node { ${fields} } } } } }`)

    const told = (await (await gateway.get('/api/admin/endpoints/')).json()) as Json

    const byLabel = labelled(inventory)
    expect(byLabel.endpoints.edges[2].node).toMatchObject({
      id: libraries,
      state: 'Fallando',
      openIncident: { id: expect.any(String) },
    })
    expect(told).toMatchObject({
      revision: byLabel.revision,
      summary: byLabel.summary,
      areas: byLabel.areas,
      totalCount: 7,
      nextCursor: null,
    })
    expect(told['items']).toMatchObject(byLabel.endpoints.edges.map(({ node }: Json) => node))
    expect(told['criticalEndpoints']).toMatchObject(byLabel.criticalEndpoints)
  })

  it('pages and filters as over GraphQL', async () => {
    const first = (await (await gateway.get('/api/admin/endpoints/?limit=5')).json()) as Json
    const rest = (await (
      await gateway.get(`/api/admin/endpoints/?limit=5&cursor=${first['nextCursor']}`)
    ).json()) as Json
    const others = (await (await gateway.get('/api/admin/endpoints/?withoutArea=true')).json()) as Json
    const all = await gateway.get('/api/admin/endpoints/?includeWithoutArea=true&search=audit')
    const { inventory } = await gateway.data(
      '{ inventory { endpoints(includeWithoutArea: true, filter: { search: "audit" }) { edges { node { id } } } } }',
    )

    expect([...first['items'], ...rest['items']].map(({ id }: Json) => id)).toEqual(tabulated)
    expect(others['items'].map(({ id }: Json) => id)).toEqual(outsideAreas)
    expect(((await all.json()) as Json)['items'].map(({ id }: Json) => id)).toEqual(['GET /api/admin/audit/'])
    expect(idsIn(inventory.endpoints)).toEqual(['GET /api/admin/audit/'])
  })

  it('the panel is sent again only once it has changed', async () => {
    const first = await gateway.get('/api/admin/notifications/')
    const etag = first.headers.get('etag') ?? ''
    const ask = () => gateway.get('/api/admin/notifications/', { 'if-none-match': etag })

    const same = await ask()
    await gateway.data('mutation { markNotificationsSeen { badge } }')
    const changed = await ask()

    expect([first.status, same.status, changed.status]).toEqual([200, 304, 200])
    expect(await same.text()).toBe('')
    expect(same.headers.get('etag')).toBe(etag)
    expect(changed.headers.get('etag')).not.toBe(etag)
    expect(etag).toBe(`"${((await first.json()) as Json)['revision']}"`)
  })
})

const labels: Json = {
  OPERATIVO: 'Operativo',
  DEGRADADO: 'Degradado',
  FALLANDO: 'Fallando',
  DESCONOCIDO: 'Desconocido',
}

const labelled = (value: unknown): Json =>
  JSON.parse(JSON.stringify(value), (key, part: unknown) =>
    key === 'state' ? (labels[String(part)] as unknown) : part,
  ) as Json

type Stacked = {
  stack: { rawPath?: string; route?: { path: string; methods: Record<string, boolean> }; handle: Partial<Stacked> }[]
}

/** Every route of a router and of the routers within, as `METHOD path`. */
function routesIn({ stack }: Stacked, prefix = ''): string[] {
  return stack.flatMap(({ rawPath = '', route, handle }) => {
    if (route) return Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${prefix}${route.path}`)
    return handle.stack ? routesIn({ stack: handle.stack }, rawPath === '/' ? prefix : prefix + rawPath) : []
  })
}
