import { ApolloServer } from '@apollo/server'
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled'
import type { GraphQLSchema } from 'graphql'
import { admission, type Refuse } from './access.ts'
import type { Context } from './context.ts'
import { answerError } from './errors.ts'
import { maxTokens } from './limits.ts'

export type Apollo = ApolloServer<Context>

/** The Apollo server that answers queries and mutations; the caller starts and stops it. */
export const createApollo = (schema: GraphQLSchema, refuse: Refuse): Apollo =>
  new ApolloServer<Context>({
    schema,
    // Who may ask for it is for `refuse` to say.
    introspection: true,
    // Documents are trusted by the ids that they were built with, not by whoever sent them first.
    persistedQueries: false,
    includeStacktraceInErrorResponses: false,
    formatError: answerError,
    parseOptions: { maxTokens },
    // src/main.ts owns the signals.
    stopOnTerminationSignals: false,
    plugins: [admission(refuse), ApolloServerPluginCacheControlDisabled()],
  })
