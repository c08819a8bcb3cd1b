import { hash } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { minCompressedBytes } from '../../request/compression.ts'

const compress = promisify(gzip)

/** A response ready to send: headers as the flat list `writeHead` takes, and the body as text or bytes. */
export type EncodedResponse = {
  status: number
  /** ETag without quotes; null if the client does not revalidate. */
  etag: string | null
  headers: string[]
  body: Buffer
  /** Gzipped variant, created for the first client that accepts it. */
  compressed: { headers: string[]; body: Buffer } | null
}

/** A response before encoding; the headers are a flat list. */
export type ResponsePayload = { status: number; headers: readonly string[]; body: string | Buffer }

/** Headers of every response: no caching by browsers or proxies, and no interpretation as a page. */
const commonHeaders = [
  ...['cache-control', 'no-store', 'x-content-type-options', 'nosniff'],
  ...['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
]

/** Encodes a response so that sending it again costs almost nothing. */
export function encodeResponse(payload: ResponsePayload, needsEtag: boolean): EncodedResponse {
  const { status, headers } = payload
  const body = typeof payload.body === 'string' ? Buffer.from(payload.body) : payload.body
  const etag = needsEtag ? hash('sha1', body, 'base64url') : null
  return { status, etag, headers: allHeaders(headers, etag, body.length), body, compressed: null }
}

/** Estimated upper bound of a response's memory, in bytes. */
export const sizeOf = ({ body }: EncodedResponse): number => 2 * body.length + 2_000

/** Whether a client accepts gzip, and its If-None-Match header. */
export type ResponsePreferences = { acceptsGzip: boolean; ifNoneMatch: string | undefined }

/** Parses Accept-Encoding and If-None-Match. */
export const parseResponsePreferences = (headers: IncomingHttpHeaders): ResponsePreferences => ({
  acceptsGzip: acceptsGzip(headers),
  ifNoneMatch: headers['if-none-match'],
})

/**
 * Sends a response, gzipped if accepted and worth it, or a 304 if the client has it. `requestId` is sent as
 * X-Request-Id; null if the request was not logged.
 */
export function sendEncoded(
  res: ServerResponse,
  response: EncodedResponse,
  { acceptsGzip, ifNoneMatch }: ResponsePreferences,
  requestId: string | null = null,
): void {
  if (isMatch(response, ifNoneMatch))
    send(res, 304, { headers: [...commonHeaders, 'etag', `"${response.etag}"`], body: '' }, requestId)
  else if (response.body.length < minCompressedBytes || !acceptsGzip) send(res, response.status, response, requestId)
  else if (response.compressed) send(res, response.status, response.compressed, requestId)
  else void sendCompressed(res, response, requestId)
}

const isMatch = ({ status, etag }: EncodedResponse, ifNoneMatch: string | undefined) =>
  status === 200 && etag !== null && ifNoneMatch?.includes(etag) === true

async function sendCompressed(res: ServerResponse, response: EncodedResponse, requestId: string | null) {
  const body = await compress(response.body)
  response.compressed = {
    headers: allHeaders(
      [...ownHeaders(response), 'content-encoding', 'gzip', 'vary', 'accept-encoding'],
      response.etag && `${response.etag}-gzip`,
      body.length,
    ),
    body,
  }
  send(res, response.status, response.compressed, requestId)
}

/** The headers that were given when the response was encoded, without the common ones. */
export const ownHeaders = ({ headers }: EncodedResponse) => headers.slice(0, headers.indexOf('cache-control'))

type SentResponse = { headers: string[]; body: string | Buffer }

function send(res: ServerResponse, status: number, { headers, body }: SentResponse, requestId: string | null) {
  res.writeHead(status, requestId === null ? headers : [...headers, 'x-request-id', requestId]).end(body)
}

const allHeaders = (own: readonly string[], etag: string | null, length: number) => [
  ...own,
  ...commonHeaders,
  ...(etag === null ? [] : ['etag', `"${etag}"`]),
  ...['content-length', String(length)],
]

function acceptsGzip(headers: IncomingHttpHeaders): boolean {
  const accepted = headers['accept-encoding']
  return typeof accepted === 'string' && /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted)
}
