import { execute, OperationTypeNode, type GraphQLError, type GraphQLSchema } from 'graphql'
import type { Viewer } from '../../auth/sessions.ts'
import { stripSuggestions, type AuthorizeOperation } from '../guards/authorize-operation.ts'
import type { SubscriptionSpec } from './subscription-group.ts'
import { requestContext, type Requester, type GraphqlDeps } from '../context.ts'
import { cacheScopeKey, isPerUser, topicOfField } from '../http/cache-scope.ts'
import { formatError, operationError } from '../errors.ts'
import { isRefused, type ParsedOperation, type ParseOperation } from '../document-cache.ts'
import { rootFieldsOf } from '../guards/field-permissions.ts'

/** Payload of a `subscribe` message. */
export type SubscribePayload = {
  query: string
  operationName?: string | null
  variables?: Record<string, unknown> | null
  /** `documentId` is the id of a trusted document; the query is then empty. */
  extensions?: Record<string, unknown> | null
}

/** Parses and authorizes a subscription, or returns its errors; sockets serve no other operations. */
export function readSubscription(
  { readOperation, refuse }: { readOperation: ParseOperation; refuse: AuthorizeOperation },
  { query, operationName, variables }: SubscribePayload,
  signedIn: Viewer | null,
): ParsedOperation | readonly GraphQLError[] {
  const operation = readOperation(query, operationName)
  if (isRefused(operation)) {
    stripSuggestions(operation, signedIn)
    return operation
  }
  if (operation.definition.operation !== OperationTypeNode.SUBSCRIPTION) {
    return [
      operationError(
        'BAD_REQUEST',
        'Only subscriptions are served over the WebSocket: send queries and mutations to POST /graphql.',
      ),
    ]
  }
  const refusal = refuse({ ...operation, text: query, variables }, signedIn)
  return refusal ? [refusal] : operation
}

/** Creates the spec of a subscription group: equal subscriptions of equally entitled operators share one execution. */
export function toSubscriptionSpec(
  parts: { schema: GraphQLSchema; gateway: GraphqlDeps },
  operation: ParsedOperation,
  payload: SubscribePayload,
  asker: Requester,
): SubscriptionSpec {
  const [field = ''] = rootFieldsOf(operation.document, operation.definition)
  const entitlement = asker.signedIn && cacheScopeKey(isPerUser(operation), asker.signedIn)
  return {
    name: JSON.stringify([entitlement, payload.query, payload.operationName, payload.variables]),
    topic: topicOfField(field) ?? 'panel',
    execute: () => executeOnce(parts, operation, payload, asker),
  }
}

// Executed like a query: resolvers read the current data, events carry none.
async function executeOnce(
  { schema, gateway }: { schema: GraphQLSchema; gateway: GraphqlDeps },
  { document }: ParsedOperation,
  { operationName, variables }: SubscribePayload,
  asker: Requester,
): Promise<string> {
  const { data, errors } = await execute({
    schema,
    document,
    operationName,
    variableValues: variables,
    contextValue: await requestContext(gateway, asker),
  })
  const [first] = errors ?? []
  if (first && !data) throw first
  return JSON.stringify({ ...(errors && { errors: errors.map((error) => formatError(error.toJSON(), error)) }), data })
}
