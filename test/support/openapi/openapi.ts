import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Json } from '../gateway.ts'

/** An operation of an OpenAPI document, with its method and path. */
export type Documented = Json & { method: string; path: string; operationId: string }

/** The OpenAPI document of a gateway, its operations, and its compiled schemas. */
export async function givenDocument(url: string) {
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as Json
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true, inlineRefs: false })
  formats.default(ajv)
  // The other parts of the document are not schemas: declaring their names makes Ajv ignore them.
  ajv.addVocabulary(Object.keys(document))
  // An annotation of OpenAPI, which Ajv knows without mappings only.
  ajv.addKeyword('discriminator')
  ajv.addSchema(document, 'document')

  const compiled = new Map<string, ValidateFunction>()
  const compile = (ref: string) => {
    const validate = ajv.compile({ $ref: ref })
    compiled.set(ref, validate)
    return validate
  }

  return {
    document,
    operations: operationsIn(document),
    /** The schema at a path in the document, compiled at the first use. */
    schemaAt: (...place: string[]): ValidateFunction => {
      const ref = `document#${pointer(place)}`
      return compiled.get(ref) ?? compile(ref)
    },
  }
}

export type GivenDocument = Awaited<ReturnType<typeof givenDocument>>

function operationsIn({ paths }: Json): Documented[] {
  return Object.entries(paths as Json).flatMap(([path, methods]) =>
    Object.entries(methods as Json).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      ...operation,
    })),
  )
}

/**
 * Checks a response against the schema of its status and media type; returns the body.
 * @throws if the response does not match.
 */
export async function fits({ schemaAt }: GivenDocument, operation: Documented, answer: Response): Promise<unknown> {
  const { method, path, operationId, responses } = operation
  const documented = responses[answer.status]
  if (!documented) throw new Error(`${operationId} answered ${answer.status}, which is not documented`)
  const type = answer.headers.get('content-type')
  const body = await answer.text()
  if (!documented.content) {
    expect({ operationId, body }).toEqual({ operationId, body: '' })
    return undefined
  }
  const [expected] = Object.keys(documented.content as Json) as [string]
  expect(essence(type)).toBe(essence(expected))
  const told: unknown = expected.includes('json') ? JSON.parse(body) : body
  const place = ['paths', path, method.toLowerCase(), 'responses', String(answer.status), 'content', expected, 'schema']
  const validate = schemaAt(...place)
  validate(told)
  expect({ operationId, status: answer.status, errors: validate.errors }).toMatchObject({ errors: null })
  return told
}

const essence = (type: string | null) => type?.split(';', 1)[0]

const pointer = (place: string[]) =>
  place.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')
