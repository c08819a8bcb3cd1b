import { ApolloServer } from '@apollo/server'
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled'
import type { GraphQLSchema } from 'graphql'
import { needsPermission } from './access.ts'
import type { Context } from './context.ts'
import { answerError } from './errors.ts'
import { maxTokens } from './limits.ts'

export type Apollo = ApolloServer<Context>

/** The Apollo server that answers queries and mutations; the caller starts and stops it. */
export const createApollo = (schema: GraphQLSchema): Apollo =>
  new ApolloServer<Context>({
    schema,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    formatError: answerError,
    parseOptions: { maxTokens },
    // src/main.ts owns the signals.
    stopOnTerminationSignals: false,
    plugins: [needsPermission, ApolloServerPluginCacheControlDisabled()],
  })
