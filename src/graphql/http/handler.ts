import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { HeaderMap } from '@apollo/server'
import { GraphQLError, OperationTypeNode } from 'graphql'
import type { Viewer } from '../../auth/sessions.ts'
import { DomainError } from '../../lib/errors.ts'
import { requestContext, type Context, type GraphqlDeps } from '../context.ts'
import type { AuthorizeOperation } from '../guards/authorize-operation.ts'
import type { ServerContext } from '../guards/operation-guard-plugin.ts'
import type { ExecuteCompiled } from './jit-executor.ts'
import { formatError } from '../errors.ts'
import { isRefused, type Faults, type ReadDocument, type ParseOperation } from '../document-cache.ts'
import { cacheRequestHeaders, searchOf, bodyKey, type RequestHeaders } from './request-headers.ts'
import { encodeResponse, sendEncoded, type EncodedResponse, type ResponsePayload } from './encoded-response.ts'
import type { ResponseCache } from './response-cache.ts'
import type { GraphQLRequestBody, CacheEntry } from './cache-store.ts'
import { readBody } from './read-body.ts'
import type { Apollo } from './apollo.ts'
import { readTrusted, type TrustedDocuments } from './trusted-documents.ts'

/** Authentication, admission and logging of requests, shared with Express. */
export type RequestGuards = {
  /** Reads the session token of a request. */
  sessionToken: (headers: IncomingHttpHeaders) => string | null
  /** Returns the viewer of a token if cached, without the database. */
  getCached: (token: string) => Viewer | null
  identify: (headers: IncomingHttpHeaders) => Promise<Viewer | null>
  /** Returns the error that rejects a request by its method and headers, or null. */
  refusal: (req: IncomingMessage) => DomainError | null
  /** Assigns a request id, and logs the request once its response is sent. */
  note: (req: IncomingMessage, res: ServerResponse) => void
  requestIdOf: (req: IncomingMessage) => string
  clientAddress: (req: IncomingMessage) => string
  sendError: (error: unknown, req: IncomingMessage, res: ServerResponse) => void
}

/** Responses since the start: from the cache (`prepared`) and executed (`fresh`). */
export type ResponseCounts = { prepared: number; fresh: number }

type HandlerDeps = {
  gateway: GraphqlDeps
  door: RequestGuards
  apollo: Apollo
  prepared: ResponseCache
  readDocument: ReadDocument
  readOperation: ParseOperation
  refuse: AuthorizeOperation
  trusted: TrustedDocuments
  executeCompiled: ExecuteCompiled
  answered: ResponseCounts
}

/**
 * Handles GraphQL over HTTP without Express. A cached response is sent at once, after the same authentication and
 * checks as any other; such requests are counted, not logged.
 */
export function createGraphqlHandler(parts: HandlerDeps) {
  const { door, prepared, answered } = parts
  const mannerOf = cacheRequestHeaders(door)
  return (req: IncomingMessage, res: ServerResponse): void => {
    const manner = mannerOf(req)
    if (manner.refused) {
      door.note(req, res)
      door.sendError(manner.refused, req, res)
      return
    }
    readBody(req, manner.declaredBytes, (tooLarge, body) => {
      const { token, accept, mayReuse } = manner
      const recalled = token === null ? null : door.getCached(token)
      const text = tooLarge ? '' : bodyKey(manner, body)
      const ready = mayReuse && recalled && !tooLarge ? prepared.find(text, { signedIn: recalled, accept }) : undefined
      if (ready) {
        answered.prepared += 1
        sendEncoded(res, ready, manner.taking)
        return
      }
      door.note(req, res)
      const exchange = { req, res, body, manner, recalled }
      const answer = tooLarge ? Promise.reject(tooLarge) : executeUncached(parts, exchange, text)
      answer.catch((error: unknown) => {
        door.sendError(error, req, res)
      })
    })
  }
}

/** A request as received; `recalled` is its viewer if cached. */
type RequestState = {
  req: IncomingMessage
  res: ServerResponse
  body: Buffer
  manner: RequestHeaders
  recalled: Viewer | null
}

async function executeUncached(parts: HandlerDeps, exchange: RequestState, text: string): Promise<void> {
  const { door, prepared, answered } = parts
  const { req, res, manner, recalled } = exchange
  const { accept, mayReuse, isCompared, taking } = manner
  const signedIn = recalled ?? (await door.identify(req.headers))
  const { body, question, faults } = parseRequest(parts, exchange, signedIn ? text : null)
  if (body instanceof GraphQLError) {
    const text = JSON.stringify({ errors: [formatError(body.toJSON(), body)] })
    sendEncoded(res, encodeResponse({ status: 400, headers: json, text }, false), taking, door.requestIdOf(req))
    return
  }
  const asker = { signedIn, address: door.clientAddress(req), requestId: door.requestIdOf(req) }
  const make = async () => {
    const context = await requestContext(parts.gateway, asker)
    const ran = question && wantsJson.has(accept) ? await run(parts, question, context) : null
    return encodeResponse(ran ?? (await execute(parts, req, body, Object.assign(context, { faults }))), isCompared)
  }
  const packed =
    question && signedIn && mayReuse
      ? await prepared.answer(question, { signedIn, accept }, { make, mayKeep: isCacheable })
      : await make()
  answered.fresh += 1
  sendEncoded(res, packed, taking, door.requestIdOf(req))
}

/** A parsed body, with its cache entry if cacheable, or the errors of its document if already validated. */
type Read = { body: unknown; question: CacheEntry | null; faults: Faults | null }

/** Parses the body; `text` is its cache key, null without a session. */
function parseRequest(parts: HandlerDeps, exchange: RequestState, text: string | null): Read {
  const mayKeep = text !== null && exchange.manner.isPlain
  const known = mayKeep ? parts.prepared.known(text) : undefined
  if (known) return { body: known.asked, question: known, faults: null }
  const body = bodyOf(exchange, parts.trusted)
  const read = mayKeep && isWellFormedRequest(body) ? cacheEntryFor(parts, text, body) : null
  return read && isRefused(read) ? { body, question: null, faults: read } : { body, question: read, faults: null }
}

/** Returns the cache entry of a query, the errors of its document, or null if it is not cacheable. */
function cacheEntryFor(
  { prepared, readDocument, readOperation }: HandlerDeps,
  text: string,
  body: GraphQLRequestBody,
): CacheEntry | Faults | null {
  const document = readDocument(body.query)
  if (isRefused(document)) return document
  const operation = readOperation(body.query, body.operationName)
  if (isRefused(operation) || operation.definition.operation !== OperationTypeNode.QUERY) return null
  return prepared.ask(text, body, operation)
}

const bodyOf = ({ req, body }: RequestState, trusted: TrustedDocuments): unknown =>
  req.method === 'POST' ? withText(parsed(body), trusted) : undefined

/** Replaces `documentId` in a body by the text of that trusted document. */
function withText(body: unknown, trusted: TrustedDocuments): unknown {
  if (!isObject(body) || typeof body.documentId !== 'string') return body
  const { documentId, ...rest } = body
  const query = readTrusted(trusted, documentId)
  return query instanceof GraphQLError ? query : { ...rest, query }
}

/** Whether a body follows the specification; Apollo reports the errors of any other. */
function isWellFormedRequest(body: unknown): body is GraphQLRequestBody {
  if (!isObject(body)) return false
  const { query, operationName, variables, extensions } = body
  const isNamed = typeof (operationName ?? '') === 'string'
  return typeof query === 'string' && isNamed && isObject(variables ?? {}) && hasUsualExtensions(extensions)
}

const hasUsualExtensions = (extensions: unknown) =>
  extensions == null || (isObject(extensions) && !('persistedQuery' in extensions))

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Runs a cacheable query compiled; null if it is not allowed or fails: Apollo then runs it and reports the errors. */
async function run(
  { executeCompiled, refuse }: HandlerDeps,
  { operation, asked: { query: text, variables } }: CacheEntry,
  context: Context,
): Promise<ResponsePayload | null> {
  if (refuse({ ...operation, text, variables }, context.signedIn)) return null
  const answer = await executeCompiled(operation, variables, context)
  return answer === null ? null : { status: 200, headers: json, text: answer }
}

const wantsJson = new Set(['', '*/*', 'application/json'])

const json = ['content-type', 'application/json; charset=utf-8']

/** Executes any request through Apollo. */
async function execute(
  { apollo }: HandlerDeps,
  req: IncomingMessage,
  body: unknown,
  context: ServerContext,
): Promise<ResponsePayload> {
  const headers = new HeaderMap()
  for (const [name, value] of Object.entries(req.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  const answer = await apollo.executeHTTPGraphQLRequest({
    httpGraphQLRequest: { method: req.method ?? 'GET', headers, search: searchOf(req.url), body },
    context: () => Promise.resolve(context),
  })
  const said = [...answer.headers].filter(([name]) => name !== 'content-length' && name !== 'cache-control')
  return { status: answer.status ?? 200, headers: said.flat(), text: await wholeText(answer.body) }
}

type RequestBody =
  { kind: 'complete'; string: string } | { kind: 'chunked'; asyncIterator: AsyncIterableIterator<string> }

async function wholeText(body: RequestBody): Promise<string> {
  if (body.kind === 'complete') return body.string
  let text = ''
  for await (const chunk of body.asyncIterator) text += chunk
  return text
}

// A response with errors begins with `errors`, not with `data`.
const isCacheable = ({ status, body }: EncodedResponse) => status === 200 && body.toString().startsWith('{"data":')

function parsed(body: Buffer): unknown {
  if (body.length === 0) return {}
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new DomainError('INVALID_INPUT', 'The body is not JSON.')
  }
}
