import type { ApolloServerPlugin } from '@apollo/server'
import { Kind, type DocumentNode, type GraphQLError, type OperationDefinitionNode } from 'graphql'
import type { SignedIn } from '../access/sessions.ts'
import type { Context } from './context.ts'
import { operationRefused } from './errors.ts'
import { refuseForbidden } from './permissions.ts'

/** Refuses an operation before any of it is done, where whoever asks may not have all of it. */
export const needsPermission: ApolloServerPlugin<Context> = {
  requestDidStart: () =>
    Promise.resolve({
      didResolveOperation({ document, operation, contextValue }) {
        const refusal = operation && refuse(document, operation, contextValue.signedIn)
        if (refusal) throw refusal
        return Promise.resolve()
      },
    }),
}

/**
 * The refusal of a valid operation that asks for more than one may have; null where it may go on. Without a session only
 * `__typename` at the root is answered.
 */
export function refuse(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  signedIn: SignedIn | null,
): GraphQLError | null {
  if (signedIn) return refuseForbidden(document, operation, signedIn.operator.role)
  return asksNothing(document, operation)
    ? null
    : operationRefused('UNAUTHENTICATED', 'Sign in first: this needs a session.')
}

const asksNothing = (document: DocumentNode, { selectionSet }: OperationDefinitionNode) =>
  document.definitions.length === 1 &&
  selectionSet.selections.every((selection) => selection.kind === Kind.FIELD && selection.name.value === '__typename')

/** What subscribes through GraphQL itself. Nobody does: sockets follow the views (`fanout.ts`). */
export const overSockets = (): never => {
  throw new Error('Subscriptions are served over the WebSocket.')
}
