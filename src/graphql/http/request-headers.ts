import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { DomainError } from '../../lib/errors.ts'
import { parseEncodingHeaders, type ResponsePreferences } from './encoded-response.ts'

/** What a request says beside its body. */
export type RequestHeaders = {
  /** Why it may not come in. */
  refused: DomainError | null
  /** The token of the session by which it is judged. */
  token: string | null
  accept: string
  /** How long its body is to be. */
  declaredBytes: number
  taking: ResponsePreferences
  /** Whether it is a question and nothing else, as clients ask it. */
  isPlain: boolean
  /** Whoever asks not to be answered from memory is answered afresh. */
  mayReuse: boolean
  /** Whether an answer is compared with what its client has already, now or when it asks again. */
  isCompared: boolean
  /** The body that was asked last so, and its text. */
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

/** Reads how requests ask. Who asks the same way again on a connection is known again, and nothing is read anew. */
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

/** The text of a body by which its answer is found: each byte a character. The same body again has the same text, hashed before. */
export function bodyKey(manner: RequestHeaders, body: Buffer): string {
  if (manner.last?.body.equals(body) !== true)
    // A copy: what arrives is a slice of a larger piece of memory.
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

/** What follows the path in the address of a request, with its question mark. */
export const searchOf = (url = ''): string => (url.includes('?') ? url.slice(url.indexOf('?')) : '')

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false
  for (let place = 0; place < one.length; place++) if (one[place] !== other[place]) return false
  return true
}
