import { clearOldTokens, revokeToken } from '../../../src/auth/tokens/manage-tokens.ts'
import { clearRetiredServices, sharedSourceId } from '../../../src/monitoring/telemetry/sources/source-queries.ts'
import { somebody } from '../../support/auth/operators.ts'
import { givenServiceToken } from '../../support/auth/tokens.ts'
import { givenGateway, outcome, type GivenGateway, type Json } from '../../support/gateway.ts'
import { metricsOf, spansOf } from '../../support/otlp/otlp.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const by = { ...somebody, operator: { ...somebody.operator, role: 'admin' as const } }
const observations = '/ingest/v1/observations'
const metrics = '/ingest/otlp/v1/metrics'

/** A service with its token, and what is known of it and of its integration. */
async function givenService(name = 'Pedidos') {
  const { token, post, get } = await givenServiceToken(gateway, undefined, name)
  const id = String(token.serviceId)
  const read = async () => {
    const row = await gateway.db.service.findUniqueOrThrow({ where: { id }, include: { subject: true } })
    return { ...row, integration: row.subject }
  }
  return { id, token, post, get, read }
}

const far = () => new Date(gateway.clock.now() + 3_600_000).toISOString()
const strange = { kind: 'library', id: 'EJ-NONE', ok: true, durationMs: 1 }

it.each<[string, string, () => Json]>([
  ['observations', observations, () => ({ observations: [outcome(200)] })],
  ['an empty list of observations', observations, () => ({ observations: [] })],
  ['observations of unknown subjects alone', observations, () => ({ observations: [strange] })],
  ['observations of which one is accepted', observations, () => ({ observations: [{}, outcome(200)] })],
  ['metrics', metrics, () => metricsOf('STG', { at: gateway.clock.now() })],
  ['an export without data points', metrics, () => ({ resourceMetrics: [] })],
])(
  'a request with %s is a report: its service has an integration at the next tick, which is Operativo at the second',
  async (_what, path, body) => {
    const { id, post, read } = await givenService()

    expect((await post(path, body())).ok).toBe(true)
    await gateway.pass(10)
    const first = await read()
    await gateway.pass(10)

    expect(first).toMatchObject({ refusedCount: 0, integration: { key: `service_${id}`, name: 'Pedidos' } })
    expect(first.lastReportAt).not.toBeNull()
    expect((await read()).integration?.state).toBe('OPERATIVO')
  },
)

it.each<[string, string, () => Json, string]>([
  [
    'observations of the future alone',
    observations,
    () => ({ observations: [{ ...outcome(200), at: far() }] }),
    'CLOCK_AHEAD',
  ],
  ['observations that cannot be read alone', observations, () => ({ observations: [{}] }), 'UNREADABLE'],
  ['metrics of another environment alone', metrics, () => metricsOf('PRE', { at: gateway.clock.now() }), 'ENVIRONMENT'],
])('a request with %s is a refusal: it is counted until the next report', async (_what, path, body, refusal) => {
  const { post, read } = await givenService()
  for (let times = 0; times < 3; times++) await post(path, body())
  await gateway.pass(10)
  await post(path, body())
  await gateway.pass(10)
  const refused = await read()
  await post(observations, { observations: [] })
  await gateway.pass(10)

  expect(refused).toMatchObject({ refusal, refusedCount: 4, lastReportAt: null, integration: null })
  expect(await read()).toMatchObject({ refusal, refusedCount: 0, lastReportAt: expect.any(Date) })
})

it('traces and records are no reports', async () => {
  const { post, read } = await givenService()
  await post('/ingest/otlp/v1/traces', spansOf('STG', { at: gateway.clock.now() }))
  await post('/ingest/v1/suppliers:batch', { suppliers: [] })
  await gateway.pass(10)

  expect(await read()).toMatchObject({ lastHeardAt: expect.any(Date), lastReportAt: null, integration: null })
})

it('a service is retired with its last token, and deleted when both were kept for thirty days', async () => {
  const { id, token, post, read } = await givenService()
  await post(observations, { observations: [] })
  await gateway.pass(10)
  await revokeToken(gateway.db, token, by, new Date(gateway.clock.now()))
  await gateway.pass(10)

  expect(await read()).toMatchObject({ retiredAt: expect.any(Date), integration: { retiredAt: expect.any(Date) } })
  const later = new Date(gateway.clock.now() + 31 * 86_400_000)
  await clearRetiredServices(gateway.db, later)
  expect(await gateway.db.service.count({ where: { id } })).toBe(1)
  await clearOldTokens(gateway.db, later)
  await clearRetiredServices(gateway.db, later)
  expect(await gateway.db.service.count({ where: { id } })).toBe(0)
})

it('what reports with INGEST_TOKEN is kept while that is not set, with its interval', async () => {
  const retiredAt = new Date(gateway.clock.now())
  const shared = { id: sharedSourceId, name: sharedSourceId, createdAt: retiredAt, retiredAt, intervalSeconds: 10 }
  await gateway.db.service.upsert({ where: { id: sharedSourceId }, create: shared, update: shared })
  await clearRetiredServices(gateway.db, new Date(gateway.clock.now() + 31 * 86_400_000))

  expect(await gateway.db.service.findUnique({ where: { id: sharedSourceId } })).toMatchObject({ intervalSeconds: 10 })
  await gateway.db.service.delete({ where: { id: sharedSourceId } })
})

it('a service that an operator retires stays so until it reports again', async () => {
  const { id, post, read } = await givenService()
  await post(observations, { observations: [] })
  await gateway.pass(10)
  await gateway.data(
    `mutation { retireSubject(input: { kind: INTEGRACIONES, id: "service_${id}", reason: "Una demostración" }) { __typename } }`,
  )
  await gateway.pass(20)
  const retired = await read()
  await post(observations, { observations: [] })
  await gateway.pass(20)

  expect(retired).toMatchObject({ retiredAt: expect.any(Date), integration: { retiredAt: expect.any(Date) } })
  expect(await read()).toMatchObject({ retiredAt: null, integration: { retiredAt: null, state: 'OPERATIVO' } })
})

it('a stated interval is a schedule from the next tick on, of which two intervals and 50 s may pass', async () => {
  const { id, post, read } = await givenService()
  await post(observations, { observations: [] })
  await gateway.pass(10)
  const before = (await read()).integration?.policy
  await gateway.db.service.update({ where: { id }, data: { intervalSeconds: 5 } })
  await gateway.pass(10)
  const { policy, memory } = (await read()).integration ?? {}
  await gateway.db.service.update({ where: { id }, data: { intervalSeconds: null } })
  await gateway.pass(10)

  expect(policy).toMatchObject({ silenceMeans: 'FALLANDO', expectedIntervalMs: 5_000, silenceIntervals: 12 })
  expect(memory).toMatchObject({ silenceFrom: gateway.clock.now() - 10_000 })
  expect((await read()).integration?.policy).toEqual(before)
})

it('the integration of a service has another key where an integration of before has its key', async () => {
  const { id, post, read } = await givenService()
  const key = `service_${id}`
  const subject = await gateway.db.subject.create({ data: { kind: 'INTEGRACIONES', key, name: 'La primera' } })
  await gateway.db.integration.create({ data: { key, name: 'La primera', subjectId: subject.id } })
  await gateway.pass(10)
  await post(observations, { observations: [] })
  await gateway.pass(10)
  await post(observations, { observations: [] })
  await gateway.pass(20)

  expect((await read()).integration).toMatchObject({ key: `${key}_2`, name: 'Pedidos', state: 'OPERATIVO' })
  expect(await gateway.db.subject.findUnique({ where: { id: subject.id } })).toMatchObject({ key, name: 'La primera' })
})
