import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Config } from '../../config.ts'
import type { DomainError } from '../../lib/errors.ts'
import type { Language } from '../../lib/language.ts'
import { checkJsonContentType } from '../../request/json-content-type.ts'
import { languageOf } from '../../request/language.ts'
import { checkOrigin } from '../../request/origin-check.ts'
import type { SessionCache } from '../../request/session-cache.ts'
import { parseResponsePreferences, type ResponsePreferences } from './encoded-response.ts'

/** Parsed headers of a request, and the last body sent with them. */
export type RequestHeaders = {
  /** Error that rejects the request; null if it is accepted. */
  error: DomainError | null
  /** Session token; null without a session. */
  token: string | null
  accept: string
  /** The language of error messages. */
  language: Language
  /** Content-Length, in bytes; 0 if absent. */
  declaredBytes: number
  preferences: ResponsePreferences
  /** Whether the response may be cached: the request is a POST without query string and with a short Accept header. */
  isCacheable: boolean
  /** Whether a cached response may be sent: `isCacheable`, and no `Cache-Control: no-cache`. */
  acceptsCached: boolean
  /** Whether the client asks for the cost of the operation in the response (`GraphQL-Cost: 1`). */
  asksForCost: boolean
  /** Whether a cached response may be sent unchanged: `acceptsCached` and not `asksForCost`. */
  acceptsBytes: boolean
  /** Whether the response needs an ETag: the client revalidates, or may revalidate on its next request. */
  needsEtag: boolean
  /** The last body sent with these headers, and its cache key. */
  last: { body: Buffer; key: string } | null
}

const maxAcceptLength = 200

type LastRequest = {
  method: string | undefined
  url: string | undefined
  rawHeaders: readonly string[]
  headers: RequestHeaders
}

/** Parses request headers; a request with the same headers as the previous one on its connection reuses the result. */
export function cacheRequestHeaders(
  sessions: SessionCache,
  config: Pick<Config, 'publicOrigin'>,
): (req: IncomingMessage) => RequestHeaders {
  const lastRequests = new WeakMap<Socket, LastRequest>()
  return (req) => {
    const { socket, method, url, rawHeaders } = req
    const last = lastRequests.get(socket)
    if (last && last.method === method && last.url === url && isSameList(last.rawHeaders, rawHeaders))
      return last.headers
    const headers = parseHeaders(sessions, config, req)
    lastRequests.set(socket, { method, url, rawHeaders, headers })
    return headers
  }
}

/**
 * Returns the cache key of a body: its bytes as Latin-1. Repeated bodies get the same string object, whose hash V8 has
 * already computed.
 */
export function bodyKey(headers: RequestHeaders, body: Buffer): string {
  if (headers.last?.body.equals(body) !== true)
    // Copied: the received body is a slice that keeps a larger buffer alive.
    headers.last = { body: Buffer.from(body), key: body.toString('latin1') }
  return headers.last.key
}

function parseHeaders(
  sessions: SessionCache,
  { publicOrigin }: Pick<Config, 'publicOrigin'>,
  req: IncomingMessage,
): RequestHeaders {
  const { headers, method } = req
  const accept = headers.accept ?? ''
  const isNoCache = headers['cache-control']?.includes('no-cache') === true
  const isCacheable = method === 'POST' && accept.length <= maxAcceptLength && searchOf(req.url) === ''
  const acceptsCached = isCacheable && !isNoCache
  return {
    error: checkHeaders(req, publicOrigin),
    token: sessions.tokenOf(headers),
    accept,
    language: languageOf(req),
    declaredBytes: Number(headers['content-length'] ?? 0),
    preferences: parseResponsePreferences(headers),
    isCacheable,
    acceptsCached,
    ...readCostHeader(headers, acceptsCached),
    needsEtag: !isNoCache || headers['if-none-match'] !== undefined,
    last: null,
  }
}

function readCostHeader({ 'graphql-cost': header }: IncomingHttpHeaders, acceptsCached: boolean) {
  const asksForCost = header === '1'
  return { asksForCost, acceptsBytes: acceptsCached && !asksForCost }
}

const checkHeaders = (req: IncomingMessage, publicOrigin: string | null) =>
  checkOrigin(req, publicOrigin) ?? checkJsonContentType(req.headers)

/** Returns the query string of a request URL, with its question mark. */
export const searchOf = (url = ''): string => (url.includes('?') ? url.slice(url.indexOf('?')) : '')

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false
  return true
}
