import { randomUUID } from 'node:crypto'
import { commit } from '../../src/audit/commit.ts'
import { inventoryRoutes } from '../../src/http/admin/routes.ts'
import { endpointId } from '../../src/inventory/route-catalog.ts'
import { syncRoutes } from '../../src/inventory/sync-routes.ts'
import { resolveRemoved } from '../../src/monitoring/incidents/persist-verdict.ts'
import { givenGateway, outcome, times, type GivenGateway, type Json } from '../support/gateway.ts'
import { givenOpenIncidents } from '../support/monitoring/incidents.ts'
import { statementsOf } from '../support/database/statements.ts'

let gateway: GivenGateway
beforeEach(async () => {
  gateway = await givenGateway()
})
afterEach(() => gateway[Symbol.asyncDispose]())

const libraries = 'GET /api/admin/libraries/'
const others = inventoryRoutes.filter((route) => endpointId(route) !== libraries)

/** Another instance starts with other routes; noticed at the next tick at the latest. */
async function declare(routes: typeof inventoryRoutes) {
  await syncRoutes(gateway.db, routes, new Date(gateway.clock.now()))
  await resolveRemoved(gateway.db, gateway.clock.now())
  await gateway.pass(10)
}

async function failFor(seconds: number) {
  for (let passed = 0; passed < seconds; passed += 10) {
    await gateway.report(...times(10, outcome(503)))
    await gateway.pass(10)
  }
}

const look = () =>
  gateway.data(`query { endpoint(id: "${libraries}") { state reason openIncident { id } }
    inventory { summary { total } areas { id state endpointCount } } notifications { badge }
    incidents { edges { node { status resolution subject { id } timeline { event by } } } } }`)

describe('an endpoint that is no longer declared', () => {
  it('is retired with its incident, and never deleted', async () => {
    await failFor(60)

    await declare(others)

    const { endpoint, inventory, notifications, incidents } = await look()
    expect(endpoint).toBeNull()
    expect(inventory.summary.total).toBe(8)
    expect(inventory.areas[1]).toMatchObject({ id: 'clientes', endpointCount: 1 })
    expect(notifications.badge).toBe(0)
    expect(incidents.edges[0].node).toMatchObject({
      status: 'RESOLVED',
      resolution: 'SUBJECT_REMOVED',
      subject: { id: libraries },
    })
    expect(incidents.edges[0].node.timeline.map(({ event }: Json) => event)).toEqual(['OPENED', 'RESOLVED'])
    expect(await gateway.db.endpoint.count()).toBe(9)
    const last = await gateway.db.transition.findFirst({
      where: { subject: { key: libraries } },
      orderBy: { id: 'desc' },
    })
    expect(last).toMatchObject({ from: 'FALLANDO', to: 'DESCONOCIDO' })
  })

  it('is Desconocido from then on, also without an open incident', async () => {
    await gateway.report(outcome(200))
    await gateway.pass(20)

    await declare(others)

    const subject = { key: libraries }
    expect(await gateway.db.subject.findFirst({ where: subject })).toMatchObject({ state: 'DESCONOCIDO' })
    expect(await gateway.db.transition.findFirst({ where: { subject }, orderBy: { id: 'desc' } })).toMatchObject({
      from: 'OPERATIVO',
      to: 'DESCONOCIDO',
    })
  })

  it('has its incident resolved once by two instances that start at once', async () => {
    await failFor(60)
    await syncRoutes(gateway.db, others, new Date(gateway.clock.now()))

    const resolved = await Promise.all([1, 2].map(() => resolveRemoved(gateway.db, gateway.clock.now())))

    expect(resolved.sort()).toEqual([0, 1])
  })

  it('is Desconocido when it is declared again, until a sample arrives', async () => {
    await failFor(60)
    await declare(others)
    await gateway.pass(10)

    await declare(inventoryRoutes)
    const back = await look()
    await gateway.pass(60)
    const quiet = await look()
    await gateway.report(...times(10, outcome(200)))
    // At the first tick after a silence of its source, the subject is not evaluated.
    await gateway.pass(20)
    const well = await look()

    expect(back['endpoint']).toEqual({
      state: 'DESCONOCIDO',
      reason: 'Aún no ha llegado ninguna muestra.',
      openIncident: null,
    })
    expect(back['inventory'].summary.total).toBe(9)
    expect(quiet['notifications'].badge).toBe(0)
    expect(well['endpoint'].state).toBe('OPERATIVO')
    expect(well['incidents'].edges).toHaveLength(1)
  })

  it('is not caused by declaring the same endpoints again, which changes nothing', async () => {
    const before = await look()

    await declare(inventoryRoutes)
    await declare(inventoryRoutes)

    expect(await look()).toEqual(before)
  })
})

it('the inventory is read with a few statements, however many endpoints there are', async () => {
  const wholeView = `query { inventory { revision summary { total critical }
    criticalEndpoints { id area { name } state reason latencyMs openIncident { id timeline { event by note } previous { id } } }
    areas { name state endpointCount stateCounts { state count } endpoints { id state openIncident { id } } }
    endpoints(first: 200) { totalCount edges { node { id area { name } state reason errorRate latency { p95 } openIncident { id severity acknowledgedBy timeline { event by } } } } } } }`
  await givenMoreEndpoints(200)
  await gateway.pass(10)

  let shown: Json = {}
  const statements = await statementsOf(async () => (shown = await gateway.data(wholeView)))

  expect(shown['inventory'].summary.total).toBe(209)
  expect(shown['inventory'].endpoints.edges).toHaveLength(200)
  // One a kind of row that is not kept in memory; which of them are read together depends on which comes first.
  expect(statements).toBeGreaterThan(1)
  expect(statements).toBeLessThan(25)
})

/** As many critical endpoints more, each with an open incident. */
async function givenMoreEndpoints(count: number) {
  const names = Array.from({ length: count }, () => `/api/admin/${randomUUID()}/`)
  await gateway.db.subject.createMany({
    data: names.map((name) => ({ kind: 'ENDPOINTS' as const, key: `GET ${name}`, name, critical: true })),
  })
  const subjects = await gateway.db.subject.findMany({ where: { name: { in: names } } })
  await commit(gateway.db, () => ({ views: ['inventory'], changed: subjects.map(({ id }) => id) }))
  await gateway.db.endpoint.createMany({
    data: subjects.map(({ id, key, name }) => ({
      id: key,
      subjectId: id,
      method: 'GET',
      path: name,
      areaId: 'correo',
      authRequired: true,
      critical: true,
    })),
  })
  await givenOpenIncidents(
    gateway,
    subjects.map(({ key }) => key),
  )
}
