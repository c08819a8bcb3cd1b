import type { IncomingMessage, ServerResponse } from 'node:http'
import { GraphQLError } from 'graphql'
import type { Viewer } from '../../auth/sessions.ts'
import type { Language } from '../../lib/language.ts'
import type { Config } from '../../config.ts'
import type { ClientAddress } from '../../request/client-address.ts'
import { sendError } from '../../request/problems.ts'
import { readBody } from '../../request/read-body.ts'
import { logRequest, requestIdOf } from '../../request/request-log.ts'
import type { RequestTraces } from '../../request/request-traces.ts'
import { factsOf, traceSourceOf } from '../../request/request-trace.ts'
import type { SessionCache } from '../../request/session-cache.ts'
import type { CheckTokenRate } from '../../request/token-rate.ts'
import type { FindCompiled } from '../compile-operation.ts'
import type { Context, CreateContext } from '../context.ts'
import { formatResult } from '../errors.ts'
import { byLanguage, executeByApollo, formatDocumentError, noteOperation, statusOf, type Apollo } from './apollo.ts'
import type { CacheEntry } from './cache-store.ts'
import { encodeResponse, sendEncoded, type EncodedResponse, type ResponsePayload } from './encoded-response.ts'
import { addCost } from './add-cost.ts'
import { parseRequest, type ParsedRequest, type ParserDeps } from './parse-request.ts'
import { bodyKey, cacheRequestHeaders, type RequestHeaders } from './request-headers.ts'

/**
 * Responses since the process started. `cached` ones come from the response cache or from an execution of the same
 * request that was already running; the others were executed.
 */
export type ResponseCounts = { cached: number; executed: number }

type HandlerDeps = ParserDeps & {
  createContext: CreateContext
  config: Config
  sessions: SessionCache
  clientAddress: ClientAddress
  checkTokenRate: CheckTokenRate
  requestTraces: Pick<RequestTraces, 'record'>
  apollo: Apollo
  findCompiled: FindCompiled
  counts: ResponseCounts
}

/** A request whose body was received, but not parsed yet. */
type GraphqlRequest = {
  req: IncomingMessage
  res: ServerResponse
  headers: RequestHeaders
  body: Buffer
  /** Key of the body in the response cache. */
  key: string
  /** The viewer if their session was found in the cache; null if the request is not authenticated yet. */
  viewer: Viewer | null
}

/**
 * Handles GraphQL over HTTP without Express. A cached response is sent at once, after the same authentication and
 * checks as any other; such requests are counted, not logged.
 */
export function createGraphqlHandler(deps: HandlerDeps) {
  const { sessions, config, counts } = deps
  const readHeaders = cacheRequestHeaders(sessions, config)
  return (req: IncomingMessage, res: ServerResponse): void => {
    const headers = readHeaders(req)
    if (headers.error) {
      rejectRequest(deps, headers.error, req, res)
      return
    }
    readBody(req, headers.declaredBytes, (error, body) => {
      if (error) {
        rejectRequest(deps, error, req, res)
        return
      }
      const viewer = headers.token === null ? null : sessions.getCached(headers.token)
      const tooMany = viewer && checkRate(deps, viewer, res)
      if (tooMany) {
        rejectRequest(deps, tooMany, req, res)
        return
      }
      const response = respond(deps, { req, res, headers, body, key: bodyKey(headers, body), viewer })
      if (response instanceof Promise) sendLater(response, headers, req, res)
      else {
        counts.cached += 1
        sendEncoded(res, response, headers.preferences)
      }
    })
  }
}

/** Logs and records a request when its response closes. A request counts as a read unless it runs a mutation. */
function startRequest({ requestTraces }: HandlerDeps, req: IncomingMessage, res: ServerResponse): void {
  factsOf(req).isWrite = false
  logRequest(req, res, requestTraces.record)
}

/** Returns the error if a token exceeds its rate of requests; null otherwise, and for callers with a session. */
const checkRate = ({ checkTokenRate }: HandlerDeps, { token, sessionId }: Viewer, res: ServerResponse) =>
  token ? checkTokenRate('PERSONAL', sessionId, res) : null

/** Returns the cached response; otherwise executes the request, as a compiled query if possible, else by Apollo. */
const respond = (deps: HandlerDeps, request: GraphqlRequest): EncodedResponse | Promise<EncodedResponse> =>
  findCached(deps, request) ??
  execute(deps, request, async (parsed) => (await runCompiled(deps, parsed)) ?? (await runByApollo(deps, parsed)))

function findCached({ responseCache }: HandlerDeps, { headers, key, viewer }: GraphqlRequest) {
  return viewer && headers.acceptsBytes ? responseCache.find(key, viewer, headers.accept) : undefined
}

/** A parsed request with the context of its execution. */
type Execution = ParsedRequest & { req: IncomingMessage; headers: RequestHeaders; context: Context }

type Execute = (execution: Execution) => Promise<ResponsePayload>

/**
 * Authenticates and parses a request, and runs it unless its response is cached; concurrent requests for the same
 * cacheable response share one run.
 */
async function execute(deps: HandlerDeps, request: GraphqlRequest, run: Execute): Promise<EncodedResponse> {
  const { req, res, headers } = request
  startRequest(deps, req, res)
  const address = deps.clientAddress(req)
  const viewer = await viewerOf(deps, request, address)
  const isCacheable = viewer !== null && headers.isCacheable
  const parsed = parseRequest(deps, req.method, request.body, { key: isCacheable ? request.key : null, viewer })
  if (parsed instanceof GraphQLError) return encodeError(parsed, headers.language)
  if (parsed.query) noteOperation(factsOf(req), parsed.query.operation.definition)
  const requester = {
    ...{ viewer, address, language: headers.language, requestId: requestIdOf(req) },
    ...traceSourceOf(req),
  }
  const produce = async () => {
    const context = deps.createContext(requester)
    return encodeResponse(await run({ ...parsed, req, headers, context }), headers.needsEtag)
  }
  const cacheEntry = headers.acceptsCached ? parsed.cacheEntry : null
  const response = await share(deps, { cacheEntry, viewer, headers }, produce)
  return headers.asksForCost ? addCost(deps.guard, response, parsed.found, viewer) : response
}

type Shared = { cacheEntry: CacheEntry | null; viewer: Viewer | null; headers: RequestHeaders }

/** Returns the response of an entry, cached or produced once for all concurrent requests, and counts it in `counts`. */
async function share(
  { responseCache, counts }: HandlerDeps,
  { cacheEntry, viewer, headers }: Shared,
  produce: () => Promise<EncodedResponse>,
): Promise<EncodedResponse> {
  let source: keyof ResponseCounts = 'cached'
  const produceCounted = () => {
    source = 'executed'
    return produce()
  }
  const response = await (cacheEntry && viewer
    ? responseCache.share(cacheEntry, viewer, headers, produceCounted)
    : produceCounted())
  counts[source] += 1
  return response
}

/** Returns the viewer of a request, cached or authenticated now, and records their identity in the request's facts. */
async function viewerOf(deps: HandlerDeps, request: GraphqlRequest, address: string): Promise<Viewer | null> {
  const viewer = request.viewer ?? (await authenticate(deps, request, address))
  if (viewer) factsOf(request.req).actor = viewer.operator.email
  return viewer
}

/**
 * Authenticates a request. If it has a token, it counts towards the token's rate.
 * @throws DomainError TOO_MANY_ATTEMPTS if the token exceeds its rate.
 */
async function authenticate(deps: HandlerDeps, { req, res }: GraphqlRequest, address: string): Promise<Viewer | null> {
  const viewer = await deps.sessions.authenticate({ headers: req.headers, address })
  const tooMany = viewer && checkRate(deps, viewer, res)
  if (tooMany) throw tooMany
  return viewer
}

/** Executes a compiled query. Null if it is not compiled or not allowed: Apollo then executes or refuses it. */
async function runCompiled(
  { guard, findCompiled }: HandlerDeps,
  { req, query, headers, context, found }: Execution,
): Promise<ResponsePayload | null> {
  if (!query || !found.operation || !jsonAccepts.has(headers.accept)) return null
  const executeCompiled = findCompiled(query.operation, query.request.variables)
  if (!executeCompiled || (await guard.authorize(found.operation, context.viewer))) return null
  await context.fixInventory()
  const result = formatResult(await executeCompiled(context), context)
  if (result.hasFailed) factsOf(req).hasFailed = true
  const headersOf = result.body.errors ? [...jsonHeaders, ...byLanguage] : jsonHeaders
  return { status: 200, headers: headersOf, body: `${JSON.stringify(result.body)}\n` }
}

const runByApollo = ({ apollo }: HandlerDeps, { req, body, documentErrors, context, found }: Execution) =>
  executeByApollo(apollo, req, body, Object.assign(context, { documentErrors, facts: factsOf(req), found }))

/** Accept headers that get `application/json`. */
const jsonAccepts = new Set(['', '*/*', 'application/json'])

const jsonHeaders = ['content-type', 'application/json; charset=utf-8']

const encodeError = (error: GraphQLError, language: Language) =>
  encodeResponse(
    {
      status: statusOf([error]),
      headers: [...jsonHeaders, ...byLanguage],
      body: JSON.stringify({ errors: [formatDocumentError(error, language)] }),
    },
    false,
  )

function sendLater(
  response: Promise<EncodedResponse>,
  { preferences }: RequestHeaders,
  req: IncomingMessage,
  res: ServerResponse,
): void {
  response
    .then((encoded) => {
      sendEncoded(res, encoded, preferences, requestIdOf(req))
    })
    .catch((error: unknown) => {
      sendError(error, req, res)
    })
}

function rejectRequest(deps: HandlerDeps, error: Error, req: IncomingMessage, res: ServerResponse): void {
  startRequest(deps, req, res)
  sendError(error, req, res)
}
