import type { ApolloServerPlugin } from '@apollo/server'
import { Kind, type DocumentNode, type GraphQLError } from 'graphql'
import { stripSuggestions, refuseStranger, type AuthorizeOperation } from './authorize-operation.ts'
import type { Context } from '../context.ts'
import { formatError } from '../errors.ts'
import { isRefused, type Faults, type ReadDocument } from '../document-cache.ts'

/** Apollo's context of one request; `faults` are the errors of its document if already found, else null. */
export type ServerContext = Context & { faults: Faults | null }

const nothing: DocumentNode = { kind: Kind.DOCUMENT, definitions: [] }

/**
 * Makes Apollo use the shared document cache, so that no document is parsed or validated twice, and the shared
 * operation guard.
 */
export const operationGuardPlugin = (
  refuse: AuthorizeOperation,
  readDocument: ReadDocument,
): ApolloServerPlugin<ServerContext> => ({
  requestDidStart: ({ contextValue: { signedIn, faults } }) => {
    const read = { faults }
    return Promise.resolve({
      didResolveSource(request) {
        const document = read.faults ?? readDocument(request.source, signedIn ? undefined : refuseStranger)
        if (isRefused(document)) read.faults = document
        // Apollo neither parses nor validates a request that already has a document.
        Object.assign(request, { document: isRefused(document) ? nothing : document })
        return Promise.resolve()
      },
      didResolveOperation({ source: text, document, operation, request: { variables } }) {
        const refusal = operation && refuse({ text, document, definition: operation, variables }, signedIn)
        if (refusal) throw refusal
        return Promise.resolve()
      },
      responseForOperation({ response }) {
        if (!read.faults) return Promise.resolve(null)
        stripSuggestions(read.faults, signedIn)
        const http = { ...response.http, status: statusOf(read.faults) }
        return Promise.resolve({
          http,
          body: { kind: 'single', singleResult: { errors: read.faults.map(formatFault) } },
        })
      },
    })
  },
})

const statusOf = ([first]: Faults) => first?.extensions.http?.status ?? 400

/** Formats an error for clients, without `extensions.http`: the response has that status. */
function formatFault(error: GraphQLError) {
  const { extensions, ...rest } = formatError(error.toJSON(), error)
  return { ...rest, extensions: { ...extensions, http: undefined } }
}
