import type { IncomingMessage } from 'node:http'
import { ApolloServer, HeaderMap, type ApolloServerPlugin, type GraphQLResponse } from '@apollo/server'
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled'
import { ApolloServerErrorCode } from '@apollo/server/errors'
import {
  Kind,
  OperationTypeNode,
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import type { Language } from '../../lib/language.ts'
import type { Context } from '../context.ts'
import { isErrors, type DocumentErrors } from '../document-cache.ts'
import { formatError, haveFailed, operationError, tagErrors } from '../errors.ts'
import type { RequestFacts } from '../../request/request-trace.ts'
import type { OperationGuard } from '../guards/operation-guard.ts'
import type { ResponsePayload } from './encoded-response.ts'
import type { FoundOperation } from './parse-request.ts'
import { searchOf } from './request-headers.ts'

/**
 * Apollo's context of one request. `documentErrors` are the errors of its document if it was already read, else null.
 * The plugin adds to `facts` and `found`.
 */
type ApolloContext = Context & { documentErrors: DocumentErrors | null; facts: RequestFacts; found: FoundOperation }

export type Apollo = ApolloServer<ApolloContext>

/** Creates the Apollo server for queries and mutations; the caller starts and stops it. */
export const createApollo = (schema: GraphQLSchema, guard: OperationGuard): Apollo =>
  new ApolloServer<ApolloContext>({
    schema,
    // The guard decides who may introspect.
    introspection: true,
    // Trusted documents come from the build; automatic persisted queries would trust the first sender.
    persistedQueries: false,
    includeStacktraceInErrorResponses: false,
    formatError,
    // The guard parses and caches documents.
    documentStore: null,
    // src/main.ts handles the signals.
    stopOnTerminationSignals: false,
    plugins: [guardPlugin(guard), ApolloServerPluginCacheControlDisabled()],
  })

const emptyDocument: DocumentNode = { kind: Kind.DOCUMENT, definitions: [] }

/** Makes Apollo ask the guard, so that no document is parsed or validated twice. */
const guardPlugin = (guard: OperationGuard): ApolloServerPlugin<ApolloContext> => ({
  requestDidStart: ({ contextValue: { viewer, documentErrors, facts, found, language, requestId, traceId } }) => {
    let errors = documentErrors
    return Promise.resolve({
      didResolveSource(request) {
        const document = errors ?? guard.readDocument(request.source, viewer)
        if (isErrors(document)) errors = document
        // Apollo neither parses nor validates a request that already has a document.
        Object.assign(request, { document: isErrors(document) ? emptyDocument : document })
        return Promise.resolve()
      },
      async didResolveOperation({ source: text, document, operation, request: { variables }, contextValue }) {
        if (operation) {
          noteOperation(facts, operation)
          found.operation = { text, document, definition: operation, variables }
        }
        const error = found.operation && (await guard.authorize(found.operation, viewer))
        if (error) throw error
        if (operation?.operation === OperationTypeNode.SUBSCRIPTION)
          throw operationError(ApolloServerErrorCode.BAD_REQUEST, { code: 'SUBSCRIPTION_OVER_HTTP', parameters: {} })
        if (operation?.operation === OperationTypeNode.QUERY) await contextValue.fixInventory()
      },
      didEncounterErrors(request) {
        guard.stripSuggestions(request.errors, viewer)
        tagErrors(request.errors, { requestId, traceId, language })
        return Promise.resolve()
      },
      willSendResponse({ response }) {
        noteErrors(response, facts)
        return Promise.resolve()
      },
      responseForOperation({ response }) {
        if (!errors) return Promise.resolve(null)
        const http = { ...response.http, status: statusOf(errors) }
        const singleResult = { errors: errors.map((error) => formatDocumentError(error, language)) }
        return Promise.resolve({ http, body: { kind: 'single', singleResult } })
      },
    })
  },
})

/** For a response with errors: adds the `Vary` header for the language, and notes in the facts if a bug caused one. */
function noteErrors({ body, http }: GraphQLResponse, facts: RequestFacts): void {
  const errors = body.kind === 'single' ? (body.singleResult.errors ?? []) : []
  if (errors.length > 0) http.headers.set(...byLanguage)
  if (haveFailed(errors)) facts.hasFailed = true
}

/** Adds the name of an operation to the facts about its request, and whether it changes something. */
export function noteOperation(facts: RequestFacts, { name, operation }: OperationDefinitionNode): void {
  facts.operation = name?.value
  facts.isWrite = operation === OperationTypeNode.MUTATION
}

/** The header of responses with errors, because their messages are in the language of the caller. */
export const byLanguage = ['vary', 'accept-language'] as const

/** The status of a response that has only these errors. */
export const statusOf = ([first]: DocumentErrors) =>
  (first?.extensions.http as { status?: number } | undefined)?.status ?? 400

/** Formats an error for clients. `extensions.http` is left out, because the response itself has the status. */
export function formatDocumentError(error: GraphQLError, language: Language) {
  const { extensions, ...rest } = formatError(error.toJSON(), error, language)
  return { ...rest, extensions: { ...extensions, http: undefined } }
}

/** Executes any request, valid or not, through Apollo; `body` is the parsed body, undefined for a GET. */
export async function executeByApollo(
  apollo: Apollo,
  req: IncomingMessage,
  body: unknown,
  context: ApolloContext,
): Promise<ResponsePayload> {
  const headers = new HeaderMap()
  for (const [name, value] of Object.entries(req.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  const response = await apollo.executeHTTPGraphQLRequest({
    httpGraphQLRequest: { method: req.method ?? 'GET', headers, search: searchOf(req.url), body },
    context: () => Promise.resolve(context),
  })
  const sent = [...response.headers].filter(([name]) => name !== 'content-length' && name !== 'cache-control')
  return { status: response.status ?? 200, headers: sent.flat(), body: await bodyText(response.body) }
}

type ApolloBody =
  { kind: 'complete'; string: string } | { kind: 'chunked'; asyncIterator: AsyncIterableIterator<string> }

async function bodyText(body: ApolloBody): Promise<string> {
  if (body.kind === 'complete') return body.string
  let text = ''
  for await (const chunk of body.asyncIterator) text += chunk
  return text
}
