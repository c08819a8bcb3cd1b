import { rpcCodeOf, otlpTypes } from '../../request/otlp-requests.ts'
import type { ResponseDefinition, RouteDefinition } from '../routing/define-route.ts'
import { bodyParserFor } from '../routing/mount-routes.ts'
import { errorResponsesOf, type ErrorResponse } from './error-responses.ts'
import type { JsonSchema, Schemas } from './schemas.ts'

type Content = Record<string, { schema: JsonSchema | undefined; example?: unknown }>
type ParameterObject = { name: string; in: string; required: boolean; description?: string; schema: JsonSchema }

/** The Operation Object of a route: https://spec.openapis.org/oas/v3.1.1.html#operation-object */
export function operationObject(operation: RouteDefinition, schemas: Schemas) {
  const { operationId, tag, summary } = operation
  const description = describe(operation)
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(operation.deprecated && { deprecated: true }),
    security: operation.sessionOnly ? [{ session: [] }] : security[operation.access],
    parameters: [
      ...parameters('path', schemas.inPlace[`${operationId} params`]),
      ...parameters('query', schemas.inPlace[`${operationId} query`]),
      ...parameters('header', schemas.inPlace[`${operationId} headers`]),
    ],
    ...requestBody(operation, schemas),
    responses: responses(operation, schemas),
  }
}

/** The description of a route. For a deprecated route, the date of its removal is added. */
function describe({ description, deprecated }: RouteDefinition): string | undefined {
  if (!deprecated) return description
  const { since, sunset } = deprecated
  return `${description ?? ''} Deprecated since ${since}; it will be removed on ${sunset}.`.trimStart()
}

const security = { session: [{ session: [] }, { token: [] }], token: [{ token: [] }], anybody: [], supervisor: [] }

function parameters(where: 'path' | 'query' | 'header', object: JsonSchema | undefined): ParameterObject[] {
  return Object.entries(object?.properties ?? {}).map(([name, { description, ...schema }]) => ({
    name: where === 'header' ? capitalised(name) : name,
    in: where,
    required: object?.required?.includes(name) ?? false,
    ...(description !== undefined && { description }),
    schema,
  }))
}

const capitalised = (header: string) => header.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())

function requestBody(operation: RouteDefinition, schemas: Schemas) {
  const schema = schemas.inPlace[`${operation.operationId} body`]
  const parser = bodyParserFor(operation)
  if (!parser || !schema) return {}
  // A missing body is parsed as an empty object.
  const { type, required = [] } = resolve(schema, schemas)
  const mayBeMissing = type === 'object' && required.length === 0
  const { example } = operation
  const mediaType = { schema, ...(example !== undefined && { example }) }
  const types = operation.otlp ? [otlpTypes.json] : parser.types
  const content = {
    ...Object.fromEntries(types.map((type) => [type, mediaType])),
    ...(operation.otlp && protobufContent),
  }
  return { requestBody: { required: !mayBeMissing, content } }
}

/** The content of an OTLP message in protobuf, the alternative to JSON. */
const protobufContent: Content = {
  [otlpTypes.protobuf]: { schema: { type: 'string', format: 'binary', description: 'The same message in protobuf.' } },
}

type ResponseObject = { description: string; headers?: Record<string, object>; content?: Content }

function responses(operation: RouteDefinition, schemas: Schemas): Record<string, ResponseObject> {
  const successes = Object.entries(operation.answers).map(
    ([status]) =>
      [
        status,
        response(
          withDerivedHeaders(operation, Number(status), schemas),
          schemas,
          schemas.inPlace[`${operation.operationId} ${status}`],
        ),
      ] as const,
  )
  const errorResponse = operation.otlp ? statusResponse : problemResponse
  const errors = errorResponsesOf(operation).map(
    (error) => [String(error.status), errorResponse(error, schemas)] as const,
  )
  const all = [...successes, ...errors].map(
    ([status, object]) => [status, operation.otlp ? withProtobuf(object) : object] as const,
  )
  return Object.fromEntries(all)
}

const withProtobuf = (object: ResponseObject): ResponseObject => ({
  ...object,
  content: { ...object.content, ...protobufContent },
})

function response(
  { description, headers, type = 'application/json' }: ResponseDefinition,
  schemas: Schemas,
  schema?: JsonSchema,
): ResponseObject {
  if (!schema) return withHeaders(description, headers)
  // The example of the schema is repeated here, because many tools show only the example of the media type.
  const [example] = (resolve(schema, schemas).examples ?? []) as unknown[]
  const content = { [type]: { schema, ...(example !== undefined && { example }) } }
  return { ...withHeaders(description, headers), content }
}

/** A declared answer with the headers that follow from its schema and from the deprecation of its route. */
function withDerivedHeaders(operation: RouteDefinition, status: number, schemas: Schemas): ResponseDefinition {
  const declared = operation.answers[status] ?? { description: '' }
  const schema = schemas.inPlace[`${operation.operationId} ${status}`]
  const isPage = schema && 'nextCursor' in (resolve(schema, schemas).properties ?? {})
  const headers = {
    ...declared.headers,
    ...(isPage && { Link: 'URL of the next page, with `rel="next"`; absent on the last page.' }),
    ...(operation.deprecated && deprecationDescriptions),
  }
  return Object.keys(headers).length > 0 ? { ...declared, headers } : declared
}

const deprecationDescriptions = {
  Deprecation: 'Time of the deprecation: `@` and seconds since 1970 (RFC 9745).',
  Sunset: 'Time when the route will be removed (RFC 8594).',
}

/** The schema that a reference leads to, or the schema itself. */
const resolve = (schema: JsonSchema, { shared }: Schemas): JsonSchema =>
  shared[String(schema.$ref).replace('#/components/schemas/', '')] ?? schema

const problemResponse = ({ description, headers, example }: ErrorResponse, { inPlace }: Schemas): ResponseObject => ({
  ...withHeaders(description, headers),
  content: { 'application/problem+json': { schema: inPlace.problem, example } },
})

const statusResponse = ({ status, description, headers }: ErrorResponse, { inPlace }: Schemas): ResponseObject => ({
  ...withHeaders(description, headers),
  content: {
    [otlpTypes.json]: { schema: inPlace.otlpStatus, example: { code: rpcCodeOf(status), message: description } },
  },
})

const withHeaders = (description: string, headers: ResponseDefinition['headers']): ResponseObject => ({
  description,
  ...(headers && { headers: headersOf(headers) }),
})

const headersOf = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  )
