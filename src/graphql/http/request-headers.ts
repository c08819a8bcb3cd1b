import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { DomainError } from '../../lib/errors.ts'
import { parseEncodingHeaders, type ResponsePreferences } from './encoded-response.ts'

/** Parsed headers of a request, and the last body sent with them. */
export type RequestHeaders = {
  /** Error that rejects the request; null if it is accepted. */
  refused: DomainError | null
  /** Session token; null without a session. */
  token: string | null
  accept: string
  /** Content-Length, in bytes; 0 if absent. */
  declaredBytes: number
  taking: ResponsePreferences
  /** Whether it is a POST without query string and with a short Accept header: only those are cached. */
  isPlain: boolean
  /** Whether a cached response may be sent: `isPlain`, and no `Cache-Control: no-cache`. */
  mayReuse: boolean
  /** Whether the response needs an ETag: the client revalidates, or may revalidate on its next request. */
  isCompared: boolean
  /** The last body sent with these headers, and its cache key. */
  last: { body: Buffer; text: string } | null
}

type HeaderReader = {
  refusal: (req: IncomingMessage) => DomainError | null
  sessionToken: (headers: IncomingHttpHeaders) => string | null
}

const longestAccept = 200

type LastRequest = {
  method: string | undefined
  url: string | undefined
  rawHeaders: readonly string[]
  manner: RequestHeaders
}

/** Parses request headers; a request with the same headers as the previous one on its connection reuses the result. */
export function cacheRequestHeaders(reader: HeaderReader): (req: IncomingMessage) => RequestHeaders {
  const kept = new WeakMap<Socket, LastRequest>()
  return (req) => {
    const { socket, method, url, rawHeaders } = req
    const before = kept.get(socket)
    if (before && before.method === method && before.url === url && isSameList(before.rawHeaders, rawHeaders))
      return before.manner
    const manner = readManner(reader, req)
    kept.set(socket, { method, url, rawHeaders, manner })
    return manner
  }
}

/**
 * Returns the cache key of a body: its bytes as Latin-1. Repeated bodies get the same string object, whose hash V8 has
 * already computed.
 */
export function bodyKey(manner: RequestHeaders, body: Buffer): string {
  if (manner.last?.body.equals(body) !== true)
    // Copied: the received body is a slice that keeps a larger buffer alive.
    manner.last = { body: Buffer.from(body), text: body.toString('latin1') }
  return manner.last.text
}

function readManner({ refusal, sessionToken }: HeaderReader, req: IncomingMessage): RequestHeaders {
  const { headers, method } = req
  const accept = headers.accept ?? ''
  const isAfresh = headers['cache-control']?.includes('no-cache') === true
  const isPlain = method === 'POST' && accept.length <= longestAccept && searchOf(req.url) === ''
  return {
    refused: refusal(req),
    token: sessionToken(headers),
    accept,
    declaredBytes: Number(headers['content-length'] ?? 0),
    taking: parseEncodingHeaders(headers),
    isPlain,
    mayReuse: isPlain && !isAfresh,
    isCompared: !isAfresh || headers['if-none-match'] !== undefined,
    last: null,
  }
}

/** Returns the query string of a request URL, with its question mark. */
export const searchOf = (url = ''): string => (url.includes('?') ? url.slice(url.indexOf('?')) : '')

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false
  for (let place = 0; place < one.length; place++) if (one[place] !== other[place]) return false
  return true
}
