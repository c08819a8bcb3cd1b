import { givenDestination } from '../../support/alerting/destinations.ts'
import { givenServiceToken } from '../../support/auth/tokens.ts'
import { givenGateway, type GivenGateway, type Json } from '../../support/gateway.ts'
import { givenHeartbeat } from '../../support/monitoring/heartbeats.ts'
import { givenService, passReporting } from '../../support/monitoring/services.ts'

const setPolicy = `mutation ($id: ID!, $overrides: ThresholdOverrides!) {
  setSubjectPolicy(input: { kind: INTEGRACIONES, id: $id, overrides: $overrides }) { policy { effective { expectedIntervalMs } } }
}`
const preview = `query ($id: ID!, $overrides: ThresholdOverrides!) {
  previewPolicy(input: { kind: INTEGRACIONES, id: $id, overrides: $overrides }) { problems { fields message } }
}`
const trafficBudget = `query ($id: ID!) {
  integration(id: $id) {
    policy { effective { trafficBudget { reason expectedPerMinute observedPerMinute learning { hours } } } }
  }
}`

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
  const services = [await givenService(gateway, 'Una', 10), await givenService(gateway, 'Otra', 10)]
  await givenDestination(gateway, 'https://avisos.example.com/')
  await givenHeartbeat(gateway)
  await passReporting(gateway, 20, services)
})
afterAll(() => gateway[Symbol.asyncDispose]())

const keyOf = async (name: string): Promise<string> =>
  (await gateway.db.subject.findFirstOrThrow({ where: { kind: 'INTEGRACIONES', name } })).key

it('no report of a service is about what Vigía observes itself', async () => {
  const own = await gateway.db.integration.findMany({ where: { key: { not: 'sinli_inbound' } } })
  const { post } = await givenServiceToken(gateway, ['ingest:observations'], 'Tercera')
  const at = new Date(gateway.clock.now()).toISOString()
  const observations = own.map(({ key }) => ({ kind: 'integration', id: key, ok: true, durationMs: 5, at }))
  const answer = (await (await post('/ingest/v1/observations', { observations })).json()) as Json

  expect(own.map(({ key }) => key.replace(/_.*/, '')).sort()).toEqual([
    ...['destination', 'heartbeat', 'service', 'service', 'telemetry'],
  ])
  expect(answer).toMatchObject({
    accepted: 0,
    rejected: own.map(({ key }, index) => ({
      index,
      reason: `The key ${key} is reserved for what Vigía observes itself.`,
    })),
  })
})

it.each([{ expectedIntervalMs: 3_600_000 }, { expectedIntervalMs: null }, { silenceMeans: 'DESCONOCIDO' }])(
  'how often a service reports is no threshold of its integration: %j',
  async (overrides) => {
    const variables = { id: await keyOf('Una'), overrides }
    const { errors } = await gateway.query(setPolicy, variables)
    const { previewPolicy } = await gateway.data(preview, variables)

    expect(errors?.[0]).toMatchObject({ message: expect.stringContaining('setServiceInterval') })
    expect(previewPolicy.problems).toContainEqual({
      fields: ['silenceMeans'],
      message: expect.stringContaining('setServiceInterval'),
    })
  },
)

it('other thresholds of a service can be changed', async () => {
  const variables = { id: await keyOf('Una'), overrides: { silenceIntervals: 20, expectedIntervalMs: 10_000 } }
  expect(await gateway.data(setPolicy, variables)).toMatchObject({
    setSubjectPolicy: { policy: { effective: { expectedIntervalMs: 10_000 } } },
  })
})

it('no traffic is expected of what Vigía observes itself, as no service reports it', async () => {
  const own = await gateway.db.integration.findMany({ where: { key: { not: 'sinli_inbound' } } })
  const budgets = await Promise.all(own.map(({ key }) => gateway.data(trafficBudget, { id: key })))

  const none = { reason: 'OFF', expectedPerMinute: null, observedPerMinute: null, learning: null }
  expect(budgets.map(({ integration }) => integration.policy.effective.trafficBudget)).toEqual(own.map(() => none))
})
