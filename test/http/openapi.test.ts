import { z } from 'zod'
import { createApp } from '../../src/http/app.ts'
import { operations as declared } from '../../src/http/all-routes.ts'
import type { Deps } from '../../src/http/deps.ts'
import { givenGateway, testConfig, type GivenGateway, type Json } from '../support/gateway.ts'
import { givenDocument, type GivenDocument } from '../support/openapi/openapi.ts'

let gateway: GivenGateway
let given: GivenDocument
beforeAll(async () => {
  gateway = await givenGateway()
  given = await givenDocument(gateway.url)
})
afterAll(() => gateway[Symbol.asyncDispose]())

describe('the OpenAPI document', () => {
  it('has the form of OpenAPI 3.1, and no other fields', () => {
    expect(Form.parse(given.document)).toEqual(given.document)
  })

  it('has the title, version, tags and security schemes of the service', async () => {
    const { info, tags, components } = given.document
    const { version } = (await import('../../package.json', { with: { type: 'json' } })).default

    expect(info).toMatchObject({ title: 'Vigía', version, description: expect.stringContaining('/graphql') })
    expect(tags.map(({ name }: Json) => name)).toEqual([...new Set(tags.map(({ name }: Json) => name))])
    expect(new Set(given.operations.flatMap(({ tags }) => tags as string[]))).toEqual(
      new Set(tags.map(({ name }: Json) => name)),
    )
    expect(components.securitySchemes).toMatchObject({
      session: { type: 'apiKey', in: 'cookie', name: gateway.cookie.split('=')[0] },
      token: { type: 'http', scheme: 'bearer' },
    })
  })

  it('names the session cookie with its prefix where it is secure', async () => {
    await using secure = await givenSecure()

    expect((await givenDocument(secure.url)).document['components'].securitySchemes.session.name).toBe(
      '__Host-vigia_session',
    )
  })

  it('has no dangling reference, and all its schemas compile', () => {
    const places = schemasIn(given.document)

    expect(places.length).toBeGreaterThan(100)
    for (const place of places) expect(typeof given.schemaAt(...place)).toBe('function')
  })

  it('gives each operation a unique name, and the parameters of its path', () => {
    const names = [...given.operations, ...webhooksIn(given.document)].map(({ operationId }) => operationId as string)

    expect(new Set(names).size).toBe(names.length)
    for (const { path, parameters } of given.operations) {
      const inPath = (parameters as Json[]).filter((parameter) => parameter['in'] === 'path')
      expect(inPath.map(({ name }) => name)).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
    }
  })

  it('describes every parameter, every field and every header', () => {
    expect(fieldsIn(given.document).filter(([, field]) => !describes(given.document, field))).toEqual([])
  })

  it('describes responses completely, so that an undocumented field is an error', () => {
    const told = given.operations.map(({ operationId, responses }) => ({ operationId, told: responses }))
    const sent = webhooksIn(given.document).map(({ operationId, requestBody }) => ({ operationId, told: requestBody }))
    const open = [...told, ...sent].flatMap(({ operationId, told }) =>
      objectsIn(given.document, told)
        .filter((object) => object['additionalProperties'] !== false)
        .map(() => operationId),
    )

    expect(open).toEqual([])
  })

  it('has examples that match its schemas', () => {
    const shown = schemasIn(given.document).flatMap((place) => {
      const around = at(given.document, place.slice(0, -1))
      const examples: unknown[] = [
        ...(place.at(-1) === 'schema' && 'example' in around ? [around['example']] : []),
        ...(at(given.document, place)['examples'] ?? []),
      ]
      return examples.map((example) => ({ place: place.join(' '), example, validate: given.schemaAt(...place) }))
    })

    expect(shown.length).toBeGreaterThan(20)
    for (const { place, example, validate } of shown) {
      validate(example)
      expect({ place, errors: validate.errors }).toEqual({ place, errors: null })
    }
    const bodies = given.operations.flatMap(({ requestBody }) => requestBody?.content['application/json'] ?? [])
    expect(bodies.filter((body: Json) => !('example' in body))).toEqual([])
  })

  it('has an example of each JSON body and each response', () => {
    const contents = given.operations.flatMap(({ operationId, requestBody, responses }) =>
      [requestBody, ...Object.values(responses as Json)].flatMap((part: Json | undefined) =>
        Object.entries((part?.['content'] ?? {}) as Json).map(([type, content]) => ({ operationId, type, content })),
      ),
    )

    expect(contents.length).toBeGreaterThan(100)
    const without = contents.filter(({ content, type }) => !('example' in content) && type !== 'application/x-protobuf')
    // The bytes of a SINLI message are no JSON, nor is protobuf.
    expect(without.map(({ operationId, type }) => `${operationId} ${type}`)).toEqual([
      'receiveMessage message/rfc822',
      'receiveMessage text/plain',
    ])
  })

  it('names every object schema, for the types of generated clients', () => {
    const anonymous = [...given.operations, ...webhooksIn(given.document)].flatMap(
      ({ operationId, requestBody, responses }) =>
        [requestBody, responses].flatMap((part) => inlineObjects(part).map(() => operationId)),
    )
    const nested = Object.entries(given.document['components'].schemas as Json).flatMap(([name, schema]) =>
      Object.values(schema as Json).flatMap((part) => inlineObjects(part).map(() => name)),
    )

    expect([...anonymous, ...nested]).toEqual([])
  })

  it('has a discriminator for every union, which maps each value to one alternative', () => {
    const unions = unionsIn(given.document)

    expect(unions.length).toBeGreaterThan(0)
    for (const { oneOf, discriminator } of unions) {
      const told = Object.entries(discriminator.mapping as Json).map(([value, $ref]) => [value, $ref])
      const values = (oneOf as Json[]).flatMap(({ $ref }) => {
        const property = resolved(given.document, $ref).properties[discriminator.propertyName] as Json
        return ((property['enum'] ?? [property['const']]) as string[]).map((value) => [value, $ref])
      })
      expect(told).toEqual(values)
    }
  })

  it('has patterns without Unicode classes, which match the same with and without the flag u', () => {
    const patterns = [...new Set(patternsIn(given.document))]

    expect(patterns.length).toBeGreaterThan(0)
    for (const pattern of patterns) {
      expect(pattern).not.toMatch(/\\[pPu]/)
      for (const text of ['', 'Ana', 'Ñandú 👩‍👩‍👧', 'a\x00b', 'a\x7fb', 'a\x9fb', 'a\nb', '\u{1F600}', 'AB12'])
        expect([pattern, text, new RegExp(pattern).test(text)]).toEqual([
          pattern,
          text,
          new RegExp(pattern, 'u').test(text),
        ])
    }
  })

  it('documents how many items a page may have', () => {
    const paged = given.operations.filter(({ parameters }) => parameters.some(({ name }: Json) => name === 'cursor'))

    expect(paged.map(({ operationId }) => operationId).sort()).toEqual([
      'listAudit',
      'listCustomers',
      'listDeliveries',
      'listIncidents',
      'listLibraries',
      'readInventory',
    ])
    for (const { parameters } of paged)
      expect(parameters.find(({ name }: Json) => name === 'limit').schema).toMatchObject({
        minimum: 1,
        maximum: 200,
        default: 50,
      })
  })
})

describe('the OpenAPI document and the router', () => {
  it('have the same routes', () => {
    const pass = (_req: unknown, _res: unknown, next: () => void) => next()
    const app = createApp({ config: testConfig, requestTraces: { record: pass } } as unknown as Deps, {
      measureRequests: pass,
      metrics: pass,
      readSchemaText: () => '',
    })
    const told = given.operations.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`)

    const served = routesIn(app.router as unknown as Stack).filter((route) => route !== 'GET /explorer')

    expect(served.sort()).toEqual(told.sort())
    expect(declared.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(told)
  })
})

describe('GET /api/openapi.json', () => {
  it('is public, and is cached only with revalidation', async () => {
    const first = await fetch(`${gateway.url}/api/openapi.json`)
    const etag = first.headers.get('etag') ?? ''
    const again = await fetch(`${gateway.url}/api/openapi.json`, { headers: { 'if-none-match': etag } })
    const head = await fetch(`${gateway.url}/api/openapi.json`, { method: 'HEAD' })

    expect(first.headers.get('content-type')).toContain('application/json')
    expect(first.headers.get('cache-control')).toBe('no-cache')
    expect([again.status, head.status]).toEqual([304, 200])
    expect(head.headers.get('etag')).toBe(etag)
  })

  it.each([
    ['GET', '/api/'],
    ['GET', '/api/openapi'],
    ['GET', '/api/openapi.json/more'],
    ['HEAD', '/api/docs/more'],
    ['POST', '/api/openapi.json'],
    ['POST', '/api/docs'],
  ])('answers at its own address alone: %s %s is a 404', async (method, path) => {
    const answer = await fetch(gateway.url + path, { method, headers: { accept: 'text/html' } })

    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
  })
})

const givenSecure = () => {
  const publicOrigin = 'https://admin.example.org'
  return givenGateway({ config: { publicOrigin } })
}

const described = z.string().min(3)
const Schema = z.record(z.string(), z.unknown())
const Content = z.record(z.string(), z.strictObject({ schema: Schema, example: z.unknown().optional() }))
const Headers = z.record(z.string(), z.strictObject({ description: described, schema: Schema }))
const Parameter = z.strictObject({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  description: described,
  schema: Schema,
})
const OperationForm = z.strictObject({
  operationId: z.string().regex(/^[a-z][A-Za-z]+$/),
  tags: z.tuple([z.string()]),
  summary: described,
  description: described,
  security: z.array(z.partialRecord(z.enum(['session', 'token']), z.tuple([]))),
  parameters: z.array(Parameter),
  requestBody: z.strictObject({ required: z.boolean(), content: Content }).optional(),
  responses: z.record(
    z.string().regex(/^[2-5]\d\d$/),
    z.strictObject({ description: described, headers: Headers.optional(), content: Content.optional() }),
  ),
})

/** A request that the service sends: its receiver may answer with any status. */
const WebhookForm = OperationForm.extend({
  responses: z.record(z.string().regex(/^[245](?:XX|\d\d)$/), z.strictObject({ description: described })),
})

/** As much of the specification as is used: https://spec.openapis.org/oas/v3.1.1.html */
const Form = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.strictObject({
    title: z.string(),
    version: z.string(),
    description: described,
    license: z.strictObject({ name: z.string(), identifier: z.string() }),
  }),
  servers: z.array(z.strictObject({ url: z.string() })),
  tags: z.array(z.strictObject({ name: z.string(), description: described })),
  paths: z.record(z.string().startsWith('/'), z.partialRecord(z.enum(['get', 'post', 'put', 'delete']), OperationForm)),
  webhooks: z.record(z.string(), z.strictObject({ post: WebhookForm })),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[\w.-]+$/), Schema),
    securitySchemes: z.record(z.string(), z.looseObject({ type: z.string(), description: described })),
  }),
})

const webhooksIn = ({ webhooks }: Json) => Object.values(webhooks as Json).map(({ post }) => post as Json)

const at = (document: Json, place: readonly string[]): Json =>
  place.reduce<Json>((part, key) => part[key] as Json, document)

/** All schemas: those under `schema` anywhere, and the shared ones. */
function schemasIn(document: Json): string[][] {
  const shared = Object.keys(document['components'].schemas as Json).map((id) => ['components', 'schemas', id])
  return [...shared, ...['paths', 'webhooks'].flatMap((part) => placesOf(document[part], 'schema', [part]))]
}

function placesOf(part: unknown, wanted: string, place: string[]): string[][] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, value]) =>
    key === wanted ? [[...place, key]] : placesOf(value, wanted, [...place, key]),
  )
}

/** Everything that has a name, with where it is: the fields of schemas, the shared schemas, parameters. */
function fieldsIn(part: unknown, place = ''): [string, Json][] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part as Json).flatMap(([key, value]) => {
    if (key === 'example' || key === 'examples') return []
    // A property may have one of these names.
    const isList = ['properties', 'schemas', 'headers', 'parameters'].includes(key) && !place.endsWith(' properties')
    const own = isList ? Object.entries(value as Json) : []
    return [
      ...own.map(([name, field]): [string, Json] => [`${place} ${name}`, field as Json]),
      ...fieldsIn(value, `${place} ${key}`),
    ]
  })
}

const describes = (document: Json, { description, $ref }: Json): boolean =>
  typeof description === 'string' || ($ref !== undefined && describes(document, resolved(document, $ref as string)))

const resolved = (document: Json, $ref: string) => at(document, $ref.replace('#/', '').split('/'))

/** The schemas of objects under a part of the document, those that it refers to included. */
function objectsIn(document: Json, part: unknown): Json[] {
  if (typeof part !== 'object' || part === null) return []
  const { $ref, example, examples, ...rest } = part as Json
  const below = Object.values(rest).flatMap((value) => objectsIn(document, value))
  if (typeof $ref === 'string') below.push(...objectsIn(document, resolved(document, $ref)))
  return rest['type'] === 'object' ? [rest, ...below] : below
}

/** The objects under a part of the document that are no shared schema; what examples show is none. */
function inlineObjects(part: unknown): Json[] {
  if (typeof part !== 'object' || part === null) return []
  const { example, examples, ...rest } = part as Json
  const below = Object.values(rest).flatMap(inlineObjects)
  return rest['type'] === 'object' ? [rest, ...below] : below
}

function unionsIn(part: unknown): Json[] {
  if (typeof part !== 'object' || part === null) return []
  const below = Object.values(part).flatMap(unionsIn)
  return 'oneOf' in part ? [part, ...below] : below
}

function patternsIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, value]) =>
    key === 'pattern' && typeof value === 'string' ? [value] : patternsIn(value),
  )
}

type Stack = {
  stack: { route?: { path: string; methods: Record<string, boolean> }; handle: Partial<Stack> }[]
}

const routesIn = ({ stack }: Stack): string[] =>
  stack.flatMap(({ route, handle }) => {
    // A colon that begins no parameter is escaped for the router.
    const path = route?.path.replaceAll('\\:', ':')
    if (route) return Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${path}`)
    return handle.stack ? routesIn({ stack: handle.stack }) : []
  })
