import { hash } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const compress = promisify(gzip)

/** Shorter bodies are not worth compressing. */
const leastBytes = 1_024

/** A response ready to send: headers as the flat list `writeHead` takes, and the body as text or bytes. */
export type EncodedResponse = {
  status: number
  /** ETag without quotes; null if the client does not revalidate. */
  tag: string | null
  headers: string[]
  body: string | Buffer
  /** Gzipped variant, created for the first client that accepts it. */
  compressed: { headers: string[]; body: Buffer } | null
}

/** A response before encoding; the headers are a flat list. */
export type ResponsePayload = { status: number; headers: readonly string[]; text: string }

/** Headers of every response: no caching by browsers or proxies, and no interpretation as a page. */
const always = [
  ...['cache-control', 'no-store', 'x-content-type-options', 'nosniff'],
  ...['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
]

/** Encodes a response so that sending it again costs almost nothing; sets an ETag only if `isCompared`. */
export function encodeResponse({ status, headers, text }: ResponsePayload, isCompared: boolean): EncodedResponse {
  const tag = isCompared ? hash('sha1', text, 'base64url') : null
  return { status, tag, headers: headersOf(headers, tag, Buffer.byteLength(text)), body: text, compressed: null }
}

/** Converts the body to bytes, so that the text is not encoded on every send. */
export const toCacheable = (packed: EncodedResponse): EncodedResponse => ({ ...packed, body: Buffer.from(packed.body) })

/** Estimated upper bound of a response's memory, in bytes. */
export const sizeOf = ({ body }: EncodedResponse): number => 2 * body.length + 2_000

/** Whether a client accepts gzip, and its If-None-Match header. */
export type ResponsePreferences = { gzip: boolean; known: string | undefined }

/** Reads Accept-Encoding and If-None-Match. */
export const parseEncodingHeaders = (headers: IncomingHttpHeaders): ResponsePreferences => ({
  gzip: takesGzip(headers),
  known: headers['if-none-match'],
})

/**
 * Sends a response, gzipped if accepted and worth it, or a 304 if the client has it. `requestId` is sent as
 * X-Request-Id; null if the request was not logged.
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
