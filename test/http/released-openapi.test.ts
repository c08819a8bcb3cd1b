import { readFileSync } from 'node:fs'
import { operations } from '../../src/http/all-routes.ts'
import { openApiDocument } from '../../src/http/openapi/document.ts'
import type { Json } from '../support/gateway.ts'
import { breaksOf } from '../support/openapi/openapi-breaks.ts'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const released = JSON.parse(read('schema/released/openapi.json')) as Json
const present = JSON.parse(JSON.stringify(openApiDocument(operations, { version: '0', cookie: 'c' }))) as Json
const accepted = [...read('docs/breaking.md').matchAll(/^- `([^`]+)` (.+)$/gm)].map(([, change]) => change)

it('the OpenAPI document breaks nothing that was released, unless docs/breaking.md says why', () => {
  expect(breaksOf(released, present).filter((change) => !accepted.includes(change))).toEqual([])
})

it('a document breaks nothing of its own', () => {
  expect(breaksOf(released, released)).toEqual([])
  expect(breaksOf(present, present)).toEqual([])
})

const schemas = (document: Json) => document['components'].schemas as Record<string, Json>
const operation = (document: Json, method: string, path: string) => document['paths'][path][method] as Json
const bodyOf = (document: Json, path: string) =>
  operation(document, 'put', path)['requestBody'].content['application/json'].schema as Json
const library = '/ingest/v1/libraries/{code}'
const putLibrary = `PUT ${library} body`

type Change = [sentence: string, change: (document: Json) => unknown]

describe('what breaks a client is noticed:', () => {
  it.each<Change>([
    ['GET /api/admin/search/: the operation is gone.', (d) => delete d['paths']['/api/admin/search/'].get],
    ['GET /api/admin/audit/: the operation is gone.', (d) => delete d['paths']['/api/admin/audit/']],
    [
      'GET /livez: it asks for other credentials.',
      (d) => (operation(d, 'get', '/livez')['security'] = [{ session: [] }]),
    ],
    [
      'GET /api/admin/search/: the query parameter q is gone.',
      (d) => (operation(d, 'get', '/api/admin/search/')['parameters'] as Json[]).shift(),
    ],
    [
      'GET /api/admin/search/: the query parameter kind is required now.',
      (d) =>
        (operation(d, 'get', '/api/admin/search/')['parameters'] as Json[]).push({
          name: 'kind',
          in: 'query',
          required: true,
          schema: { type: 'string' },
        }),
    ],
    [
      'GET /api/admin/customers/: the query parameter q: maxLength is 10 now.',
      (d) => (operation(d, 'get', '/api/admin/customers/')['parameters'][0].schema['maxLength'] = 10),
    ],
    [
      'GET /api/admin/endpoints/: the query parameter method: the value POST is gone.',
      (d) => {
        const parameters = operation(d, 'get', '/api/admin/endpoints/')['parameters'] as Json[]
        parameters.find(({ name }) => name === 'method')!['schema'].enum = ['GET']
      },
    ],
    [
      'POST /auth/logout: a body is required now.',
      (d) => (operation(d, 'post', '/auth/logout')['requestBody'] = { required: true, content: {} }),
    ],
    [`${putLibrary}.city: the field is gone.`, (d) => delete bodyOf(d, library)['properties'].city],
    [
      `${putLibrary}.city: the field is required now.`,
      (d) => (bodyOf(d, library)['required'] as string[]).push('city'),
    ],
    [
      `${putLibrary}.country: the field is required now.`,
      (d) => {
        bodyOf(d, library)['properties'].country = { type: 'string' }
        ;(bodyOf(d, library)['required'] as string[]).push('country')
      },
    ],
    [
      `${putLibrary}.name: string is not accepted any more.`,
      (d) => (bodyOf(d, library)['properties'].name.type = 'null'),
    ],
    [`${putLibrary}.name: maxLength is 100 now.`, (d) => (bodyOf(d, library)['properties'].name.maxLength = 100)],
    [
      `${putLibrary}.name: only certain values are accepted now.`,
      (d) => (bodyOf(d, library)['properties'].name.enum = ['Aurora']),
    ],
    [
      `${putLibrary}.email: null is not accepted any more.`,
      (d) => (bodyOf(d, library)['properties'].email = { type: 'string' }),
    ],
    [
      'The pattern ^[A-Za-z\\d]{1,8}$ is ^\\d+$ now.',
      (d) => (operation(d, 'put', '/ingest/v1/suppliers/{sinliId}')['parameters'][0].schema['pattern'] = '^\\d+$'),
    ],
    [
      'POST /ingest/v1/sinli body: the type text/plain is gone.',
      (d) => delete operation(d, 'post', '/ingest/v1/sinli')['requestBody'].content['text/plain'],
    ],
    [`PUT ${library}: the answer 201 is gone.`, (d) => delete operation(d, 'put', library)['responses'][201]],
    ['Library.city: the field is gone.', (d) => delete schemas(d)['Library']!['properties'].city],
    [
      'Library.city: the field may be absent now.',
      (d) => (schemas(d)['Library']!['required'] = ['code', 'name', 'sinliId', 'email', 'province', 'state']),
    ],
    ['Library.name: it can be null now.', (d) => (schemas(d)['Library']!['properties'].name.type = ['string', 'null'])],
    [
      'Endpoint.latencyMs: it can be string now.',
      (d) => (schemas(d)['Endpoint']!['properties'].latencyMs = { type: 'string' }),
    ],
    [
      'State: it can be more than Operativo, Degradado, Fallando, Desconocido now.',
      (d) => delete schemas(d)['State']!['enum'],
    ],
    ['Role: the value lector is gone.', (d) => (schemas(d)['Role']!['enum'] as string[]).shift()],
  ])('%s', (sentence, change) => {
    const changed = structuredClone(released)
    change(changed)

    expect(breaksOf(released, changed)).toContain(sentence)
  })
})

describe('what only adds is not:', () => {
  it.each<Change>([
    ['a path', (d) => (d['paths']['/new/'] = d['paths']['/livez'])],
    ['an optional field of a body', (d) => (bodyOf(d, library)['properties'].country = { type: 'string' })],
    ['a field of an answer', (d) => (schemas(d)['Library']!['properties'].country = { type: 'string' })],
    ['a wider limit', (d) => (bodyOf(d, library)['properties'].name.maxLength = 1_000)],
    ['null in a body', (d) => (bodyOf(d, library)['properties'].name.type = ['string', 'null'])],
    ['a value of an answer', (d) => (schemas(d)['Role']!['enum'] as string[]).push('auditor')],
    [
      'a name for the schema of a body',
      (d) => {
        schemas(d)['LibraryInput'] = structuredClone(bodyOf(d, library))
        operation(d, 'put', library)['requestBody'].content['application/json'].schema = {
          $ref: '#/components/schemas/LibraryInput',
        }
      },
    ],
  ])('%s', (_, change) => {
    const changed = structuredClone(released)
    change(changed)

    expect(breaksOf(released, changed)).toEqual([])
  })
})
