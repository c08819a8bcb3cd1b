import { ApolloServer } from '@apollo/server'
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled'
import type { GraphQLSchema } from 'graphql'
import type { AuthorizeOperation } from '../guards/authorize-operation.ts'
import { operationGuardPlugin, type ServerContext } from '../guards/operation-guard-plugin.ts'
import { formatError } from '../errors.ts'
import type { ReadDocument } from '../document-cache.ts'

export type Apollo = ApolloServer<ServerContext>

/** The Apollo server that answers queries and mutations; the caller starts and stops it. */
export const createApollo = (schema: GraphQLSchema, refuse: AuthorizeOperation, readDocument: ReadDocument): Apollo =>
  new ApolloServer<ServerContext>({
    schema,
    // Who may ask for it is for `refuse` to say.
    introspection: true,
    // Documents are trusted by the ids that they were built with, not by whoever sent them first.
    persistedQueries: false,
    includeStacktraceInErrorResponses: false,
    formatError: formatError,
    // Documents are read, and remembered, by `readDocument`.
    documentStore: null,
    // src/main.ts owns the signals.
    stopOnTerminationSignals: false,
    plugins: [operationGuardPlugin(refuse, readDocument), ApolloServerPluginCacheControlDisabled()],
  })
