import { createEndpointMatcher, withHorizon } from '../../../src/inventory/endpoint-matcher.ts'
import { acceptSpans } from '../../../src/monitoring/intake/accept-spans.ts'
import type { RequestExample } from '../../../src/monitoring/examples/request-example.ts'
import { listSubjects } from '../../../src/monitoring/health/subject-queries.ts'
import { createRegistry } from '../../../src/monitoring/intake/subject-registry.ts'
import { givenDatabase, type GivenDatabase } from '../../support/database/database.ts'
import { span } from '../../support/otlp/spans.ts'

const at = Date.parse('2026-03-01T10:00:00Z')

const endpoints = ['/api/admin/libraries/', '/api/admin/customers/:id/'].map((path) => ({
  id: `GET ${path}`,
  ...{ method: 'GET', path },
}))
const readEndpointMatcher = () => Promise.resolve(withHorizon(createEndpointMatcher(endpoints), 2n ** 62n))

let database: GivenDatabase
beforeAll(async () => {
  database = await givenDatabase()
  const { db } = database
  await db.subject.createMany({
    data: [
      { kind: 'ENDPOINTS', key: 'GET /api/admin/libraries/', name: 'x' },
      { kind: 'ENDPOINTS', key: 'GET /api/admin/customers/:id/', name: 'x' },
      { kind: 'LIBRERIAS', key: 'EJ-001', name: 'x' },
      { kind: 'INTEGRACIONES', key: 'orders', name: 'x' },
    ],
  })
  await db.integration.create({
    data: {
      ...{ key: 'payments', name: 'x', hosts: ['pay.example.org'] },
      subject: { create: { kind: 'INTEGRACIONES', key: 'payments', name: 'x' } },
    },
  })
})
afterAll(() => database[Symbol.asyncDispose]())

/** Accepts spans at the time of their end, and returns the answer with the examples and the keys of their subjects. */
async function given(spans: Parameters<typeof span>[0][]) {
  const { db } = database
  const kept: [number, RequestExample][] = []
  const examples = { add: (id: number, example: RequestExample) => void kept.push([id, example]) }
  const registry = createRegistry(db, new Set())
  registry.replace(await listSubjects(db))
  const answer = await acceptSpans(
    { items: spans.map(span), rejected: 0, reason: null },
    { db, registry, readEndpointMatcher, examples, environment: 'STG', refused: () => undefined },
    at,
  )
  const keys = new Map((await db.subject.findMany()).map(({ id, key }) => [id, key]))
  return { ...answer, examples: kept.map(([, example]) => example), subjects: kept.map(([id]) => keys.get(id)) }
}

it('a failed request and a slow one are kept with what is displayed; a good and fast one is neither kept nor rejected', async () => {
  const ok = { 'http.response.status_code': 200 }

  const { examples, rejected, message } = await given([
    { id: 10, attributes: { 'error.type': '500' } },
    { id: 11, attributes: ok, durationMs: 1_000.5 },
    { id: 12, attributes: ok, durationMs: 1_000 },
    { id: 13, attributes: { 'http.response.status_code': 404 }, isError: true },
  ])

  expect([rejected, message]).toEqual([0, null])
  expect(examples).toEqual([
    {
      traceId: '0000000000000000000000000000000a',
      spanId: '000000000000000a',
      at,
      durationMs: 30,
      status: 500,
      errorType: '500',
      name: 'GET /api/admin/libraries',
    },
    expect.objectContaining({ spanId: '000000000000000b', durationMs: 1_000.5, status: 200, errorType: null }),
  ])
})

it('without a status an error decides', async () => {
  const attributes = {
    'vigia.subject.kind': 'integration',
    'vigia.subject.id': 'orders',
    'http.response.status_code': '',
  }

  const { examples } = await given([
    { id: 1, attributes },
    { id: 2, attributes, isError: true },
    { id: 3, attributes: { ...attributes, 'error.type': 'ECONNREFUSED' } },
  ])

  expect(examples.map(({ traceId, status, errorType }) => [Number(traceId), status, errorType])).toEqual([
    [2, null, null],
    [3, null, 'ECONNREFUSED'],
  ])
})

it('an endpoint is found by the shape of its route, and an integration by its hosts or its key', async () => {
  const { rejected, subjects } = await given([
    { attributes: { 'http.route': '/api/admin/customers/{customerId}' } },
    { kind: 'client', attributes: { 'server.address': 'PAY.example.org', 'server.port': 443 } },
    { kind: 'consumer', attributes: { 'messaging.destination.name': 'orders' } },
    { kind: 'internal' },
  ])

  expect(rejected).toBe(0)
  expect(subjects).toEqual(['GET /api/admin/customers/:id/', 'payments', 'orders'])
})

it('spans of another environment, unknown subjects, wrong ids and wrong times are rejected with a reason, and lose no others', async () => {
  const { rejected, message, subjects } = await given([
    { resource: { 'deployment.environment.name': 'PRO' } },
    { attributes: { 'http.route': '/api/admin/nothing' } },
    { traceId: 'x' },
    { startNanos: '0' },
    { at: at - 61 * 60_000 },
    { attributes: { 'vigia.library': 'EJ-001' }, resource: { 'deployment.environment.name': 'STG' } },
  ])

  expect(rejected).toBe(5)
  expect(message).toBe(
    'Its deployment.environment.name is PRO; this panel shows STG (APP_ENVIRONMENT). ' +
      'A span has no valid ids, or no valid times. (2×) No endpoint of the inventory is GET /api/admin/nothing/. ' +
      'The end of a span is out of range: It is more than 60 minutes old.',
  )
  expect(subjects).toEqual(['GET /api/admin/libraries/', 'EJ-001'])
})

it('the message names at most five reasons, however many there are', async () => {
  const { rejected, message } = await given(
    Array.from({ length: 1_000 }, (_, id) => ({ attributes: { 'http.route': `/${id}` } })),
  )

  expect(rejected).toBe(1_000)
  expect(message).toMatch(/And 995 more reasons\.$/)
})
