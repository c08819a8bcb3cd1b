import { ProblemDocument } from '../../request/problem-document.ts'
import type { RouteDefinition } from '../routing/define-route.ts'
import { OtlpStatus } from '../responses/otlp.ts'
import { tags } from './tags.ts'
import { introduction } from './introduction.ts'
import { deferredSchemas } from '../fields/zod-fields.ts'
import { bodyParserFor } from '../routing/mount-routes.ts'
import { operationObject } from './operation-object.ts'
import { jsonSchemas, type JsonSchema, type Schemas } from './schemas.ts'
import { webhookObjects, webhookPlaces } from './webhooks.ts'

/** Facts missing from the declarations of routes: the version of the service and the name of the session cookie. */
export type ApiInfo = { version: string; cookie: string }

/** A document of OpenAPI 3.1: https://spec.openapis.org/oas/v3.1.1.html */
export type OpenApiDocument = {
  openapi: string
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, ReturnType<typeof operationObject>>>
  /** Requests that the service sends. */
  webhooks: ReturnType<typeof webhookObjects>
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, object> }
}

/** All rights are reserved, because package.json states no license. The identifier is an SPDX expression. */
const license = { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' }

/** Builds the OpenAPI document of these routes from the same schemas that validate requests and type responses. */
export function openApiDocument(operations: readonly RouteDefinition[], { version, cookie }: ApiInfo): OpenApiDocument {
  const schemas = schemasOf(operations)
  const paths: OpenApiDocument['paths'] = {}
  for (const operation of operations) {
    const path = operation.path.replace(/\/:(\w+)/g, '/{$1}')
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: operationObject(operation, schemas) }
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Vigía', version, description: introduction, license },
    servers: [{ url: '/' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: webhookObjects(schemas),
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
  const responses = operations.flatMap(({ operationId, answers }) =>
    Object.entries(answers).map(([status, { schema }]) => [`${operationId} ${status}`, schema] as const),
  )
  const deferred = deferredSchemas.map((schema, index) => [`deferred ${index}`, schema] as const)
  const inputs = nameBodies(jsonSchemas([...requests, ...deferred], 'input'), operations)
  const outputs = jsonSchemas(
    [...responses, ...webhookPlaces, ['problem', ProblemDocument], ['otlpStatus', OtlpStatus]],
    'output',
  )
  return { inPlace: { ...inputs.inPlace, ...outputs.inPlace }, shared: { ...inputs.shared, ...outputs.shared } }
}

/** Gives each JSON body without an id the name of its operation, so that generated clients have a type for it. */
function nameBodies({ inPlace, shared }: Schemas, operations: readonly RouteDefinition[]): Schemas {
  const named = { inPlace: { ...inPlace }, shared: { ...shared } }
  for (const operation of operations) {
    const { operationId, method, path } = operation
    const schema = inPlace[`${operationId} body`]
    if (!schema || '$ref' in schema || !bodyParserFor(operation)?.types.includes('application/json')) continue
    const id = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Input`
    named.shared[id] = { description: `Body of \`${method} ${path}\`.`, ...schema }
    named.inPlace[`${operationId} body`] = { $ref: `#/components/schemas/${id}` }
  }
  return named
}

const securitySchemes = (cookie: string) => ({
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: cookie,
    description: 'Session of an operator, in the cookie set by `POST /auth/login`.',
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    description:
      "For the platform's services, the setting INGEST_TOKEN or a service token. For scripts, a personal token " +
      'of an operator, which allows what both its scopes and the role of its owner allow.',
  },
})
