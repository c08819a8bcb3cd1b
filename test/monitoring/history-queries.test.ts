import { givenGateway, outcome, times, type GivenGateway, type Json } from '../support/gateway.ts'
import { statementsOf } from '../support/database/statements.ts'

let gateway: GivenGateway
let start: number
beforeAll(async () => {
  gateway = await givenGateway()
  start = gateway.clock.now()
  await report(true)
  await gateway.pass(60)
  for (let passed = 0; passed < 120; passed += 10) {
    await report(false)
    await gateway.pass(10)
  }
})
afterAll(() => gateway[Symbol.asyncDispose]())

const watched = {
  // One that is not probed, so that its samples are ours alone.
  endpoint: 'GET /api/admin/notifications/',
  library: 'EJ-001',
  integration: 'sinli_inbound',
}
const fields = `history { at requests errorRate latency { p50 p95 p99 } }
  hour: history(window: LAST_HOUR) { at requests }
  usual: history(window: null, lengthen: null) { requests }
  lengthened: history(window: LAST_HOUR, lengthen: true) { seconds requests }
  transitions { from to at reason evidence { code n bad } }
  latest: transitions(first: 1) { to }`

const report = (isWell: boolean) =>
  gateway.report(
    ...times(10, outcome(isWell ? 200 : 503, '/api/admin/notifications/')),
    ...times(10, { kind: 'library', id: watched.library, ok: isWell, durationMs: 30 }),
    ...times(10, { kind: 'integration', id: watched.integration, ok: isWell, durationMs: 30 }),
  )

const ms = expect.any(Number)
const point = (minute: number, requests: number, errorRate: number) => ({
  at: new Date(start + minute * 60_000).toISOString(),
  requests,
  errorRate,
  latency: { p50: ms, p95: ms, p99: ms },
})

it.each(Object.entries(watched))('%s returns its traffic over time and its changes of state', async (field, id) => {
  const { [field]: told } = await gateway.data(`{ ${field}(id: "${id}") { ${fields} } }`)

  expect(told.history).toEqual([point(0, 10, 0), point(1, 60, 100), point(2, 60, 100)])
  expect(told.hour).toHaveLength(13)
  // 13 of 18 steps of 10 s have samples.
  expect(told.lengthened).toEqual([10, 30, 30, 30, 30].map((requests) => ({ seconds: 30, requests })))
  expect(told.usual).toEqual(told.history.map(({ requests }: Json) => ({ requests })))
  expect(told.transitions).toMatchObject([
    { from: 'OPERATIVO', to: 'FALLANDO', reason: expect.any(String), evidence: { code: 'ERRORS_FAILING' } },
    { from: 'DESCONOCIDO', to: 'OPERATIVO', reason: expect.any(String), evidence: { code: 'FIRST_SAMPLE', bad: 0 } },
  ])
  expect(told.latest).toEqual([{ to: 'FALLANDO' }])
})

it.each([
  ['endpoint', 'GET /api/admin/search/'],
  ['library', 'EJ-002'],
])('%s without samples has neither history nor transitions', async (field, id) => {
  const { [field]: told } = await gateway.data(`{ ${field}(id: "${id}") { history { at } transitions { at } } }`)

  expect(told).toEqual({ history: [], transitions: [] })
})

it('more transitions than the largest page are refused', async () => {
  const { errors } = await gateway.query('{ library(id: "EJ-001") { transitions(first: 201) { to } } }')

  expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }])
})

it('history and transitions are read with a few statements, however many libraries there are', async () => {
  const page = (first: number) =>
    gateway.data(`{ libraries(first: ${first}) { edges { node { history { at } transitions { at } } } } }`)

  const few = await statementsOf(() => page(1))
  const many = await statementsOf(() => page(6))

  expect(many).toBe(few)
})
