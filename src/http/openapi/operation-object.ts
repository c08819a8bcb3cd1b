import type { ResponseDefinition, RouteDefinition } from '../define-route.ts'
import { bodyParserFor } from '../mount-routes.ts'
import { refusalsOf, type ErrorResponse } from './error-responses.ts'
import type { JsonSchema, Schemas } from './schemas.ts'

type Content = Record<string, { schema: JsonSchema | undefined; example?: unknown }>
type ParameterObject = { name: string; in: string; required: boolean; description?: string; schema: JsonSchema }

/** The Operation Object of a route: https://spec.openapis.org/oas/v3.1.1.html#operation-object */
export function operationObject(operation: RouteDefinition, schemas: Schemas) {
  const { operationId, tag, summary, description } = operation
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    security: security[operation.access],
    parameters: [
      ...parameters('path', schemas.inPlace[`${operationId} params`]),
      ...parameters('query', schemas.inPlace[`${operationId} query`]),
      ...parameters('header', schemas.inPlace[`${operationId} headers`]),
    ],
    ...requestBody(operation, schemas.inPlace[`${operationId} body`]),
    responses: responses(operation, schemas),
  }
}

const security = { session: [{ session: [] }], token: [{ token: [] }], anybody: [], supervisor: [] }

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

function requestBody(operation: RouteDefinition, schema: JsonSchema | undefined) {
  const reader = bodyParserFor(operation)
  if (!reader || !schema) return {}
  // A missing body is parsed as an empty object.
  const mayBeMissing = schema.type === 'object' && (schema.required ?? []).length === 0
  const { example } = operation
  const shown = { schema, ...(example !== undefined && { example }) }
  const content: Content = Object.fromEntries(reader.types.map((type) => [type, shown]))
  return { requestBody: { required: !mayBeMissing, content } }
}

type ResponseObject = { description: string; headers?: Record<string, object>; content?: Content }

function responses(operation: RouteDefinition, schemas: Schemas): Record<string, ResponseObject> {
  const answers = Object.entries(operation.answers).map(
    ([status, answer]) => [status, response(answer, schemas.inPlace[`${operation.operationId} ${status}`])] as const,
  )
  const refusals = refusalsOf(operation).map((refusal) => [String(refusal.status), refused(refusal, schemas)] as const)
  return Object.fromEntries([...answers, ...refusals])
}

const response = ({ description, headers, type = 'application/json' }: ResponseDefinition, schema?: JsonSchema) => ({
  ...described(description, headers),
  ...(schema && { content: { [type]: { schema } } }),
})

const refused = ({ description, headers, example }: ErrorResponse, { inPlace }: Schemas): ResponseObject => ({
  ...described(description, headers),
  content: { 'application/problem+json': { schema: inPlace.problem, example } },
})

const described = (description: string, headers: ResponseDefinition['headers']): ResponseObject => ({
  description,
  ...(headers && { headers: headersOf(headers) }),
})

const headersOf = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  )
