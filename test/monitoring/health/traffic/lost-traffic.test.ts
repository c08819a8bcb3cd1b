import { givenGateway, outcome, times, type GivenGateway, type Json } from '../../../support/gateway.ts'
import { givenUsualTraffic } from '../../../support/monitoring/learned-traffic.ts'
import { hours } from '../../../support/monitoring/traffic.ts'
import { givenService, listOpen, passReporting } from '../../../support/monitoring/services.ts'

const id = 'GET /api/admin/libraries/'

let gateway: GivenGateway
beforeEach(async () => {
  gateway = await givenGateway()
})
afterEach(() => gateway[Symbol.asyncDispose]())

const good = outcome(200, undefined, 9)

/** So many seconds with two requests in each ten, or as many as given. */
async function lives(seconds: number, requests = 2): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 10) {
    if (requests > 0) await gateway.report(...times(requests, good))
    await gateway.pass(10)
  }
}

const read = async (): Promise<Json> => {
  const { endpoint } = await gateway.data(
    `query ($id: ID!) { endpoint(id: $id) { state reason evidence { code windowSeconds n bad p95 observedPerMinute expectedPerMinute }
      pending { state requiredSeconds limits { signal percent current exceeded } }
      recovering { state since requiredSeconds limits { signal percent current exceeded } }
      openIncident { id severity noData canAcceptLatency reason evidence { code } }
      policy { effective { traffic trafficBudget { reason expectedPerMinute expectedByHour observedPerMinute learning { daysLeft hours leastHours } } } } } }`,
    { id },
  )
  return endpoint
}

/** The seconds until the endpoint is Degradado, without a request, and the timer that was shown before. */
async function untilDegraded(most = 600): Promise<{ seconds: number; pending: unknown }> {
  let pending: unknown = null
  for (let seconds = 0; seconds <= most; seconds += 10) {
    const endpoint = await read()
    if (endpoint['state'] === 'DEGRADADO') return { seconds, pending }
    pending ??= endpoint['pending']
    await gateway.pass(10)
  }
  return { seconds: Infinity, pending }
}

it('an endpoint that loses its callers is Degradado after a timer, with both numbers, until they are back for five minutes', async () => {
  await lives(330)
  await givenUsualTraffic(gateway, id, 12)
  expect(await read()).toMatchObject({
    ...{ state: 'OPERATIVO', openIncident: null },
    policy: {
      effective: {
        traffic: 'LEARNED',
        trafficBudget: {
          reason: 'LEARNED',
          expectedPerMinute: 8.4,
          expectedByHour: Array.from({ length: 48 }, () => 8.4),
          observedPerMinute: expect.closeTo(12, 0),
          learning: null,
        },
      },
    },
  })

  const { seconds, pending } = await untilDegraded()
  expect(seconds).toBeLessThanOrEqual(330)
  expect(pending).toMatchObject({
    ...{ state: 'DEGRADADO', requiredSeconds: 30 },
    limits: [{ signal: 'TRAFFIC', percent: 50, exceeded: true }],
  })
  const lost = await read()
  expect(lost).toMatchObject({
    evidence: { code: 'TRAFFIC_DROP', windowSeconds: 300, expectedPerMinute: 8.4 },
    openIncident: { severity: 'DEGRADADO', evidence: { code: 'TRAFFIC_DROP' }, canAcceptLatency: true },
    recovering: {
      ...{ state: 'OPERATIVO', since: null, requiredSeconds: 300 },
      limits: [{ signal: 'TRAFFIC', percent: 80, exceeded: true }],
    },
  })
  expect(lost['reason']).toMatch(
    /^Llegan menos peticiones de lo habitual: [\d,]+ por minuto en 5 min; se esperan al menos 8,4\.$/,
  )

  // Our own probes, which go on, are no requests.
  await lives(330, 0)
  expect(await read()).toMatchObject({
    state: 'DEGRADADO',
    policy: { effective: { trafficBudget: { observedPerMinute: 0 } } },
  })
  await lives(400)
  expect(await read()).toMatchObject({ state: 'DEGRADADO' })
  await lives(200)
  expect(await read()).toMatchObject({
    ...{ state: 'OPERATIVO', openIncident: null, evidence: { code: 'RECOVERED', observedPerMinute: 12 } },
    reason: 'Recuperado: 12 por minuto en 5 min, al menos el 80 % de lo que se espera (8,4).',
  })
})

it('the failed ones among the few that still come are counted', async () => {
  await lives(330)
  await givenUsualTraffic(gateway, id, 12)
  for (let sent = 0; sent < 60 && (await read())['state'] !== 'DEGRADADO'; sent++) {
    if (sent % 8 === 0) await gateway.report({ ...good, status: sent < 24 ? 500 : 200 })
    await gateway.pass(10)
  }

  const { evidence } = await read()
  expect(evidence).toMatchObject({ code: 'TRAFFIC_DROP', bad: 3, p95: expect.any(Number) })
  expect(evidence.n).toBeGreaterThan(3)
})

it('a reason is of what holds now: errors that outlast a drop, and a drop that outlasts errors', async () => {
  await lives(330)
  await givenUsualTraffic(gateway, id, 12)
  await untilDegraded()
  const fail = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 10) {
      await gateway.report(...times(3, good), { ...good, status: passed % 60 === 0 ? 500 : 200 })
      await gateway.pass(10)
    }
  }
  await fail(700)
  const failing = await read()
  expect(failing).toMatchObject({
    ...{ state: 'DEGRADADO', evidence: { code: 'ERRORS_DEGRADED' } },
    openIncident: { evidence: { code: 'ERRORS_DEGRADED' }, reason: failing['reason'], canAcceptLatency: false },
  })

  for (let passed = 0; passed < 1_200; passed += 30) await lives(30, passed % 60 === 0 ? 1 : 0)
  expect(await read()).toMatchObject({
    ...{ state: 'DEGRADADO', evidence: { code: 'TRAFFIC_DROP' } },
    openIncident: { id: failing['openIncident']['id'], evidence: { code: 'TRAFFIC_DROP' }, canAcceptLatency: true },
  })
})

it('in a maintenance nothing is lost, and its requests are missing only five minutes after it', async () => {
  await lives(330)
  await givenUsualTraffic(gateway, id, 12)
  await gateway.data(`mutation ($input: MaintenanceInput!) { planMaintenance(input: $input) { id } }`, {
    input: {
      reason: 'Database',
      startsAt: new Date(gateway.clock.now()).toISOString(),
      endsAt: new Date(gateway.clock.now() + 600_000).toISOString(),
      matcher: { subjects: [{ kind: 'ENDPOINTS', id }] },
    },
  })
  await lives(600, 0)
  expect(await read()).toMatchObject({ openIncident: null })

  await lives(280, 0)
  expect(await read()).toMatchObject({ openIncident: null })
  await lives(100, 0)
  expect(await read()).toMatchObject({ openIncident: { evidence: { code: 'TRAFFIC_DROP' } } })
})

it('a stopped service has one incident, and its endpoints none for the requests that it does not report', async () => {
  const shop = await givenService(gateway, 'Tienda', 10)
  await passReporting(gateway, 310, [[shop, ...times(2, good)]])
  await givenUsualTraffic(gateway, id, 12)

  await gateway.pass(600)

  expect(await listOpen(gateway)).toEqual([{ name: 'Tienda', suppressed: false, severity: 'FALLANDO' }])
  await passReporting(gateway, 280, [shop])
  expect(await listOpen(gateway)).toEqual([])
  await passReporting(gateway, 100, [shop])
  expect(await listOpen(gateway)).toMatchObject([{ severity: 'DEGRADADO' }])
})

it('of a retired integration that is registered again, requests are missing only after its first sample since then', async () => {
  const register = () =>
    fetch(`${gateway.url}/ingest/v1/integrations/erp`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${gateway.ingestToken}` },
      body: JSON.stringify({ name: 'ERP' }),
    })
  await register()
  const shop = await givenService(gateway, 'Tienda', 10)
  const sample = { kind: 'integration' as const, id: 'erp', ok: true, durationMs: 20 }
  await passReporting(gateway, 330, [[shop, sample, sample]])
  await givenUsualTraffic(gateway, 'erp', 12)
  await gateway.query('mutation ($input: RetireSubjectInput!) { retireSubject(input: $input) { retiredAt } }', {
    input: { kind: 'INTEGRACIONES', id: 'erp', reason: 'Switched off.' },
  })
  await passReporting(gateway, 600, [shop])
  await register()

  await passReporting(gateway, 600, [shop])
  expect(await listOpen(gateway)).toEqual([])
  await passReporting(gateway, 10, [[shop, sample]])
  await passReporting(gateway, 280, [shop])
  expect(await listOpen(gateway)).toEqual([])
  await passReporting(gateway, 60, [shop])
  expect(await listOpen(gateway)).toMatchObject([{ name: 'ERP', severity: 'DEGRADADO' }])
})

it('accepting it as normal resolves it, which is audited, and learning begins anew', async () => {
  await lives(330)
  await givenUsualTraffic(gateway, id, 12)
  await untilDegraded()
  const { openIncident } = await read()

  await gateway.data(
    `mutation ($input: AcceptIncidentLatencyInput!) { acceptIncidentLatency(input: $input) { incident { id } } }`,
    { input: { id: openIncident['id'] } },
  )
  const entry = await gateway.db.auditEntry.findFirstOrThrow({
    where: { object: `incident:${openIncident['id']}`, action: 'incident.resolved' },
  })
  expect(entry).toMatchObject({
    before: { expectedPerMinute: 8.4 },
    after: { resolution: 'ACCEPTED_AS_NORMAL', expectedPerMinute: null },
  })
  await lives(300, 0)

  expect(await read()).toMatchObject({
    openIncident: null,
    policy: {
      effective: {
        trafficBudget: {
          ...{ reason: 'LEARNING', expectedPerMinute: null },
          learning: { daysLeft: 14, hours: 0, leastHours: 10 },
        },
      },
    },
  })
})

/** An endpoint that is never probed, so that it has no samples at all without requests. */
const ofServices = 'POST /api/admin/customers/:id/unlock-login/'

describe('an endpoint that gets no request at all', () => {
  const request = { ...outcome(200, '/api/admin/customers/7/unlock-login/', 9), method: 'POST' }
  const arrive = async (seconds: number): Promise<void> => {
    for (let passed = 0; passed < seconds; passed += 10) {
      await gateway.report(...times(2, request))
      await gateway.pass(10)
    }
  }
  const status = async (): Promise<Json> =>
    (
      await gateway.data(
        `query ($id: ID!) { endpoint(id: $id) { state openIncident { id noData } transitions(first: 20) { to } } }`,
        { id: ofServices },
      )
    )['endpoint']
  const resolve = async (force: boolean): Promise<Json> =>
    gateway.query(
      `mutation ($id: ID!, $force: Boolean!) { resolveIncident(id: $id, reason: "Known.", force: $force) { status } }`,
      { id: (await status())['openIncident']['id'], force },
    )
  const statesOf = ({ transitions }: Json) => transitions.map(({ to }: Json) => to)

  it('stays Degradado for as long as some are expected, and is resolved by hand only by force', async () => {
    await arrive(330)
    await givenUsualTraffic(gateway, ofServices, 12)
    await gateway.pass(2_000)

    const lost = await status()
    expect(lost).toMatchObject({ state: 'DEGRADADO', openIncident: { noData: false } })
    expect(statesOf(lost)).toEqual(['DEGRADADO', 'OPERATIVO'])
    expect((await resolve(false))['errors'][0].extensions).toMatchObject({ code: 'CONDITION_HOLDS' })
    await resolve(true)
    await gateway.pass(290)
    expect(await status()).toMatchObject({ state: 'DEGRADADO', openIncident: null })
    await gateway.pass(20)
    expect(await status()).toMatchObject({ state: 'DEGRADADO', openIncident: { noData: false } })
  })

  it('and whose service came back without any is Degradado from then on', async () => {
    const shop = await givenService(gateway, 'Tienda', 10)
    await passReporting(gateway, 310, [[shop, ...times(2, request)]])
    await givenUsualTraffic(gateway, ofServices, 12)
    await gateway.pass(1_200)
    await passReporting(gateway, 1_200, [shop])

    expect(statesOf(await status())).toEqual(['DEGRADADO', 'DESCONOCIDO', 'OPERATIVO'])
  })

  it('stays Desconocido where its service came back without any, and it is accepted as normal', async () => {
    const shop = await givenService(gateway, 'Tienda', 10)
    await passReporting(gateway, 310, [[shop, ...times(2, request)]])
    await givenUsualTraffic(gateway, ofServices, 12)
    await passReporting(gateway, 330, [shop])
    await gateway.pass(120)
    await passReporting(gateway, 20, [shop])
    const { state, openIncident } = await status()
    expect(state).toBe('DESCONOCIDO')

    await gateway.data(
      `mutation ($input: AcceptIncidentLatencyInput!) { acceptIncidentLatency(input: $input) { incident { id } } }`,
      { input: { id: openIncident['id'] } },
    )
    expect(await status()).toMatchObject({ state: 'DESCONOCIDO', openIncident: null })
  })

  it('is Desconocido once nothing is learned of it any more, and nothing is written of it', async () => {
    await arrive(330)
    await givenUsualTraffic(gateway, ofServices, 12)
    await gateway.pass(1_200)

    await gateway.data(
      `mutation ($i: SetSubjectPolicyInput!) { setSubjectPolicy(input: $i) { policy { effective { traffic } } } }`,
      {
        i: { kind: 'ENDPOINTS', id: ofServices, overrides: { traffic: 'OFF' } },
      },
    )
    await gateway.pass(20)
    expect(await status()).toMatchObject({ state: 'DESCONOCIDO', openIncident: { noData: true } })
    const version = async () => (await gateway.db.subject.findFirstOrThrow({ where: { key: ofServices } })).version
    const before = await version()
    await gateway.pass(60)
    expect(await version()).toBe(before)
  })
})

it('a resolution by force is followed by a new incident while the requests are missing', async () => {
  await lives(330)
  await givenUsualTraffic(gateway, id, 12)
  await untilDegraded()
  const resolve = (force: boolean) =>
    gateway.query(
      `mutation ($id: ID!, $force: Boolean!) { resolveIncident(id: $id, reason: "Known.", force: $force) { status } }`,
      { id: openIncident['id'], force },
    )
  const { openIncident } = await read()

  expect((await resolve(false))['errors'][0].extensions).toMatchObject({
    code: 'CONDITION_HOLDS',
    evidence: { code: 'TRAFFIC_DROP' },
  })
  await resolve(true)
  await lives(20, 0)
  expect(await read()).toMatchObject({ openIncident: null })
  await lives(300, 0)

  expect(await read()).toMatchObject({ openIncident: { evidence: { code: 'TRAFFIC_DROP' } } })
})

it('an hour that has ended is written as its ticks saw it', async () => {
  await lives(330)
  await givenUsualTraffic(gateway, id, 12)
  const start = Math.floor(gateway.clock.now() / hours(1)) * hours(1) - hours(3)
  const hour = JSON.stringify({ start, fewest: 57 })
  await gateway.db.$executeRaw`
    UPDATE "Subject" SET "memory" = jsonb_set("memory", '{traffic,hour}', ${hour}::jsonb) WHERE "key" = ${id}`
  await lives(20)

  const { memory } = await gateway.db.subject.findFirstOrThrow({ where: { key: id } })
  const [ended] = await gateway.db.trafficHour.findMany({ orderBy: { start: 'asc' } })
  expect(ended).toMatchObject({ start: new Date(start), fewest: 57 })
  expect(memory).toMatchObject({ traffic: { hour: { fewest: 58 } } })
})
