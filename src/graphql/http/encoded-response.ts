import { hash } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const compress = promisify(gzip)

/** Answers shorter than this are not worth compressing. */
const leastBytes = 1_024

/** An answer as it goes over the wire: its headers, flat as `writeHead` takes them, and its text or the bytes of it. */
export type EncodedResponse = {
  status: number
  /** Its tag without the quotation marks; null where nobody compares it with what they have. */
  tag: string | null
  headers: string[]
  body: string | Buffer
  /** The same compressed, from the first time somebody takes it so. */
  compressed: { headers: string[]; body: Buffer } | null
}

/** What is answered; the headers are flat. */
export type ResponsePayload = { status: number; headers: readonly string[]; text: string }

/** What is always said of an answer: that nobody keeps it for us, and that it is nothing but data. */
const always = [
  ...['cache-control', 'no-store', 'x-content-type-options', 'nosniff'],
  ...['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
]

/** Packs an answer, so that sending it once more costs next to nothing. Only one that may be compared is given a tag. */
export function encodeResponse({ status, headers, text }: ResponsePayload, isCompared: boolean): EncodedResponse {
  const tag = isCompared ? hash('sha1', text, 'base64url') : null
  return { status, tag, headers: headersOf(headers, tag, Buffer.byteLength(text)), body: text, compressed: null }
}

/** The same for somebody who sends it more than once: with bytes, so that the text is not written anew each time. */
export const toCacheable = (packed: EncodedResponse): EncodedResponse => ({ ...packed, body: Buffer.from(packed.body) })

/** How many bytes of memory a packed answer takes at most, roughly. */
export const sizeOf = ({ body }: EncodedResponse): number => 2 * body.length + 2_000

/** In which form a client takes an answer, by the headers of its request: compressed or not, and what it has already. */
export type ResponsePreferences = { gzip: boolean; known: string | undefined }

export const parseEncodingHeaders = (headers: IncomingHttpHeaders): ResponsePreferences => ({
  gzip: takesGzip(headers),
  known: headers['if-none-match'],
})

/**
 * Sends a packed answer, compressed where that is worth it, or says that the client has it already; with the id of the request
 * where something was written about it.
 */
export function sendEncoded(
  res: ServerResponse,
  packed: EncodedResponse,
  { gzip, known }: ResponsePreferences,
  requestId: string | null = null,
): void {
  if (isKnown(packed, known)) send(res, 304, { headers: [...always, 'etag', `"${packed.tag}"`], body: '' }, requestId)
  else if (packed.body.length < leastBytes || !gzip) send(res, packed.status, packed, requestId)
  else if (packed.compressed) send(res, packed.status, packed.compressed, requestId)
  else void sendCompressed(res, packed, requestId)
}

const isKnown = ({ status, tag }: EncodedResponse, known: string | undefined) =>
  status === 200 && tag !== null && known?.includes(tag) === true

async function sendCompressed(res: ServerResponse, packed: EncodedResponse, requestId: string | null) {
  const body = await compress(packed.body)
  const said = packed.headers.slice(0, packed.headers.indexOf('cache-control'))
  packed.compressed = {
    headers: headersOf(
      [...said, 'content-encoding', 'gzip', 'vary', 'accept-encoding'],
      packed.tag && `${packed.tag}-gzip`,
      body.length,
    ),
    body,
  }
  send(res, packed.status, packed.compressed, requestId)
}

type SentResponse = { headers: string[]; body: string | Buffer }

function send(res: ServerResponse, status: number, { headers, body }: SentResponse, requestId: string | null) {
  res.writeHead(status, requestId === null ? headers : [...headers, 'x-request-id', requestId]).end(body)
}

const headersOf = (said: readonly string[], tag: string | null, length: number) => [
  ...said,
  ...always,
  ...(tag === null ? [] : ['etag', `"${tag}"`]),
  ...['content-length', String(length)],
]

function takesGzip(headers: IncomingHttpHeaders): boolean {
  const accepted = headers['accept-encoding']
  return typeof accepted === 'string' && /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted)
}
