import { givenGateway, type GivenGateway, type Json } from '../../support/gateway.ts'
import { givenSignedIn } from '../../support/auth/operators.ts'
import { givenServiceToken } from '../../support/auth/tokens.ts'

let gateway: GivenGateway
let orders: Awaited<ReturnType<typeof givenServiceToken>>
beforeAll(async () => {
  gateway = await givenGateway()
  orders = await givenServiceToken(gateway)
})
afterAll(() => gateway[Symbol.asyncDispose]())

const named = (id: string) => ({ kind: 'library' as const, id, ok: true, durationMs: 20 })
const page = `query ($after: String) { unmatchedKeys(first: 2, after: $after) {
  edges { node { service kind key count } } pageInfo { hasNextPage endCursor } totalCount } }`

it('the keys that are not known are read page by page, of all services, without those that were registered since', async () => {
  await gateway.report(named('X-1'), named('X-1'), named('X-2'))
  await orders.post('/ingest/v1/observations', { observations: [named('X-1'), named('X-3')] })
  await gateway.pass(10)
  await gateway.report(named('X-4'))
  await gateway.pass(10)
  await gateway.db.subject.create({ data: { kind: 'LIBRERIAS', key: 'X-3', name: 'Una' } })

  const found: Json[] = []
  for (let after = null, more = true; more;) {
    const { unmatchedKeys }: Json = await gateway.data(page, { after })
    expect(unmatchedKeys.totalCount).toBe(4)
    found.push(...unmatchedKeys.edges.map(({ node }: Json) => node))
    ;({ endCursor: after, hasNextPage: more } = unmatchedKeys.pageInfo)
  }

  expect(found[0]).toEqual({ service: 'INGEST_TOKEN', kind: 'LIBRERIAS', key: 'X-4', count: 1 })
  expect(found.map(({ service, key, count }) => `${service} ${key} ${count}`).toSorted()).toEqual([
    'INGEST_TOKEN X-1 2',
    'INGEST_TOKEN X-2 1',
    'INGEST_TOKEN X-4 1',
    'Pedidos X-1 1',
  ])
})

it('administrators see what was heard with INGEST_TOKEN, others do not', async () => {
  await gateway.report(named('EJ-001'), named('Y-1'))
  await gateway.pass(10)
  const query = '{ sharedTelemetry { formats unmatchedCount sends { kind subjects } } }'

  const { sharedTelemetry } = await gateway.data(query)
  const { ask } = await givenSignedIn(gateway, 'operador')

  expect(sharedTelemetry).toMatchObject({ formats: ['OWN'], sends: [{ kind: 'LIBRERIAS', subjects: 1 }] })
  expect(sharedTelemetry.unmatchedCount).toBeGreaterThan(0)
  for (const refused of [query, '{ unmatchedKeys { totalCount } }'])
    expect((await ask(refused)).errors[0].extensions.code).toBe('FORBIDDEN')
})
