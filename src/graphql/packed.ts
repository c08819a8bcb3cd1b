import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const compress = promisify(gzip)

/** Answers shorter than this are not worth compressing. */
const leastBytes = 1_024

/** An answer as it goes over the wire: its headers, flat as `writeHead` takes them, and its bytes, also compressed. */
export type Packed = {
  status: number
  etag: string
  headers: string[]
  body: Buffer
  compressed: { headers: string[]; body: Buffer } | null
}

/** What is always said of an answer. */
const always = [
  ...['cache-control', 'no-store', 'vary', 'accept, accept-encoding, cookie'],
  ...['x-content-type-options', 'nosniff', 'content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
]

/** Packs an answer, so that sending it once more costs next to nothing. */
export async function pack(
  status: number,
  headers: Iterable<readonly [string, string]>,
  text: string,
): Promise<Packed> {
  const body = Buffer.from(text)
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 27)
  const said = [...headers].filter(([name]) => name !== 'content-length' && name !== 'cache-control').flat()
  const head = (etag: string, length: number) => [...said, ...always, 'etag', etag, 'content-length', String(length)]
  const smaller = body.length < leastBytes ? null : await compress(body)
  return {
    status,
    etag: `"${hash}"`,
    headers: head(`"${hash}"`, body.length),
    body,
    compressed: smaller && {
      headers: [...head(`"${hash}-gzip"`, smaller.length), 'content-encoding', 'gzip'],
      body: smaller,
    },
  }
}

/** How many bytes of memory a packed answer takes, roughly. */
export const sizeOf = ({ body, compressed }: Packed): number => body.length + (compressed?.body.length ?? 0) + 2_000

/** Sends a packed answer, or says that the client has it already. */
export function sendPacked(req: IncomingMessage, res: ServerResponse, packed: Packed, requestId: string): void {
  const { headers, body } = takesGzip(req.headers) ? (packed.compressed ?? packed) : packed
  const known = req.headers['if-none-match']
  if (known !== undefined && packed.status === 200 && known.includes(packed.etag.slice(0, -1))) {
    res.writeHead(304, [...always, 'etag', packed.etag, 'x-request-id', requestId]).end()
    return
  }
  res.writeHead(packed.status, [...headers, 'x-request-id', requestId]).end(body)
}

const takesGzip = (headers: IncomingHttpHeaders) => {
  const accepted = headers['accept-encoding']
  return typeof accepted === 'string' && /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted)
}
