import fc from 'fast-check'
import WebSocket from 'ws'
import { holdsForAny, isOrderly, sendRaw, type Headers, type RawRequest } from '../support/fuzz/fuzz.ts'
import { givenGateway, type GivenGateway, type Json } from '../support/gateway.ts'
import {
  escaped,
  hostileBody,
  hostileNumber,
  hostileText,
  hostileValue,
  jsonOf,
} from '../support/fuzz/hostile-values.ts'
import { operations } from '../../src/http/all-routes.ts'
import { givenDocument, type Documented, type GivenDocument } from '../support/openapi/openapi.ts'

let gateway: GivenGateway
let given: GivenDocument
beforeAll(async () => {
  gateway = await givenGateway()
  given = await givenDocument(gateway.url)
})
afterEach(async () => {
  expect((await gateway.get('/api/admin/auth/session/')).status).toBe(200)
  expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200)
})
afterAll(() => gateway[Symbol.asyncDispose]())

describe('any request is answered or rejected:', () => {
  for (const { operationId } of operations)
    holdsForAny(
      operationId,
      operationId === 'signIn' ? 10 : 20,
      () => requestsTo(given.operations.find((one) => one.operationId === operationId) as Documented),
      async (request) => isOrderly(await sendRaw(gateway.url, request), request.path),
    )

  holdsForAny('at any address, by any method', 60, anyAddress, async (request) =>
    isOrderly(await sendRaw(gateway.url, request), request.path),
  )

  holdsForAny('with any headers', 60, anyHeaders, async (request) =>
    isOrderly(await sendRaw(gateway.url, request), request.path),
  )
})

describe('a socket', () => {
  holdsForAny(
    'at any address is opened or refused',
    30,
    () => addresses,
    async (address) => {
      expect(await knock(address)).toMatch(/^(open|40\d)$/)
    },
  )
})

describe('an input that once failed is rejected:', () => {
  it.each([
    ['a moment that the database cannot hold', '/api/admin/audit/?to=0000-01-01T00:00:00Z', 400],
    ['an address without a path', 'http://', 404],
  ])('%s', async (_what, path, status) => {
    const answer = await sendRaw(gateway.url, { method: 'GET', path, headers: { cookie: gateway.cookie } })

    isOrderly(answer)
    expect(answer.status).toBe(status)
  })

  it('an upgrade at an address that is no URL, which the process survives', async () => {
    expect(await knock('//')).toBe('404')
  })
})

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'COPY']

const oddPaths = [
  '//',
  '///',
  '/%',
  '/%00',
  '/%zz',
  '/%C0%AF',
  '/\\',
  '/..',
  '/../..%2f',
  '/?',
  '/#',
  '*',
  'http://',
  '/;',
  '/.%2e',
]

// After a sign-out the session is gone.
const isHarmless = (path: string) => path !== '/auth/logout'

function anyAddress(): fc.Arbitrary<RawRequest> {
  const start = fc.constantFrom(...new Set(operations.map(({ path }) => path).filter(isHarmless)), '/', ...oddPaths)
  const end = fc.oneof(fc.constantFrom('', ...oddPaths), hostileText.map(escaped))
  return fc.record({
    method: fc.constantFrom(...methods),
    path: fc.tuple(start, end).map((parts) => parts.join('')),
    headers: fc.constantFrom({ cookie: gateway.cookie }, { authorization: `Bearer ${gateway.ingestToken}` }, {}),
  })
}

/** Characters a header may carry; HTTP itself rejects all others. */
const headerText = fc.oneof(
  fc.string({
    unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => (code === 0x7f ? ' ' : String.fromCharCode(code))),
  }),
  fc.constantFrom('', 'null', 'vigia_session', 'vigia_session=', 'vigia_session=%', 'vigia_session=__proto__; ='),
  fc.constantFrom(
    'http://',
    'https://a:99999',
    '*',
    '127.0.0.1, ::1',
    'Bearer',
    'gzip, br;q=9',
    'text/html;q=x',
    '"*"',
  ),
)

const headerNames = [
  ...[
    'cookie',
    'authorization',
    'origin',
    'host',
    'referer',
    'sec-fetch-site',
    'accept',
    'accept-encoding',
    'accept-language',
  ],
  ...[
    'x-forwarded-for',
    'x-forwarded-proto',
    'x-request-id',
    'if-none-match',
    'content-type',
    'content-encoding',
    'range',
  ],
]

function anyHeaders(): fc.Arbitrary<RawRequest> {
  return fc.record({
    method: fc.constantFrom('GET', 'POST'),
    path: fc.constantFrom('/api/admin/notifications/', '/auth/login', '/ingest/v1/observations', '/metrics', '/'),
    headers: fc.dictionary(fc.constantFrom(...headerNames), headerText, { maxKeys: 4, noNullPrototype: true }),
  })
}

/** Requests to an operation as the OpenAPI document describes them, with random deviations. */
function requestsTo(operation: Documented): fc.Arbitrary<RawRequest> {
  const parameters = (operation['parameters'] ?? []) as Json[]
  const within = (place: string) =>
    Object.fromEntries(parameters.filter((one) => one['in'] === place).map(({ name, schema }) => [name, schema]))
  const { method } = operation
  return fc
    .record({
      path: pathsOf(operation.path, within('path')),
      query: queriesOf(within('query')),
      headers: headersOf(Object.keys(within('header'))),
      body: method === 'GET' ? fc.constant(null) : bodiesOf(operation),
    })
    .map(({ path, query, headers, body }) => ({
      method,
      path: path + query,
      headers: { ...credentialsOf(operation), ...headers, ...body?.headers },
      ...(body && { body: body.body }),
    }))
}

const pathsOf = (path: string, schemas: Json) =>
  fc
    .record(Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, textOf(schema as Json)])))
    .map((values) => path.replace(/\{(\w+)\}/g, (_all, name: string) => escaped(values[name] ?? '')))

function queriesOf(schemas: Json): fc.Arbitrary<string> {
  const names = Object.keys(schemas)
  const told = fc.oneof(
    {
      arbitrary: fc.constantFrom('', ...names).chain((name) => pairOf(name, (schemas[name] ?? {}) as Json)),
      weight: 6,
    },
    fc.constantFrom(
      'limit[]=1',
      'q[x]=1',
      '__proto__[x]=1',
      'constructor=1',
      '%=1',
      'q=%',
      'q=%ED%A0%80',
      '&&',
      '=',
      'q',
    ),
    fc.tuple(hostileText, hostileText).map(([name, value]) => `${escaped(name)}=${escaped(value)}`),
  )
  return fc.array(told, { maxLength: 4 }).map((pairs) => (pairs.length > 0 ? `?${pairs.join('&')}` : ''))
}

const pairOf = (name: string, schema: Json) => textOf(schema).map((value) => `${name}=${escaped(value)}`)

const textOf = (schema: Json) => fc.oneof(hostileText, plausible(schema).map(worded))

const worded = (value: unknown) => (typeof value === 'string' ? value : jsonOf(value))

const headersOf = (names: string[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name.toLowerCase(), headerText])), { requiredKeys: [] })

function bodiesOf({ requestBody }: Documented): fc.Arbitrary<{ headers: Headers; body: Buffer }> {
  const [[type, media] = ['application/json', {}]] = Object.entries(((requestBody as Json)?.['content'] ?? {}) as Json)
  const described = plausible((media as Json)['schema'] as Json).map((value) => Buffer.from(jsonOf(value)))
  const body = type.includes('json') ? fc.oneof({ arbitrary: described, weight: 4 }, hostileBody) : hostileBody
  const charset = fc.constantFrom('', '', '', '', '; charset=latin1', '; charset=utf-16', ';')
  const encoding = fc.constantFrom({}, {}, {}, {}, { 'content-encoding': 'gzip' }, { 'content-encoding': 'x' })
  return fc.record({ body, charset, encoding }).map(({ body, charset, encoding }) => ({
    body,
    headers: { 'content-type': type + charset, 'content-length': String(body.length), ...encoding },
  }))
}

/** Values of a schema, some of them replaced by hostile ones. */
function plausible(schema: Json | undefined): fc.Arbitrary<unknown> {
  if (!schema) return hostileValue
  if (schema['$ref']) return plausible(referred(schema['$ref'] as string))
  const either = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined
  if (either) return fc.oneof(...either.map(plausible))
  return fc.oneof({ arbitrary: exactly(schema), weight: 5 }, { arbitrary: hostileValue, weight: 1 })
}

const referred = (pointer: string): Json =>
  pointer
    .split('/')
    .slice(1)
    .reduce((place: Json, part) => place[part] as Json, given.document)

function exactly(schema: Json): fc.Arbitrary<unknown> {
  const { const: constant, enum: words, type, format, properties, items } = schema
  if (constant !== undefined) return fc.constant(constant)
  if (words) return fc.constantFrom(...(words as unknown[]))
  if (format === 'date-time') return moments
  if (type === 'object') return objectsOf((properties ?? {}) as Json)
  if (type === 'array') return fc.array(plausible(items as Json), { maxLength: 4 })
  return byType[String(type)] ?? hostileValue
}

const objectsOf = (properties: Json) =>
  fc.record(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, plausible(schema as Json)])), {
    requiredKeys: Object.keys(properties).slice(0, 1),
  })

const moments = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom('0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59', '2026-01-01T00:00:00Z'),
)

// Keys of the gateway's sample data, so that a request finds a record.
const known = ['EJ-001', 'ej-1', 'ej-2', 'sinli_inbound', 'LIB00001', 'GET', '/api/admin/libraries/', 'failed']

const byType: Record<string, fc.Arbitrary<unknown>> = {
  string: fc.oneof(fc.constantFrom(...known), hostileText),
  integer: fc.oneof(fc.integer({ min: 1, max: 200 }), hostileNumber),
  number: hostileNumber,
  boolean: fc.boolean(),
  null: fc.constant(null),
}

function credentialsOf({ security }: Documented): Record<string, string> {
  const [needed = {}] = security as Json[]
  if ('token' in needed) return { authorization: `Bearer ${gateway.ingestToken}` }
  return 'session' in needed ? { cookie: gateway.cookie } : {}
}

const addresses = fc.oneof(
  fc.constantFrom(
    '//',
    '///',
    '/graphql',
    '/graphql?',
    '/graphql/',
    '/%',
    '*',
    'http://',
    'http://[',
    '/\\',
    '//@:99999/graphql',
  ),
  fc.webUrl({ withQueryParameters: true }).map((url) => url.slice('http:'.length)),
)

/** Opens a socket at an address as it is written; returns the status, or that it is open. */
function knock(address: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(gateway.url.replace('http', 'ws'), 'graphql-transport-ws', {
      finishRequest: (request) => {
        Object.assign(request, { path: address })
        request.end()
      },
    })
    socket.once('open', () => (socket.terminate(), resolve('open')))
    socket.once('unexpected-response', (_request, { statusCode }) => (socket.terminate(), resolve(String(statusCode))))
    socket.once('error', reject)
  })
}
