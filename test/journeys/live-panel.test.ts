import { givenGateway, outcome, times, type GivenGateway, type Json } from '../support/gateway.ts'

let gateway: GivenGateway
const panel = 'subscription { notifications { revision badge profileBadge categories { kind severity count } } }'
const failingEndpoints = ({ notifications }: Json) => countOf(notifications, 'ENDPOINTS', 'FALLANDO')
const countOf = (shown: Json, kind: string, severity: string): number =>
  shown['categories'].find((category: Json) => category['kind'] === kind && category['severity'] === severity).count

async function failFor(seconds: number) {
  for (let passed = 0; passed < seconds; passed += 10) {
    await gateway.report(...times(10, outcome(503)))
    await gateway.pass(10)
  }
}

async function recoverFor(seconds: number) {
  for (let passed = 0; passed < seconds; passed += 10) {
    await gateway.report(...times(10, outcome(200)))
    await gateway.pass(10)
  }
}

describe('a live panel', () => {
  beforeEach(async () => {
    gateway = await givenGateway()
  })
  afterEach(() => gateway[Symbol.asyncDispose]())

  it('is notified when an endpoint fails, when it loses severity, in one message, and when it recovers', async () => {
    const heard = gateway.listen(panel)
    const quiet = (await heard.next())['notifications']

    await failFor(60)
    const failing = await heard.until((data) => failingEndpoints(data) === 1)
    await recoverFor(260)
    const better = await heard.until((data) => failingEndpoints(data) === 0)
    await recoverFor(340)
    const recovered = await heard.until((data) => data['notifications'].badge === 0)

    expect(quiet).toMatchObject({ badge: 0, profileBadge: 0 })
    expect(failing['notifications']).toMatchObject({ badge: 1, profileBadge: 1 })
    expect(failing['notifications'].revision).toBeGreaterThan(quiet.revision)
    expect(recovered['notifications'].revision).toBeGreaterThan(better['notifications'].revision)
    expect(
      ['FALLANDO', 'DEGRADADO'].map((severity) => countOf(better['notifications'], 'ENDPOINTS', severity)),
    ).toEqual([0, 1])
    await heard.end()
  })

  it('is sent new inventory figures after every tick with samples', async () => {
    const heard = gateway.listen('subscription { inventory { revision criticalEndpoints { path errorRate } } }')
    const first = await heard.next()

    await gateway.report(...times(20, outcome(200)))
    await gateway.pass(10)
    const next = await heard.next()

    expect(next['inventory'].revision).toBeGreaterThan(first['inventory'].revision)
    expect(
      next['inventory'].criticalEndpoints.find((one: Json) => one['path'] === '/api/admin/libraries/').errorRate,
    ).toBe(0)
    await heard.end()
  })
})

describe('while one endpoint fails', () => {
  beforeAll(async () => {
    gateway = await givenGateway()
    await failFor(60)
  })
  afterAll(() => gateway[Symbol.asyncDispose]())

  it('the state, the incident and its timeline are explained with numbers', async () => {
    const { inventory, notifications, incidents } = await gateway.data(`{
      inventory { criticalEndpoints { path state reason errorRate latencyMs evidence { code n bad threshold windowSeconds } openIncident { id severity } } areas { name state } }
      notifications { categories { kind severity unacknowledgedCount } }
      incidents { totalCount edges { node { kind subject { id name } status severity maxSeverity reason openedAt resolvedAt timeline { at event by note } } } } }`)

    const endpoint = inventory.criticalEndpoints.find((one: Json) => one['path'] === '/api/admin/libraries/')
    expect(endpoint).toMatchObject({
      state: 'FALLANDO',
      errorRate: 100,
      openIncident: { severity: 'FALLANDO' },
      evidence: { code: 'ERRORS_FAILING', threshold: 10 },
    })
    expect(endpoint.reason).toMatch(/de \d+ fallidas en .* \(100,00 %\); el límite es 10,00 %/)
    expect(inventory.areas.find((one: Json) => one['name'] === 'Clientes').state).toBe('FALLANDO')
    expect(notifications.categories).toContainEqual({ kind: 'ENDPOINTS', severity: 'FALLANDO', unacknowledgedCount: 1 })
    expect(incidents.totalCount).toBe(1)
    expect(incidents.edges[0].node).toMatchObject({
      kind: 'ENDPOINTS',
      status: 'OPEN',
      severity: 'FALLANDO',
      resolvedAt: null,
      subject: { id: 'GET /api/admin/libraries/' },
    })
    expect(incidents.edges[0].node.timeline.map((entry: Json) => entry['event'])).toEqual(['OPENED'])
  })

  it('opening the panel clears the profile badge of the operator', async () => {
    const { markNotificationsSeen } = await gateway.data('mutation { markNotificationsSeen { badge profileBadge } }')

    expect(markNotificationsSeen).toEqual({ badge: 1, profileBadge: 0 })
  })

  it('one of two operators takes the incident, and the other gets a conflict', async () => {
    const { incidents } = await gateway.data('{ incidents { edges { node { id } } } }')
    const { id } = incidents.edges[0].node
    const take = () =>
      gateway.query(
        'mutation ($id: ID!) { acknowledgeIncident(id: $id, note: "voy") { status acknowledgedBy timeline { event by note } } }',
        { id },
      )

    const answers = await Promise.all([take(), take()])

    const won = answers.filter(({ errors }) => !errors)
    const lost = answers.filter(({ errors }) => errors)
    expect(won).toHaveLength(1)
    expect(won[0]?.['data'].acknowledgeIncident).toMatchObject({
      status: 'ACKNOWLEDGED',
      acknowledgedBy: expect.any(String),
    })
    expect(won[0]?.['data'].acknowledgeIncident.timeline.at(-1)).toMatchObject({ event: 'ACKNOWLEDGED', note: 'voy' })
    expect(lost[0]?.['errors'][0].extensions.code).toBe('CONFLICT')
    const { notifications } = await gateway.data('{ notifications { badge categories { count unacknowledgedCount } } }')
    expect(notifications.badge).toBe(1)
    expect(notifications.categories).toContainEqual({ count: 1, unacknowledgedCount: 0 })
  })

  it('the incident is not resolved while the condition holds, and if forced is followed by another', async () => {
    const { incidents } = await gateway.data('{ incidents { edges { node { id } } } }')
    const { id } = incidents.edges[0].node
    const resolve = (force: boolean) =>
      gateway.query(
        'mutation ($id: ID!, $force: Boolean) { resolveIncident(id: $id, reason: "mantenimiento", force: $force) { status resolution } }',
        { id, force },
      )

    const refused = await resolve(false)
    const forced = await resolve(true)
    const afterwards = await gateway.data('{ notifications { badge } }')
    await failFor(310)
    const again = await gateway.data(
      '{ notifications { badge } incidents { edges { node { id status previous { id } } } } }',
    )

    expect(refused['errors'][0].extensions.code).toBe('CONDITION_HOLDS')
    expect(refused['errors'][0].message).toMatch(/^The condition still holds: \d+ of \d+ failed/)
    expect(forced['data'].resolveIncident).toEqual({ status: 'RESOLVED', resolution: 'BY_FORCE' })
    expect(afterwards['notifications'].badge).toBe(0)
    expect(again['notifications'].badge).toBe(1)
    expect(again['incidents'].edges[0].node).toMatchObject({ status: 'OPEN', previous: { id } })
  })
})
