import { ApolloServer } from '@apollo/server'
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled'
import type { GraphQLSchema } from 'graphql'
import type { AuthorizeOperation } from '../guards/authorize-operation.ts'
import { operationGuardPlugin, type ServerContext } from '../guards/operation-guard-plugin.ts'
import { formatError } from '../errors.ts'
import type { ReadDocument } from '../document-cache.ts'

export type Apollo = ApolloServer<ServerContext>

/** Creates the Apollo server for queries and mutations; the caller starts and stops it. */
export const createApollo = (schema: GraphQLSchema, refuse: AuthorizeOperation, readDocument: ReadDocument): Apollo =>
  new ApolloServer<ServerContext>({
    schema,
    // `refuse` decides who may introspect.
    introspection: true,
    // Trusted documents come from the build; automatic persisted queries would trust the first sender.
    persistedQueries: false,
    includeStacktraceInErrorResponses: false,
    formatError: formatError,
    // `readDocument` parses and caches documents.
    documentStore: null,
    // src/main.ts handles the signals.
    stopOnTerminationSignals: false,
    plugins: [operationGuardPlugin(refuse, readDocument), ApolloServerPluginCacheControlDisabled()],
  })
