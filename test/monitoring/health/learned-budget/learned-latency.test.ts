import { givenGateway, outcome, times, type GivenGateway, type Json } from '../../../support/gateway.ts'
import { until } from '../../../support/until.ts'
import { givenSignedIn } from '../../../support/auth/operators.ts'
import type { LearnedLatency } from '../../../../src/monitoring/health/learned-budget/learned-latency.ts'

const id = 'GET /api/admin/libraries/'

let gateway: GivenGateway
beforeEach(async () => {
  gateway = await givenGateway()
})
afterEach(() => gateway[Symbol.asyncDispose]())

/** The endpoint takes 9 ms, or another time, as far as it was learned. */
async function givenLearned(ms = 9, policy: Json = {}): Promise<void> {
  const at = gateway.clock.now()
  const learned: LearnedLatency = {
    ...{ normalP95Ms: ms, normalP75Ms: ms, highMs: ms, since: at, learnedTo: at, learnsFrom: null },
    past: [{ at, p95Ms: ms }],
  }
  await gateway.db.subject.updateMany({ where: { kind: 'ENDPOINTS', key: id }, data: { latency: learned, policy } })
  await gateway.pass(10)
}

/** So many seconds of requests of this duration. */
async function lives(seconds: number, durationMs: number, status = 200): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 10) {
    await gateway.report(...times(5, outcome(status, undefined, durationMs)))
    await gateway.pass(10)
  }
}

const accepting = `mutation ($input: AcceptIncidentLatencyInput!) { acceptIncidentLatency(input: $input) {
  incident { status resolution canAcceptLatency timeline { event by } } } }`
const read = async (): Promise<Json> => {
  const { endpoint } = await gateway.data(
    `query ($id: ID!) { endpoint(id: $id) { state reason openIncident { id canAcceptLatency evidence { budgetMs normalP95Ms } }
      history(window: LAST_HOUR) { budgetMs }
      policy { effective { slowBudget slowBudgetMs budget { budgetMs reason normalP95Ms } } } } }`,
    { id },
  )
  return endpoint
}

it('an endpoint that rises from 9 to 280 ms is Degradado until an operator says that it is normal', async () => {
  await lives(20, 9)
  await givenLearned()
  await lives(60, 9)
  await lives(300, 280)
  const degraded = await read()
  expect(degraded).toMatchObject({
    state: 'DEGRADADO',
    openIncident: { canAcceptLatency: true, evidence: { budgetMs: 100, normalP95Ms: 9 } },
    policy: { effective: { slowBudget: 'LEARNED', budget: { budgetMs: 100, reason: 'LEARNED', normalP95Ms: 9 } } },
  })
  expect(degraded['reason']).toMatch(/lo habitual es 9 ms \(límite 100 ms\)\.$/)

  const { acceptIncidentLatency } = await gateway.data(accepting, { input: { id: degraded['openIncident'].id } })

  expect(acceptIncidentLatency.incident).toMatchObject({
    ...{ status: 'RESOLVED', resolution: 'ACCEPTED_AS_NORMAL', canAcceptLatency: false },
    timeline: [{ event: 'OPENED' }, { event: 'RESOLVED', by: 'Administrador' }],
  })
  await lives(300, 280)
  const accepted = await read()
  expect(accepted).toMatchObject({
    ...{ state: 'OPERATIVO', openIncident: null },
    policy: { effective: { budget: { budgetMs: 500, reason: 'LIMITED', normalP95Ms: 280 } } },
  })
  const budgets: (number | null)[] = accepted['history'].map(({ budgetMs }: Json) => budgetMs)
  expect(budgets.filter((budgetMs, index) => budgetMs !== budgets[index - 1])).toEqual([null, 100, 500])
  const { audit } = await gateway.data(
    '{ audit(first: 1, filter: { action: "incident.resolved" }) { edges { node { actor before after } } } }',
  )
  expect(audit.edges[0].node).toMatchObject({
    ...{ actor: 'ana@example.org', before: { normalP95Ms: 9 } },
    after: { resolution: 'ACCEPTED_AS_NORMAL', normalP95Ms: 280 },
  })
})

it('an operador accepts it over REST with a note, which is audited, and an incident of another cause than is named, or than can be accepted, is refused', async () => {
  const operador = await givenSignedIn(gateway, 'operador')
  const accept = async (body: Json) => {
    const open = await gateway.db.incident.findFirstOrThrow({ where: { openKey: { not: null } } })
    const path = `/api/admin/incidents/${open.id}/`
    const before = (await (await gateway.get(path)).json()) as Json
    const response = await operador.post(`${path}accept-latency/`, body)
    return { before, status: response.status, body: (await response.json()) as Json }
  }
  await givenLearned()
  await lives(60, 9)
  await lives(300, 280)

  const other = await accept({ cause: 'TRAFFIC_DROP' })
  const unknown = await accept({ cause: 'WEATHER' })
  const accepted = await accept({ note: 'A new index.', cause: 'SLOW' })
  await lives(120, 9, 500)
  const refused = await accept({})

  expect(other).toMatchObject({
    status: 409,
    body: { reason: 'LATENCY_NOT_THE_CAUSE', sentence: { code: 'CAUSE_CHANGED' } },
  })
  expect(unknown.status).toBe(400)
  expect(accepted).toMatchObject({
    before: { canAcceptLatency: true },
    status: 200,
    body: { status: 'RESOLVED', resolution: 'ACCEPTED_AS_NORMAL', canAcceptLatency: false },
  })
  expect(accepted.body['timeline'].at(-1)).toMatchObject({ event: 'RESOLVED', note: 'A new index.' })
  const entry = await gateway.db.auditEntry.findFirst({ where: { action: 'incident.resolved' } })
  expect(entry).toMatchObject({ actor: operador.operator.email, after: { normalP95Ms: 280 } })
  expect(refused).toMatchObject({
    before: { canAcceptLatency: false },
    status: 409,
    body: { code: 'CONFLICT', reason: 'LATENCY_NOT_THE_CAUSE' },
  })
})

it('is refused where errors are the cause, or the fixed budget is exceeded, and when it is resolved', async () => {
  await givenLearned()
  await lives(60, 9)
  await lives(300, 1_500)
  const { openIncident } = await read()
  const refused = async () => (await gateway.query(accepting, { input: { id: openIncident.id } }))['errors'][0]

  expect(await refused()).toMatchObject({
    message: expect.stringMatching(/over the longest budget that its policy allows, 500 ms/),
    extensions: { code: 'CONFLICT', reason: 'LATENCY_OVER_LIMIT' },
  })
  await lives(60, 9, 500)
  expect(await refused()).toMatchObject({
    message: expect.stringMatching(/another cause/),
    extensions: { code: 'CONFLICT', reason: 'LATENCY_NOT_THE_CAUSE' },
  })
  await gateway.data('mutation ($id: ID!) { resolveIncident(id: $id, reason: "test", force: true) { id } }', {
    id: openIncident.id,
  })
  expect((await refused()).message).toMatch(/already resolved/)
})

it('a request over the learned budget of its endpoint is kept for its trace', async () => {
  const requests = () => gateway.db.requestTrace.count({ where: { route: '/api/admin/libraries/' } })
  await givenLearned(0, { slowBudget: 'FIXED', slowBudgetMs: 60_000 })
  await gateway.get('/api/admin/libraries/')
  await gateway.pass(10)
  expect(await requests()).toBe(0)
  // Every request is over a budget of 0 ms.
  await givenLearned(0, { learnedFloorMs: 0 })

  await gateway.get('/api/admin/libraries/')

  await until('the request is kept', async () => {
    await gateway.pass(10)
    return (await requests()) > 0
  })
})
