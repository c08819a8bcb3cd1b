import { givenGateway, outcome, times, type GivenGateway, type Json } from '../../support/gateway.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const hour = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour))
const evidence = { code: 'SLOW', windowSeconds: 60, n: 9, bad: 8, recentRate: 90, p95: 4000, threshold: 50 }

/** An incident that lasted from hour to hour, or is not over. */
async function givenIncident(id: string, from: number, to: number | null) {
  const subject = await gateway.db.subject.create({ data: { kind: 'LIBRERIAS', key: id, name: id } })
  await gateway.db.incident.create({
    data: {
      id,
      kind: 'LIBRERIAS',
      subjectId: subject.id,
      openKey: to === null ? `LIBRERIAS:${id}` : null,
      status: to === null ? 'ACKNOWLEDGED' : 'RESOLVED',
      severity: 'DEGRADADO',
      maxSeverity: 'DEGRADADO',
      openedAt: hour(from),
      resolvedAt: to === null ? null : hour(to),
      resolution: to === null ? null : 'AUTOMATIC',
      evidence: { ...evidence, at: hour(from).getTime() },
    },
  })
}

async function listed(filter: Json) {
  const { incidents } = await gateway.data(
    'query ($filter: IncidentFilter) { incidents(filter: $filter) { totalCount edges { node { id } } } }',
    { filter },
  )
  expect(incidents.totalCount).toBe(incidents.edges.length)
  return incidents.edges.map(({ node }: Json) => node.id)
}

describe('the filter by time', () => {
  beforeAll(async () => {
    await givenIncident('early', 1, 3)
    await givenIncident('long', 2, 6)
    await givenIncident('lasting', 4, null)
    await givenIncident('late', 5, 8)
  })

  it.each([
    [{ activeFrom: hour(3) }, ['late', 'lasting', 'long', 'early']],
    [{ activeFrom: new Date(hour(3).getTime() + 1) }, ['late', 'lasting', 'long']],
    [{ activeFrom: hour(7) }, ['late', 'lasting']],
    [{ activeFrom: hour(9) }, ['lasting']],
    [{ activeFrom: hour(4), open: false }, ['late', 'long']],
    [{ activeFrom: hour(4), severity: 'FALLANDO' }, []],
    [{ openedFrom: hour(4) }, ['late', 'lasting']],
    [{ openedFrom: new Date(hour(4).getTime() + 1) }, ['late']],
    [{ openedFrom: hour(2), activeFrom: hour(7), status: 'RESOLVED' }, ['late']],
    [{ openedFrom: null, activeFrom: null }, ['late', 'lasting', 'long', 'early']],
  ])('%j lists what it says, and counts it', async (filter, expected) => {
    expect(await listed(filter)).toEqual(expected)
  })
})

it('tells the numbers behind its reason', async () => {
  await gateway.report(...times(12, outcome(503, '/api/admin/notifications/')))
  await gateway.pass(60)

  const { incidents } = await gateway.data(`{ incidents(filter: { kind: ENDPOINTS }) { edges { node { reason openedAt
    evidence { code windowSeconds n bad recentRate p95 threshold at } } } } }`)

  const [{ node }] = incidents.edges
  expect(node.evidence).toEqual({
    code: 'ERRORS_FAILING',
    windowSeconds: expect.any(Number),
    n: 12,
    bad: 12,
    recentRate: 100,
    p95: expect.any(Number),
    threshold: expect.any(Number),
    at: node.openedAt,
  })
  expect(node.reason).toContain('12')
})
