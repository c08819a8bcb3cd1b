import { render } from '../../../src/messages/sentences.ts'
import fc from 'fast-check'
import { checkList, maxServiceEndpoints } from '../../../src/inventory/reported/endpoint-declaration.ts'
import { readOpenApi } from '../../../src/inventory/reported/openapi-document.ts'
import { skipRepeated } from '../../../src/inventory/reported/settle-list.ts'
import { endpointId } from '../../../src/inventory/route-catalog.ts'
import { casesOf } from '../../support/extent.ts'

const document = (paths: object, more: object = {}) => ({ openapi: '3.1.0', info: {}, paths, ...more })
const read = (paths: object, more?: object) => readOpenApi(document(paths, more))
const idsOf = (paths: object, more?: object) => read(paths, more).endpoints.map(endpointId)
const messagesOf = (paths: object, more?: object) =>
  read(paths, more).problems.map(({ sentence }) => render(sentence, 'en'))

/** The one endpoint of an operation. */
function endpointOf(operation: object, more?: object, item: object = {}) {
  const { endpoints, problems } = read({ '/api/admin/stock/': { ...item, get: operation } }, more)
  expect(problems).toEqual([])
  return endpoints[0]
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
  [[{ url: 'https://stock.example.org//api//admin/' }], '/stock', 'GET /api/admin/stock/'],
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
  const { endpoints, skipped, problems } = read({
    '/api/admin/stock': { get: {}, head: {} },
    '/health': { get: {} },
    '/api/administration': { get: {} },
  })

  expect([endpoints.length, problems]).toEqual([1, []])
  expect(skipped).toMatchObject([
    { operation: 'HEAD /api/admin/stock', sentence: { code: 'METHOD_UNKNOWN' } },
    { operation: 'GET /health', sentence: { code: 'OPERATION_ELSEWHERE', parameters: { prefix: '/api/admin/' } } },
    {
      operation: 'GET /api/administration',
      sentence: { code: 'OPERATION_ELSEWHERE', parameters: { prefix: '/api/admin/' } },
    },
  ])
})

it.each(['//api/admin/c', '/api//admin/c', '/./api/admin/c', '/api/./admin//c', '/api/.//admin/c/{id}'])(
  'the path %s, which a server takes for one under /api/admin/, is not elsewhere: it is named as not read',
  (path) => {
    const { endpoints, skipped, unread } = read({ '/api/admin/a': { get: {} }, [path]: { get: {} } })
    expect([endpoints.map(endpointId), skipped]).toEqual([['GET /api/admin/a/'], []])
    expect(unread).toMatchObject([{ operation: `GET ${path}`, sentence: expect.any(Object) }])
  },
)

it('a document of which every operation is elsewhere is refused', () => {
  expect(messagesOf({ '/stock': { get: {} } })).toEqual([expect.stringContaining('list it under "servers"')])
  const long = '/stock'.repeat(10_000)
  for (const method of ['get', 'head'])
    expect(messagesOf({ [long]: { [method]: {} } })).toEqual([
      expect.stringMatching(/^.{200,600}list it under "servers"/u),
    ])
  expect(messagesOf({})).toEqual([])
})

it('everything that is wrong is named with its place', () => {
  const { problems } = read({
    '/api/admin/c': { get: { 'x-vigia-area': 'Ventas', 'x-vigia-critical': 'yes' }, post: { security: {} } },
  })

  expect(problems).toMatchObject([
    {
      field: 'paths./api/admin/c.get',
      sentence: {
        code: 'AREA_UNKNOWN',
        parameters: { area: 'Ventas', areas: expect.stringMatching(/^autenticacion \(Autenticación\), .*busqueda/) },
      },
    },
    { field: 'paths./api/admin/c.get', sentence: { code: 'CRITICAL_INVALID' } },
    { field: 'paths./api/admin/c.post', sentence: { code: 'SECURITY_INVALID' } },
  ])
  expect(messagesOf({ '/stock': { get: {} } }, { servers: [{ url: 'https://{host}' }] })).toEqual([
    'The server "https://{host}" has a variable without a default.',
  ])
})

it('what cannot be read under /api/admin/ is named with its reason, and the rest is imported', () => {
  const { endpoints, unread, problems, skipped } = read(
    {
      '/a': { get: {} },
      '/a/{id}.json': { get: {}, post: {} },
      '/b/{id}:cancel': { post: {} },
      '//b': { get: {} },
      '/ñ': { get: {} },
      '/c': { get: 1 },
      '/d': { $ref: './other.json' },
      '/e': [],
      '/f': {},
      '/g': { $ref: '#/paths/~1g' },
      '/i': { $ref: './other.json', get: {} },
      '/j': { get: { servers: [{ url: 'https://{host}/' }] }, put: {} },
      '/h': { parameters: [], servers: [{ url: '/elsewhere' }] },
    },
    { servers: [{ url: '/api/admin' }] },
  )

  expect([endpoints.map(endpointId), problems, skipped]).toEqual([
    ['GET /api/admin/a/', 'GET /api/admin/i/', 'PUT /api/admin/j/'],
    [],
    [],
  ])
  expect(unread.map(({ operation, sentence }) => [operation, render(sentence, 'en')])).toEqual([
    ['GET /api/admin/a/{id}.json', expect.stringContaining('only a part of the segment "{id}.json"')],
    ['POST /api/admin/a/{id}.json', expect.stringContaining('only a part of the segment "{id}.json"')],
    ['POST /api/admin/b/{id}:cancel', expect.stringContaining('only a part of the segment "{id}:cancel"')],
    ['GET /api/admin//b', 'The path "/api/admin//b" has an empty segment.'],
    ['GET /api/admin/ñ', expect.stringContaining('percent-encode it')],
    ['/api/admin/c', 'The operation GET is not an object.'],
    ['/api/admin/d', 'The path item refers to something that is not in this document.'],
    ['/api/admin/e', 'The path item is not an object.'],
    ['/api/admin/f', 'The path item has no operations.'],
    ['/api/admin/g', 'The path item refers to itself.'],
    ['/api/admin/i', 'The path item refers to something that is not in this document.'],
    ['GET /j', 'The server "https://{host}/" has a variable without a default.'],
  ])
})

it('operations that take the same requests are skipped after the first', () => {
  const { endpoints, skipped } = skipRepeated(
    read({
      '/api/admin/a': { get: {} },
      '/api/admin/a/': { get: {} },
      '/api/admin/{x}': { get: {} },
      '/api/admin/{y}#z': { get: {} },
    }),
  )

  expect(endpoints.map(endpointId)).toEqual(['GET /api/admin/a/', 'GET /api/admin/:x/'])
  expect(skipped).toMatchObject([
    { operation: 'GET /api/admin/a/', sentence: { code: 'ENDPOINT_REPEATED' } },
    {
      operation: 'GET /api/admin/:y/',
      sentence: { code: 'SAME_REQUESTS', parameters: { endpoint: 'GET /api/admin/:y/', other: 'GET /api/admin/:x/' } },
    },
  ])
})

it('references of path items are followed to their end, however long their chain, beside operations of their own', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20 }), fc.boolean(), (length, isCircle) => {
      const last = isCircle ? { $ref: '#/components/pathItems/0' } : { delete: {} }
      const chain = Array.from({ length }, (_, index) => ({ $ref: `#/components/pathItems/${index + 1}`, put: {} }))
      const components = { pathItems: Object.fromEntries([...chain, last].entries()) }
      const { endpoints, unread } = read(
        { '/api/admin/a': { $ref: '#/components/pathItems/0', get: {} } },
        { components },
      )

      const methods = endpoints.map(({ method }) => method).sort()
      const put = length > 0 ? ['PUT'] : []
      expect([methods, unread.length]).toEqual(isCircle ? [['GET', ...put], 1] : [['DELETE', 'GET', ...put], 0])
    }),
    { numRuns: casesOf(50, 500) },
  )
})

it('a path item and a list of servers are read once, however many paths have them and whatever else is in them', () => {
  let reads = 0
  const counted = <Value>(values: Record<string, Value>) =>
    Object.defineProperties(
      {},
      {
        ...Object.fromEntries(
          Object.entries(values).map(([name, value]) => [name, { enumerable: true, get: () => (reads++, value) }]),
        ),
      },
    )
  const other = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x-${index}`, {}]))
  const item = counted({ get: {}, put: {}, ...other, $ref: '#/components/pathItems/next' })
  const next = counted({ post: {}, ...other, $ref: '#/components/pathItems/item' })
  const servers = Array.from({ length: 500 }, (_, index) => counted({ url: `https://shop.example/${index}` }))
  const paths = Array.from({ length: 200 }, (_, index) => [`/${index}`, { $ref: '#/components/pathItems/item' }])
  const document = { components: { pathItems: { item, next } }, servers: [...servers, { url: '/api/admin' }] }

  const { endpoints } = read(Object.fromEntries(paths), document)

  expect(endpoints).toHaveLength(3 * paths.length)
  expect(reads).toBeLessThan(servers.length + 50)
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
      const { endpoints } = read(paths, { servers })
      for (const { path } of endpoints) expect(path).toMatch(/^\/api\/admin\/(?:[^/\s]+\/)*$/)
    }),
  )
})

it('a list names how many endpoints are too many', () => {
  expect(checkList(new Array(maxServiceEndpoints))).toEqual([])
  expect(checkList(new Array(maxServiceEndpoints + 1))).toMatchObject([
    { field: '', sentence: { code: 'TOO_MANY_ENDPOINTS', parameters: { max: 1000, count: 1001 } } },
  ])
})
