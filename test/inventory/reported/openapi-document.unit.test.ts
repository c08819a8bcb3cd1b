import fc from 'fast-check'
import { checkList, maxServiceEndpoints, normalizePath } from '../../../src/inventory/reported/endpoint-declaration.ts'
import { readOpenApi } from '../../../src/inventory/reported/openapi-document.ts'
import { endpointId } from '../../../src/inventory/route-catalog.ts'

const document = (paths: object, more: object = {}) => ({ openapi: '3.1.0', info: {}, paths, ...more })
const read = (paths: object, more?: object) => readOpenApi(document(paths, more))
const idsOf = (paths: object, more?: object) => read(paths, more).declared.map(({ endpoint }) => endpointId(endpoint))
const messagesOf = (paths: object, more?: object) => read(paths, more).problems.map(({ message }) => message)

/** The one endpoint of an operation. */
function endpointOf(operation: object, more?: object, item: object = {}) {
  const { declared, problems } = read({ '/api/admin/stock/': { ...item, get: operation } }, more)
  expect(problems).toEqual([])
  return declared[0]?.endpoint
}

it('each operation is an endpoint: parameters as :name, a final slash', () => {
  const paths = {
    '/api/admin/stock/{isbn}': { parameters: [], get: {}, put: {}, summary: 'Stock' },
    '/api/admin/stock/{isbn}/moves/': { post: {} },
    'x-internal': true,
  }

  expect(idsOf(paths)).toEqual([
    'GET /api/admin/stock/:isbn/',
    'PUT /api/admin/stock/:isbn/',
    'POST /api/admin/stock/:isbn/moves/',
  ])
})

it.each([
  [{ openapi: '3.0.3' }, []],
  [{ openapi: '3.1.1' }, []],
  [{ openapi: '2.0' }, ['must be an OpenAPI document of version 3.0 or 3.1, in JSON; this one is of "2.0"']],
  [{ openapi: undefined, swagger: '2.0' }, [expect.stringContaining('this one is of "Swagger 2.0"')]],
  [{ openapi: 3.1 }, ['must be an OpenAPI document of version 3.0 or 3.1, in JSON']],
])('the version is 3.0 or 3.1: %j', (version, problems) => {
  expect(messagesOf({}, version)).toEqual(problems)
})

it.each([
  [[{ url: 'https://stock.example.org/api/admin' }], '/stock', 'GET /api/admin/stock/'],
  [[{ url: '/api' }], '/admin/stock', 'GET /api/admin/stock/'],
  [[{ url: '/' }], '/api/admin/stock', 'GET /api/admin/stock/'],
  [[], '/api/admin/stock', 'GET /api/admin/stock/'],
  [
    [{ url: 'https://{host}/{base}', variables: { host: { default: 'a' }, base: { default: 'api/admin' } } }],
    '/stock',
    'GET /api/admin/stock/',
  ],
  [[{ url: '/v1' }, { url: '/api/admin' }], '/stock', 'GET /api/admin/stock/'],
])('the path of the server %j counts', (servers, path, id) => {
  expect(idsOf({ [path]: { get: {} } }, { servers })).toEqual([id])
})

it('the servers of an operation replace those of its path, and these those of the document', () => {
  const paths = {
    '/one': { servers: [{ url: '/api/admin/path' }], get: {}, post: { servers: [{ url: '/api/admin/operation' }] } },
    '/two': { get: {} },
  }

  expect(idsOf(paths, { servers: [{ url: '/api/admin' }] })).toEqual([
    'GET /api/admin/path/one/',
    'POST /api/admin/operation/one/',
    'GET /api/admin/two/',
  ])
})

it.each([
  [{ 'x-vigia-area': 'correo' }, 'correo'],
  [{ 'x-vigia-area': 'Búsqueda', tags: ['Correo'] }, 'busqueda'],
  [{ 'x-vigia-area': null, tags: ['Correo'] }, null],
  [{ tags: ['stock', 'inventario'] }, 'inventario'],
  [{ tags: ['stock'] }, null],
  [{}, null],
])('the area of %j is %s', (operation, areaId) => {
  expect(endpointOf(operation)).toMatchObject({ areaId })
})

it('an area and a criticality of the path or of the document hold for its operations', () => {
  const item = { 'x-vigia-area': 'Inventario', 'x-vigia-critical': true }

  expect(endpointOf({}, {}, item)).toMatchObject({ areaId: 'inventario', critical: true })
  expect(endpointOf({ 'x-vigia-critical': false }, item)).toMatchObject({ areaId: 'inventario', critical: false })
})

it.each([
  [{}, {}, false],
  [{}, { security: [{ session: [] }] }, true],
  [{ security: [] }, { security: [{ session: [] }] }, false],
  [{ security: [{}, { session: [] }] }, {}, false],
  [{ security: [{ session: [] }, { token: [] }] }, {}, true],
])('the security of the operation %j in the document %j requires a session: %s', (operation, more, authRequired) => {
  expect(endpointOf(operation, more)).toMatchObject({ authRequired })
})

it('operations elsewhere and methods that endpoints do not have are left out and named', () => {
  const { declared, skipped, problems } = read({
    '/api/admin/stock': { get: {}, head: {} },
    '/health': { get: {} },
    '/api/administration': { get: {} },
  })

  expect([declared.length, problems]).toEqual([1, []])
  expect(skipped).toEqual([
    { operation: 'HEAD /api/admin/stock', reason: 'Endpoints have the methods GET, POST, PUT, PATCH, DELETE.' },
    { operation: 'GET /health', reason: 'The path does not begin with /api/admin/.' },
    { operation: 'GET /api/administration', reason: 'The path does not begin with /api/admin/.' },
  ])
})

it('a document of which no operation is an endpoint is refused: nothing would be left', () => {
  expect(messagesOf({ '/stock': { get: {} } })).toEqual([expect.stringContaining('list it under "servers"')])
  expect(messagesOf({})).toEqual([])
})

it('everything that is wrong is named with its place', () => {
  const { problems } = read({
    '/api/admin/a/{id}.json': { get: {} },
    '/api/admin//b': { get: {} },
    '/api/admin/ñ': { get: {} },
    '/api/admin/c': { get: { 'x-vigia-area': 'Ventas', 'x-vigia-critical': 'yes' }, post: { security: {} }, put: 1 },
    '/api/admin/d': { get: { servers: [{ url: 'https://{host}' }] } },
    '/api/admin/e': { $ref: './other.json' },
    '/api/admin/f': [],
  })

  expect(problems).toEqual([
    {
      field: 'paths./api/admin/a/{id}.json.get',
      message: expect.stringContaining('only a part of the segment "{id}.json"'),
    },
    { field: 'paths./api/admin//b.get', message: 'The path "/api/admin//b" has an empty segment.' },
    { field: 'paths./api/admin/ñ.get', message: expect.stringContaining('percent-encode it') },
    {
      field: 'paths./api/admin/c.get',
      message: expect.stringMatching(
        /^There is no area "Ventas". There are autenticacion \(Autenticación\), .*busqueda/,
      ),
    },
    { field: 'paths./api/admin/c.get', message: 'x-vigia-critical must be true or false.' },
    { field: 'paths./api/admin/c.put', message: 'must be an object' },
    { field: 'paths./api/admin/c.post', message: 'security must be a list of objects.' },
    { field: 'paths./api/admin/d.get', message: 'The server "https://{host}" has a variable without a default.' },
    { field: 'paths./api/admin/e', message: 'refers to something that is not in this document' },
    { field: 'paths./api/admin/f', message: 'must be an object' },
  ])
})

it('a path item may be a reference within the document', () => {
  const components = { pathItems: { 'a/b': { get: {} } } }

  expect(idsOf({ '/api/admin/stock': { $ref: '#/components/pathItems/a~1b' } }, { components })).toEqual([
    'GET /api/admin/stock/',
  ])
})

it('any JSON gets an answer: endpoints whose paths are as the inventory has them, or problems', () => {
  const operation = fc.oneof(
    fc.jsonValue(),
    fc.record({ tags: fc.jsonValue(), security: fc.jsonValue(), servers: fc.jsonValue() }, { requiredKeys: [] }),
  )
  const path = fc.oneof(
    fc.string(),
    fc.webPath(),
    fc.webPath().map((rest) => `/api/admin${rest}`),
  )
  const item = fc.oneof(
    fc.jsonValue(),
    fc.record({ get: operation, post: operation, $ref: fc.jsonValue() }, { requiredKeys: [] }),
  )
  fc.assert(
    fc.property(fc.dictionary(path, item), fc.jsonValue(), (paths, servers) => {
      const { declared } = read(paths, { servers })
      for (const { endpoint } of declared) expect(normalizePath(endpoint.path)).toEqual({ value: endpoint.path })
    }),
  )
})

it('a list names what is there twice, what takes the same requests, and when there is too much', () => {
  const endpoint = {
    method: 'GET',
    path: '/api/admin/a/:id/',
    areaId: null,
    authRequired: true,
    critical: false,
  } as const
  const placed = (...paths: string[]) =>
    paths.map((path, index) => ({ field: String(index), endpoint: { ...endpoint, path } }))
  const many = Array.from({ length: maxServiceEndpoints + 1 }, (_, index) => `/api/admin/${index}/`)

  expect(
    checkList(
      placed('/api/admin/a/:id/', '/api/admin/a/:code/', '/api/admin/a/:id/', '/api/admin/a:b/', '/api/admin/a:c/'),
    ),
  ).toEqual([
    { field: '1', message: 'GET /api/admin/a/:code/ takes the same requests as GET /api/admin/a/:id/.' },
    { field: '2', message: 'GET /api/admin/a/:id/ is there twice.' },
  ])
  expect(checkList(placed(...many))).toEqual([
    { field: '', message: 'A service has at most 1000 endpoints; these are 1001.' },
  ])
})
