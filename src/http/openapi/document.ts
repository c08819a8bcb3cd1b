import { ProblemDocument } from '../responses/problem.ts'
import type { RouteDefinition } from '../define-route.ts'
import { tags } from './tags.ts'
import { introduction } from './introduction.ts'
import { operationObject } from './operation-object.ts'
import { jsonSchemas, type JsonSchema, type Schemas } from './schemas.ts'

/** Facts missing from the declarations of routes: the version of the service and the name of the session cookie. */
export type ApiInfo = { version: string; cookie: string }

/** A document of OpenAPI 3.1: https://spec.openapis.org/oas/v3.1.1.html */
export type OpenApiDocument = {
  openapi: string
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, ReturnType<typeof operationObject>>>
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, object> }
}

/** Builds the OpenAPI document of these routes from the same schemas that validate requests and type responses. */
export function openApiDocument(operations: readonly RouteDefinition[], { version, cookie }: ApiInfo): OpenApiDocument {
  const schemas = schemasOf(operations)
  const paths: OpenApiDocument['paths'] = {}
  for (const operation of operations) {
    const path = operation.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: operationObject(operation, schemas) }
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Vigía', version, description: introduction },
    servers: [{ url: '/' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: { schemas: schemas.shared, securitySchemes: securitySchemes(cookie) },
  }
}

/** JSON Schemas of all routes: the input side of request schemas, the output side of response schemas. */
function schemasOf(operations: readonly RouteDefinition[]): Schemas {
  const requests = operations.flatMap(({ operationId, params, query, headers, body }) =>
    Object.entries({ params, query, headers, body }).map(
      ([part, schema]) => [`${operationId} ${part}`, schema] as const,
    ),
  )
  const answers = operations.flatMap(({ operationId, answers }) =>
    Object.entries(answers).map(([status, { schema }]) => [`${operationId} ${status}`, schema] as const),
  )
  const read = jsonSchemas(requests, 'input')
  const told = jsonSchemas([...answers, ['problem', ProblemDocument]], 'output')
  return { inPlace: { ...read.inPlace, ...told.inPlace }, shared: { ...read.shared, ...told.shared } }
}

const securitySchemes = (cookie: string) => ({
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: cookie,
    description: 'The session of an operator: `POST /auth/login` answers with the cookie.',
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    description: "The token of the platform's services: the setting INGEST_TOKEN.",
  },
})
