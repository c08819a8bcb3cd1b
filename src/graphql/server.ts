import { ApolloServer } from '@apollo/server'
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled'
import type { GraphQLSchema } from 'graphql'
import type { Refuse } from './access.ts'
import { admission, type ServerContext } from './admission.ts'
import { answerError } from './errors.ts'
import type { ReadDocument } from './operations.ts'

export type Apollo = ApolloServer<ServerContext>

/** The Apollo server that answers queries and mutations; the caller starts and stops it. */
export const createApollo = (schema: GraphQLSchema, refuse: Refuse, readDocument: ReadDocument): Apollo =>
  new ApolloServer<ServerContext>({
    schema,
    // Who may ask for it is for `refuse` to say.
    introspection: true,
    // Documents are trusted by the ids that they were built with, not by whoever sent them first.
    persistedQueries: false,
    includeStacktraceInErrorResponses: false,
    formatError: answerError,
    // Documents are read, and remembered, by `readDocument`.
    documentStore: null,
    // src/main.ts owns the signals.
    stopOnTerminationSignals: false,
    plugins: [admission(refuse, readDocument), ApolloServerPluginCacheControlDisabled()],
  })
