import { ApolloServerErrorCode } from '@apollo/server/errors'
import { execute, OperationTypeNode, type GraphQLSchema } from 'graphql'
import type { Viewer } from '../../auth/sessions.ts'
import type { FindCompiled } from '../compile-operation.ts'
import type { OperationGuard } from '../guards/operation-guard.ts'
import type { SubscriptionSpec } from './subscription-group.ts'
import type { CreateContext, Requester } from '../context.ts'
import { cacheScopeKey, isPerUser, topicOfSubscription } from '../http/cache-scope.ts'
import { formatResult, operationError } from '../errors.ts'
import { isErrors, type DocumentErrors, type ParsedOperation } from '../document-cache.ts'

/** Payload of a `subscribe` message. */
export type SubscribePayload = {
  query: string
  operationName?: string | null
  variables?: Record<string, unknown> | null
  /** `documentId` is the id of a trusted document; the query is then empty. */
  extensions?: Record<string, unknown> | null
}

/** Parses and authorizes a subscription, or returns its errors. Sockets serve subscriptions only. */
export async function readSubscription(
  guard: OperationGuard,
  { query, operationName, variables }: SubscribePayload,
  viewer: Viewer | null,
): Promise<ParsedOperation | DocumentErrors> {
  const operation = guard.readOperation(query, operationName, viewer)
  if (isErrors(operation)) return operation
  if (operation.definition.operation !== OperationTypeNode.SUBSCRIPTION) {
    return [operationError(ApolloServerErrorCode.BAD_REQUEST, { code: 'ONLY_SUBSCRIPTIONS', parameters: {} })]
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
    name: JSON.stringify([scope, requester.language, payload.query, payload.operationName, payload.variables]),
    topic: topicOfSubscription(field),
    execute: () => executeSubscription(deps, operation, payload, requester),
  }
}

type ExecutionDeps = {
  schema: GraphQLSchema
  createContext: CreateContext
  guard: OperationGuard
  findCompiled: FindCompiled
}

// Executed like a query: resolvers read the current data, events carry none.
async function executeSubscription(
  { schema, createContext, guard, findCompiled }: ExecutionDeps,
  operation: ParsedOperation,
  { operationName, variables }: SubscribePayload,
  requester: Requester,
): Promise<string> {
  const context = createContext(requester)
  await context.fixInventory()
  const { document } = operation
  const run =
    findCompiled(operation, variables) ??
    ((contextValue) => execute({ schema, document, operationName, variableValues: variables, contextValue }))
  const result = await run(context)
  guard.stripSuggestions(result.errors ?? [], requester.viewer)
  const [first] = result.errors ?? []
  if (first && !result.data) throw first
  return JSON.stringify(formatResult(result, requester).body)
}

/** Required by the schema, never called: sockets subscribe through `fanout.ts`. */
export const subscribeUnavailable = (): never => {
  throw new Error('Subscriptions are served over the WebSocket.')
}
