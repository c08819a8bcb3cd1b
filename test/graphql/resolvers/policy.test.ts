import { casesOf } from '../../support/extent.ts'
import { givenGateway, outcome, times, type GivenGateway, type Json } from '../../support/gateway.ts'
import { givenSignedIn } from '../../support/auth/operators.ts'
import { addDuration, createHistogram, encode } from '../../../src/monitoring/telemetry/histogram.ts'

const path = '/api/admin/libraries/'
const id = `GET ${path}`
const hour = 3_600_000

let gateway: GivenGateway
const start = async () => {
  gateway = await givenGateway()
}
const stop = () => gateway[Symbol.asyncDispose]()

const policyOf = async (): Promise<Json> => {
  const { endpoint } = await gateway.data(
    `query ($id: ID!) { endpoint(id: $id) { policy { overridden effective { ...T } default { ...T } } } }
     fragment T on Thresholds { failingEnter degradedEnter slowBudgetMs shortWindowMs silenceMeans expectedIntervalMs }`,
    { id },
  )
  return endpoint.policy
}

const setting = `mutation ($input: SetSubjectPolicyInput!) { setSubjectPolicy(input: $input) {
  policy { overridden effective { failingEnter } } previous { overridden effective { failingEnter } } } }`

const set = async (overrides: Json, subject: Json = { kind: 'ENDPOINTS', id }): Promise<Json> =>
  gateway.query(setting, { input: { ...subject, overrides } })

const previewing = `query ($input: PreviewPolicyInput!) { previewPolicy(input: $input) {
  problems { fields message }
  comparison {
    from to exactFrom resolutions { bucketSeconds } thresholds { failingLeast } incidentDifference minuteDifference
    happened { ...O } current { ...O } proposed { ...O } } } }
  fragment O on PreviewOutcome { incidentCount minutes incidents { id openedAt resolvedAt severity } }`

const preview = async (overrides: Json): Promise<Json> => {
  const { previewPolicy } = await gateway.data(previewing, { input: { kind: 'ENDPOINTS', id, overrides } })
  return previewPolicy
}

/** Minutes of requests every ten seconds, of which some are bad. */
async function requests(minutes: number, { good, bad }: { good: number; bad: number }) {
  for (let step = 0; step < minutes * 6; step++) {
    await gateway.report(...times(good, outcome(200)), ...times(bad, outcome(500)))
    await gateway.pass(10)
  }
}

const openIncidents = () => gateway.db.incident.count({ where: { openKey: { not: null } } })

describe('the policy of a subject', () => {
  beforeAll(start)
  afterAll(stop)
  afterEach(async () => {
    const { overridden } = await policyOf()
    await set(Object.fromEntries(overridden.map((name: string) => [name, null])))
  })

  it('is the default of a critical subject until it has overrides', async () => {
    const critical = { failingEnter: 0.1, degradedEnter: 0.02, slowBudgetMs: 500, shortWindowMs: 60_000 }
    const usual = { ...critical, silenceMeans: 'DESCONOCIDO', expectedIntervalMs: null }

    expect(await policyOf()).toEqual({ overridden: [], effective: usual, default: usual })
    await set({ failingEnter: 0.4, slowBudgetMs: 900 })

    expect(await policyOf()).toEqual({
      overridden: ['slowBudgetMs', 'failingEnter'],
      effective: { ...usual, failingEnter: 0.4, slowBudgetMs: 900 },
      default: usual,
    })
  })

  it.each([
    ['library(id: "BKV")', 'libraries(first: 1) { edges { node { id policy { overridden } } } }'],
    ['integration', 'integrations { id policy { overridden } }'],
  ])('is returned for each %s', async (_, selection) => {
    expect(JSON.stringify(await gateway.data(`{ ${selection} }`))).toContain('"policy":{"overridden":[]}')
  })

  it('keeps overrides that a change does not name, and resets those that are null', async () => {
    await set({ failingEnter: 0.4, slowBudgetMs: 900 })

    const { data } = await set({ failingEnter: null, degradedLeast: 7 })

    expect(data.setSubjectPolicy).toEqual({
      policy: { overridden: ['slowBudgetMs', 'degradedLeast'], effective: { failingEnter: 0.1 } },
      previous: { overridden: ['slowBudgetMs', 'failingEnter'], effective: { failingEnter: 0.4 } },
    })
  })

  it('is audited with its overrides before and after, and only where they change', async () => {
    await set({ failingEnter: 0.4 })
    await set({ failingEnter: 0.4 })
    await set({ failingEnter: null, slowBudgetMs: 900 })

    const { audit } = await gateway.data(
      '{ audit(first: 2, filter: { action: "policy.set" }) { edges { node { actor object before after } } } }',
    )
    const entry = { actor: gateway.email, object: `endpoint:${id}` }
    expect(audit.edges.map(({ node }: Json) => node)).toEqual([
      { ...entry, before: { failingEnter: 0.4 }, after: { slowBudgetMs: 900 } },
      { ...entry, before: {}, after: { failingEnter: 0.4 } },
    ])
  })

  it('is rejected as a whole, with a sentence for each invalid number', async () => {
    const { errors } = await set({ exitShare: 2, shortWindowMs: 15_000, slowBudgetMs: 100 })
    const contradicting = await set({ degradedEnter: 0.5, silenceMinMs: 1e9 })

    expect(errors).toMatchObject([
      {
        message:
          'The threshold exitShare is a ratio over 0 and up to 1, not 2. ' +
          'The threshold shortWindowMs is a number of milliseconds, a multiple of 10000 and at most 3600000, not 15000.',
        extensions: { code: 'INVALID_INPUT' },
      },
    ])
    expect(contradicting['errors'][0].message).toBe(
      'The threshold degradedEnter is at most failingEnter. The threshold silenceMinMs is at most silenceMaxMs.',
    )
    expect((await policyOf())['overridden']).toEqual([])
  })

  it('is changed only by administrators, and only for subjects that exist', async () => {
    const operador = await givenSignedIn(gateway, 'operador')
    const input = { kind: 'ENDPOINTS', id, overrides: { failingEnter: 0.4 } }

    expect(await operador.ask(setting, { input })).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] })
    expect(await set({}, { kind: 'LIBRERIAS', id })).toMatchObject({
      errors: [{ message: `There is no subject LIBRERIAS ${id}.`, extensions: { code: 'NOT_FOUND' } }],
    })
  })
})

describe('the next evaluation', () => {
  beforeEach(start)
  afterEach(stop)

  it('uses the new policy of a subject', async () => {
    await requests(2, { good: 5, bad: 0 })
    await set({ failingLeast: 100, degradedLeast: 100 })
    await requests(2, { good: 1, bad: 4 })
    expect(await openIncidents()).toBe(0)

    await set({ failingLeast: null, degradedLeast: null, pendingFailingMs: 0 })
    await gateway.pass(10)

    expect(await openIncidents()).toBe(1)
  })
})

describe('a preview of a policy', () => {
  beforeEach(start)
  afterEach(stop)

  it('contains the incident that would have opened, and saves nothing', async () => {
    await requests(casesOf(3, 10), { good: 5, bad: 0 })
    await set({ failingLeast: 1000, degradedLeast: 1000 })
    const began = gateway.clock.now()
    await requests(5, { good: 0, bad: 5 })
    await requests(casesOf(12, 20), { good: 5, bad: 0 })

    const { comparison, problems } = await preview({ failingLeast: null, degradedLeast: null })

    expect(problems).toEqual([])
    expect(comparison.happened).toEqual({ incidentCount: 0, minutes: 0, incidents: [] })
    expect(comparison.current).toEqual(comparison.happened)
    expect(comparison.proposed).toMatchObject({ incidentCount: 1, incidents: [{ id: null, severity: 'FALLANDO' }] })
    const [incident] = comparison.proposed.incidents
    expect(Date.parse(incident.openedAt) - began).toBeLessThanOrEqual(60_000)
    expect(Date.parse(incident.resolvedAt)).toBeGreaterThan(began + 5 * 60_000)
    expect(comparison).toMatchObject({
      thresholds: { failingLeast: 3 },
      incidentDifference: 1,
      minuteDifference: comparison.proposed.minutes,
      resolutions: [{ bucketSeconds: 10 }],
    })
    expect((await policyOf())['overridden']).toEqual(['degradedLeast', 'failingLeast'])
  })

  it('with the saved overrides contains the incidents that happened, at the same ticks', async () => {
    await requests(3, { good: 5, bad: 0 })
    await requests(3, { good: 1, bad: 5 })
    await requests(casesOf(12, 25), { good: 5, bad: 0 })

    const { comparison } = await preview({})

    const [happened] = comparison.happened.incidents
    expect(happened).toMatchObject({ id: expect.any(String), resolvedAt: expect.any(String) })
    expect(comparison.proposed.incidents).toEqual([{ ...happened, id: null }])
    expect(comparison).toMatchObject({ incidentDifference: 0, minuteDifference: 0 })
  })

  it('evaluates older history in longer buckets, and says from when on it is exact', async () => {
    const now = gateway.clock.now()
    const { id: subjectId } = await gateway.db.subject.findFirstOrThrow({ where: { key: id } })
    const row = (span: number, start: number, n: number, bad: number) => {
      const histogram = createHistogram()
      for (let sample = 0; sample < n; sample++) addDuration(histogram, 40)
      const durations = Buffer.from(encode(histogram))
      return {
        subjectId,
        span,
        start: new Date(start),
        source: 'rollup',
        n,
        bad,
        slow: 0,
        sumMs: 0,
        tail: 0,
        durations,
      }
    }
    const hours = (back: number) => Math.floor(now / hour) * hour - back * hour
    await gateway.db.bucket.createMany({
      data: [
        ...[60, 59].map((back) => row(3600, hours(back), 600, 0)),
        row(3600, hours(58), 600, 300),
        ...[57, 56].map((back) => row(3600, hours(back), 600, 0)),
        row(3600, hours(91 * 24), 600, 600),
        ...[0, 1, 2].map((minute) => row(60, hours(20) + minute * 60_000, 10, 0)),
      ],
    })

    const { comparison } = await preview({})

    expect(comparison.resolutions).toEqual([{ bucketSeconds: 3600 }, { bucketSeconds: 60 }])
    expect(Date.parse(comparison.exactFrom)).toBe(Math.ceil((now - 6 * hour) / 60_000) * 60_000)
    expect(comparison.proposed).toMatchObject({ incidentCount: 1, incidents: [{ severity: 'FALLANDO' }] })
    expect(Date.parse(comparison.proposed.incidents[0].openedAt) - hours(58)).toBeLessThan(5 * 60_000)
  })

  it('says what lost traffic would have changed, for an endpoint that a service reports', async () => {
    const { id: subjectId } = await gateway.db.subject.findFirstOrThrow({ where: { key: id } })
    const thisHour = Math.floor(gateway.clock.now() / hour) * hour
    const none = { span: 3600, source: 'rollup', bad: 0, slow: 0, sumMs: 0, tail: 0 }
    const durations = Buffer.from(encode(createHistogram()))
    const hoursBack = Array.from({ length: 20 * 24 }, (_, index) => 49 + index)
    await gateway.db.bucket.createMany({
      data: hoursBack
        .filter((back) => back < 70 || back > 72)
        .map((back) => ({ ...none, subjectId, start: new Date(thisHour - back * hour), n: 900, durations })),
    })

    expect((await preview({}))['comparison'].proposed.incidentCount).toBe(0)
    const at = new Date(gateway.clock.now())
    await gateway.db.service.create({ data: { id: 'shop', name: 'Tienda', createdAt: at } })
    await gateway.db.sourceSubject.create({ data: { sourceId: 'shop', subjectId, lastAt: at, reportedAt: at } })

    const { comparison } = await preview({ traffic: 'OFF' })
    expect(comparison.proposed.incidentCount).toBe(0)
    const lost = comparison.current.incidents.at(-1)
    expect(lost).toMatchObject({ severity: 'DEGRADADO', resolvedAt: expect.any(String) })
    expect(Date.parse(lost.openedAt) - (thisHour - 72 * hour)).toBeLessThan(10 * 60_000)
  })

  it('names the fields of each problem, and compares nothing', async () => {
    expect(await preview({ degradedEnter: 0.5, recentMs: 60_000, recentMostMs: 10_000 })).toEqual({
      comparison: null,
      problems: [
        { fields: ['degradedEnter', 'failingEnter'], message: 'The threshold degradedEnter is at most failingEnter.' },
        { fields: ['recentMs', 'recentMostMs'], message: 'The threshold recentMs is at most recentMostMs.' },
      ],
    })
  })

  it('is forbidden to the role lector', async () => {
    const input = { kind: 'ENDPOINTS', id, overrides: {} }

    const lector = await givenSignedIn(gateway, 'lector')
    expect(await lector.ask(previewing, { input })).toMatchObject({ status: 403 })
    const operador = await givenSignedIn(gateway, 'operador')
    expect(await operador.ask(previewing, { input })).toMatchObject({ data: { previewPolicy: { problems: [] } } })
  })
})
