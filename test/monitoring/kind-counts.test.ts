import { givenGateway, times, type GivenGateway, type Json } from '../support/gateway.ts'
import { statementsOf } from '../support/statements.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const query = '{ kinds { kind subjectCount stateCounts { state count } } }'
const ask = async () => (await gateway.data(query))['kinds'] as Json[]
const counts = (...count: number[]) =>
  ['FALLANDO', 'DEGRADADO', 'OPERATIVO', 'DESCONOCIDO'].map((state, index) => ({ state, count: count[index] }))

it('counts the subjects of each kind by their states, the worst first, and leaves none of them out', async () => {
  expect(await ask()).toEqual([
    { kind: 'LIBRERIAS', subjectCount: 6, stateCounts: counts(0, 0, 0, 6) },
    { kind: 'ENDPOINTS', subjectCount: 9, stateCounts: counts(0, 0, 0, 9) },
    { kind: 'INTEGRACIONES', subjectCount: 1, stateCounts: counts(0, 0, 0, 1) },
  ])

  await gateway.report(
    ...times(12, { kind: 'library', id: 'EJ-001', ok: false, durationMs: 20 }),
    ...times(12, { kind: 'library', id: 'EJ-002', ok: true, durationMs: 20 }),
    ...times(12, { kind: 'integration', id: 'sinli_inbound', ok: true, durationMs: 20 }),
  )
  await gateway.pass(60)

  const [libraries, endpoints, integrations] = await ask()
  expect(libraries).toEqual({ kind: 'LIBRERIAS', subjectCount: 6, stateCounts: counts(1, 0, 1, 4) })
  // Those that are probed meanwhile may be known to be well.
  expect(endpoints).toMatchObject({ kind: 'ENDPOINTS', subjectCount: 9 })
  expect(integrations).toEqual({ kind: 'INTEGRACIONES', subjectCount: 1, stateCounts: counts(0, 0, 1, 0) })
})

it('does not count what is retired, and still tells of a kind that has nothing else', async () => {
  const retired = { kind: 'INTEGRACIONES', key: 'sinli_inbound' } as const
  await gateway.db.subject.updateMany({ where: retired, data: { retiredAt: new Date(gateway.clock.now()) } })

  const [, , integrations] = await ask()

  expect(integrations).toEqual({ kind: 'INTEGRACIONES', subjectCount: 0, stateCounts: counts(0, 0, 0, 0) })
})

it('is read with one statement', async () => {
  const withoutKinds = await statementsOf(() => gateway.data('{ session { role } }'))

  expect(await statementsOf(ask)).toBe(withoutKinds + 1)
})
