import { ApolloServerErrorCode } from '@apollo/server/errors'
import { execute, OperationTypeNode, type GraphQLSchema } from 'graphql'
import type { Viewer } from '../../auth/sessions.ts'
import type { OperationGuard } from '../guards/operation-guard.ts'
import type { SubscriptionSpec } from './subscription-group.ts'
import { createContext, type Requester, type GraphqlDeps } from '../context.ts'
import { cacheScopeKey, isPerUser, topicOfSubscription } from '../http/cache-scope.ts'
import { formatError, operationError } from '../errors.ts'
import { isErrors, type DocumentErrors, type ParsedOperation } from '../document-cache.ts'

/** Payload of a `subscribe` message. */
export type SubscribePayload = {
  query: string
  operationName?: string | null
  variables?: Record<string, unknown> | null
  /** `documentId` is the id of a trusted document; the query is then empty. */
  extensions?: Record<string, unknown> | null
}

/** Parses and authorizes a subscription, or returns its errors; sockets serve no other operations. */
export async function readSubscription(
  guard: OperationGuard,
  { query, operationName, variables }: SubscribePayload,
  viewer: Viewer | null,
): Promise<ParsedOperation | DocumentErrors> {
  const operation = guard.readOperation(query, operationName, viewer)
  if (isErrors(operation)) return operation
  if (operation.definition.operation !== OperationTypeNode.SUBSCRIPTION) {
    return [
      operationError(
        ApolloServerErrorCode.BAD_REQUEST,
        'Only subscriptions are served over the WebSocket: send queries and mutations to POST /graphql.',
      ),
    ]
  }
  const error = await guard.authorize({ ...operation, text: query, variables }, viewer)
  return error ? [error] : operation
}

/** Creates the spec of a subscription group: equal subscriptions of equally entitled operators share one execution. */
export function toSubscriptionSpec(
  deps: ExecutionDeps,
  operation: ParsedOperation,
  payload: SubscribePayload,
  requester: Requester,
): SubscriptionSpec {
  const [field = ''] = operation.rootFields
  const scope = requester.viewer && cacheScopeKey(isPerUser(operation), requester.viewer)
  return {
    name: JSON.stringify([scope, payload.query, payload.operationName, payload.variables]),
    topic: topicOfSubscription(field),
    execute: () => executeOnce(deps, operation, payload, requester),
  }
}

type ExecutionDeps = { schema: GraphQLSchema; contextDeps: GraphqlDeps; guard: OperationGuard }

// Executed like a query: resolvers read the current data, events carry none.
async function executeOnce(
  { schema, contextDeps, guard }: ExecutionDeps,
  { document }: ParsedOperation,
  { operationName, variables }: SubscribePayload,
  requester: Requester,
): Promise<string> {
  const context = createContext(contextDeps, requester)
  await context.fixInventory()
  const { data, errors } = await execute({
    schema,
    document,
    operationName,
    variableValues: variables,
    contextValue: context,
  })
  if (errors) guard.stripSuggestions(errors, requester.viewer)
  const [first] = errors ?? []
  if (first && !data) throw first
  return JSON.stringify({ ...(errors && { errors: errors.map((error) => formatError(error.toJSON(), error)) }), data })
}

/** Required by the schema, never called: sockets subscribe through `fanout.ts`. */
export const subscribeUnavailable = (): never => {
  throw new Error('Subscriptions are served over the WebSocket.')
}
