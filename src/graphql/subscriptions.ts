import { execute, OperationTypeNode, type GraphQLError, type GraphQLSchema } from 'graphql'
import type { SignedIn } from '../access/sessions.ts'
import { hideNames, type Refuse } from './access.ts'
import type { Subscribed } from './channel.ts'
import { requestContext, type Asker, type Gateway } from './context.ts'
import { entitlementOf, isPersonal, viewOf } from './entitlement.ts'
import { answerError, operationRefused } from './errors.ts'
import { isRefused, type Operation, type ReadOperation } from './operations.ts'
import { rootFieldsOf } from './permissions.ts'

/** What a `subscribe` message carries. */
export type Payload = {
  query: string
  operationName?: string | null
  variables?: Record<string, unknown> | null
  /** With `documentId`, the id of a document of the admin application, the query is empty. */
  extensions?: Record<string, unknown> | null
}

/** Reads one operation and sees to it that they may ask for it; only subscriptions are served over sockets. */
export function readSubscription(
  { readOperation, refuse }: { readOperation: ReadOperation; refuse: Refuse },
  { query, operationName, variables }: Payload,
  signedIn: SignedIn | null,
): Operation | readonly GraphQLError[] {
  const operation = readOperation(query, operationName)
  if (isRefused(operation)) {
    hideNames(operation, signedIn)
    return operation
  }
  if (operation.definition.operation !== OperationTypeNode.SUBSCRIPTION) {
    return [
      operationRefused(
        'BAD_REQUEST',
        'Only subscriptions are served over the WebSocket: send queries and mutations to POST /graphql.',
      ),
    ]
  }
  const refusal = refuse({ ...operation, text: query, variables }, signedIn)
  return refusal ? [refusal] : operation
}

/** What is executed for everybody who asked this and is equally entitled. */
export function subscribedTo(
  parts: { schema: GraphQLSchema; gateway: Gateway },
  operation: Operation,
  payload: Payload,
  asker: Asker,
): Subscribed {
  const [field = ''] = rootFieldsOf(operation.document, operation.definition)
  const entitlement = asker.signedIn && entitlementOf(isPersonal(operation), asker.signedIn)
  return {
    name: JSON.stringify([entitlement, payload.query, payload.operationName, payload.variables]),
    topic: viewOf(field) ?? 'panel',
    execute: () => executeOnce(parts, operation, payload, asker),
  }
}

// A subscription's fields are resolved like those of a query: what changed is read, not handed over.
async function executeOnce(
  { schema, gateway }: { schema: GraphQLSchema; gateway: Gateway },
  { document }: Operation,
  { operationName, variables }: Payload,
  asker: Asker,
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
  return JSON.stringify({ ...(errors && { errors: errors.map((error) => answerError(error.toJSON(), error)) }), data })
}
