import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const compress = promisify(gzip)

/** Answers shorter than this are not worth compressing. */
const leastBytes = 1_024

/** An answer as it goes over the wire: its headers, flat as `writeHead` takes them, and its bytes. */
export type Packed = {
  status: number
  /** Its tag without the quotation marks. */
  tag: string
  headers: string[]
  body: Buffer
  /** The same compressed, from the first time somebody takes it so. */
  compressed: { headers: string[]; body: Buffer } | null
}

/** What is always said of an answer: that nobody keeps it for us, and that it is nothing but data. */
const always = [
  ...['cache-control', 'no-store', 'x-content-type-options', 'nosniff'],
  ...['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
]

/** Packs an answer, so that sending it once more costs next to nothing. `headers` are flat. */
export function pack(status: number, headers: readonly string[], text: string): Packed {
  const body = Buffer.from(text)
  const tag = createHash('sha1').update(body).digest('base64url')
  return { status, tag, headers: headersOf(headers, tag, body), body, compressed: null }
}

/** How many bytes of memory a packed answer takes at most, roughly. */
export const sizeOf = ({ body }: Packed): number => 2 * body.length + 2_000

/** In which form a client takes an answer, by the headers of its request. */
export type Taking = { gzip: boolean; known: string | undefined }

export const takingOf = (headers: IncomingHttpHeaders): Taking => ({
  gzip: takesGzip(headers),
  known: headers['if-none-match'],
})

/** Sends a packed answer, compressed where that is worth it, or says that the client has it already. */
export function sendPacked(res: ServerResponse, packed: Packed, { gzip, known }: Taking, requestId: string): void {
  if (packed.status === 200 && known?.includes(packed.tag) === true)
    res.writeHead(304, [...always, 'etag', `"${packed.tag}"`, 'x-request-id', requestId]).end()
  else if (packed.body.length < leastBytes || !gzip) send(res, packed.status, packed, requestId)
  else if (packed.compressed) send(res, packed.status, packed.compressed, requestId)
  else void sendCompressed(res, packed, requestId)
}

async function sendCompressed(res: ServerResponse, packed: Packed, requestId: string) {
  const body = await compress(packed.body)
  const said = packed.headers.slice(0, packed.headers.indexOf('cache-control'))
  packed.compressed = {
    headers: headersOf([...said, 'content-encoding', 'gzip', 'vary', 'accept-encoding'], `${packed.tag}-gzip`, body),
    body,
  }
  send(res, packed.status, packed.compressed, requestId)
}

type Bytes = { headers: readonly string[]; body: Buffer }

function send(res: ServerResponse, status: number, { headers, body }: Bytes, requestId: string) {
  res.writeHead(status, [...headers, 'x-request-id', requestId]).end(body)
}

const headersOf = (said: readonly string[], tag: string, { length }: Buffer) => [
  ...said,
  ...always,
  ...['etag', `"${tag}"`, 'content-length', String(length)],
]

function takesGzip(headers: IncomingHttpHeaders): boolean {
  const accepted = headers['accept-encoding']
  return typeof accepted === 'string' && /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted)
}
