import { givenGateway, times, type GivenGateway, type Json } from '../../support/gateway.ts'
import { statementsOf } from '../../support/database/statements.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const query = '{ kinds { kind subjectCount stateCounts { state count } suppressedCounts { state reason count } } }'
const ask = async () => (await gateway.data(query))['kinds'] as Json[]
const counts = (...count: number[]) =>
  ['FALLANDO', 'DEGRADADO', 'OPERATIVO', 'DESCONOCIDO'].map((state, index) => ({ state, count: count[index] }))

it('the subjects of each kind are counted by state, the worst state first, and none is left out', async () => {
  expect(await ask()).toEqual([
    { kind: 'LIBRERIAS', subjectCount: 6, stateCounts: counts(0, 0, 0, 6), suppressedCounts: [] },
    { kind: 'ENDPOINTS', subjectCount: 9, stateCounts: counts(0, 0, 0, 9), suppressedCounts: [] },
    { kind: 'INTEGRACIONES', subjectCount: 1, stateCounts: counts(0, 0, 0, 1), suppressedCounts: [] },
  ])

  await gateway.report(
    ...times(12, { kind: 'library', id: 'EJ-001', ok: false, durationMs: 20 }),
    ...times(12, { kind: 'library', id: 'EJ-002', ok: true, durationMs: 20 }),
    ...times(12, { kind: 'integration', id: 'sinli_inbound', ok: true, durationMs: 20 }),
  )
  await gateway.pass(60)

  const [libraries, endpoints, integrations] = await ask()
  expect(libraries).toEqual({
    kind: 'LIBRERIAS',
    subjectCount: 6,
    stateCounts: counts(1, 0, 1, 4),
    suppressedCounts: [],
  })
  // Probed endpoints may be Operativo by now.
  expect(endpoints).toMatchObject({ kind: 'ENDPOINTS', subjectCount: 9 })
  // The service that reports is one.
  expect(integrations).toEqual({
    kind: 'INTEGRACIONES',
    subjectCount: 2,
    stateCounts: counts(0, 0, 2, 0),
    suppressedCounts: [],
  })
})

it('retired subjects are not counted, and a kind without other subjects is still listed', async () => {
  const retired = { kind: 'INTEGRACIONES', key: 'sinli_inbound' } as const
  await gateway.db.service.deleteMany()
  const where = { OR: [retired, { service: null, key: { startsWith: 'service_' } }] }
  await gateway.db.subject.updateMany({ where, data: { retiredAt: new Date(gateway.clock.now()) } })

  const [, , integrations] = await ask()

  expect(integrations).toEqual({
    kind: 'INTEGRACIONES',
    subjectCount: 0,
    stateCounts: counts(0, 0, 0, 0),
    suppressedCounts: [],
  })
})

it('the counts of all kinds are read with one statement', async () => {
  const withoutKinds = await statementsOf(() => gateway.data('{ session { role } }'))

  expect(await statementsOf(ask)).toBe(withoutKinds + 1)
})

it('a library under test is counted beside the others, and its list and its timeline say so', async () => {
  await gateway.db.onboarding.update({ where: { libraryCode: 'EJ-003' }, data: { stage: 'EN_PRUEBAS' } })
  await gateway.report(...times(12, { kind: 'library', id: 'EJ-003', ok: false, durationMs: 20 }))
  await gateway.pass(60)

  const [libraries] = await ask()
  expect(libraries).toMatchObject({
    stateCounts: counts(2, 0, 1, 3),
    suppressedCounts: [{ state: 'FALLANDO', reason: 'ONBOARDING', count: 1 }],
  })
  const listed = async (suppressed: boolean | null) => {
    const filter = { state: 'FALLANDO', suppressed }
    const { libraries } = await gateway.data(
      'query ($filter: LibraryFilter) { libraries(filter: $filter) { totalCount edges { node { id } } } }',
      { filter },
    )
    return libraries.edges.map(({ node }: Json) => node['id'])
  }
  expect([await listed(false), await listed(true), await listed(null)]).toEqual([
    ['EJ-001'],
    ['EJ-003'],
    ['EJ-001', 'EJ-003'],
  ])
  const { library } = await gateway.data(
    '{ library(id: "EJ-003") { openIncident { timeline { event suppression } } } }',
  )
  expect(library.openIncident.timeline).toEqual([
    { event: 'OPENED', suppression: null },
    { event: 'SUPPRESSED', suppression: 'ONBOARDING' },
  ])
})
