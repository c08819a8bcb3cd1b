import type { ApolloServerPlugin } from '@apollo/server'
import { Kind, type DocumentNode, type GraphQLError, type OperationDefinitionNode } from 'graphql'
import type { SignedIn } from '../access/sessions.ts'
import type { Context } from './context.ts'
import { operationRefused } from './errors.ts'

/** Refuses every operation without a session; only `__typename` at the root answers to anybody. */
export const needsSession: ApolloServerPlugin<Context> = {
  requestDidStart: () =>
    Promise.resolve({
      didResolveOperation({ document, operation, contextValue }) {
        const refusal = operation && refuseStranger(document, operation, contextValue.signedIn)
        if (refusal) throw refusal
        return Promise.resolve()
      },
    }),
}

/** The refusal of an operation that needs a session and has none; null where it may go on. */
function refuseStranger(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  signedIn: SignedIn | null,
): GraphQLError | null {
  if (signedIn || asksNothing(document, operation)) return null
  return operationRefused('UNAUTHENTICATED', 'Sign in first: this needs a session.')
}

const asksNothing = (document: DocumentNode, { selectionSet }: OperationDefinitionNode) =>
  document.definitions.length === 1 &&
  selectionSet.selections.every((selection) => selection.kind === Kind.FIELD && selection.name.value === '__typename')
