import type { RequestHandler } from 'express'
import { z } from 'zod'
import { requirePermission } from '../auth/permissions.ts'
import type { Viewer } from '../auth/sessions.ts'
import { sendProblem } from '../request/problems.ts'
import type { RouteDefinition } from './routing/define-route.ts'

/** Declaration of `GET /api/schema.graphql` for the OpenAPI document. Its response is not JSON, so `sendSchema` handles it. */
export const schemaTextDeclaration: RouteDefinition = {
  method: 'GET',
  path: '/api/schema.graphql',
  operationId: 'readGraphqlSchema',
  tag: 'Supervision',
  summary: 'Get the GraphQL schema as text',
  description: 'For code generators, independently of the setting INTROSPECTION.',
  access: 'session',
  answers: {
    200: {
      description: 'The schema in the GraphQL schema definition language.',
      type: 'text/plain',
      schema: z.string().meta({
        description: 'Types and fields with their descriptions.',
        examples: ['type Query {\n  session: Session!\n}\n'],
      }),
    },
  },
  refusals: {
    403: 'Neither the role nor the token has the permission `explore:Schema`, or the token is bound to a document.',
  },
}

/**
 * Sends the GraphQL schema as text to callers who may explore it, regardless of the setting INTROSPECTION: code
 * generators read it with a token. Runs behind `requireViewer`.
 */
export const sendSchema =
  (readSchemaText: () => string): RequestHandler =>
  (_req, res) => {
    requirePermission(res.locals.viewer as Viewer, 'explore:Schema')
    res.type('text/plain').send(readSchemaText())
  }

/** Answers other methods at the address of the schema. */
export const rejectOtherMethods: RequestHandler = (_req, res) => {
  sendProblem(res, {
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    sentence: { code: 'METHODS_OF_ADDRESS', parameters: { methods: 'GET, HEAD' } },
    headers: { allow: 'GET, HEAD' },
  })
}
