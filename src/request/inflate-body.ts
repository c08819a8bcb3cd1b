import type { IncomingMessage } from 'node:http'
import { PassThrough, type Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { DomainError } from '../lib/errors.ts'

/**
 * Reads a body that may be compressed with gzip. The limit counts before and after decompression; a body that exceeds it
 * is refused at once, and the rest of it is discarded.
 * @throws DomainError TOO_LARGE, UNSUPPORTED_MEDIA_TYPE for any other encoding, INVALID_INPUT if it is not gzip or ends early.
 */
export async function readInflatedBody(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const encoding = contentEncodingOf(req)
  if (encoding !== 'gzip' && encoding !== 'identity')
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', { code: 'ENCODING_NOT_GZIP', parameters: {} })
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const decoder = encoding === 'gzip' ? createGunzip() : new PassThrough()
  try {
    return await collect(req, decoder, maxBytes)
  } finally {
    req.unpipe(decoder)
    decoder.destroy()
    req.resume()
  }
}

/** The encoding of a body in lower case; `identity` if it has none. */
export const contentEncodingOf = ({ headers: { 'content-encoding': encoding = '' } }: IncomingMessage): string =>
  encoding.trim() === '' ? 'identity' : encoding.trim().toLowerCase()

function collect(req: IncomingMessage, decoder: Transform, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let [received, decoded] = [0, 0]
    req.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received > maxBytes) reject(tooLarge(maxBytes))
    })
    req.once('close', () => {
      if (!req.complete) reject(new DomainError('INVALID_INPUT', { code: 'BODY_INCOMPLETE', parameters: {} }))
    })
    decoder.on('data', (chunk: Buffer) => {
      decoded += chunk.length
      if (decoded > maxBytes) reject(tooLarge(maxBytes))
      else chunks.push(chunk)
    })
    decoder.once('end', () => {
      resolve(Buffer.concat(chunks, decoded))
    })
    decoder.once('error', () => {
      reject(new DomainError('INVALID_INPUT', { code: 'BODY_NOT_GZIP', parameters: {} }))
    })
    req.pipe(decoder)
  })
}

const tooLarge = (maxBytes: number) =>
  new DomainError('TOO_LARGE', { code: 'BODY_OVER_MEBIBYTES', parameters: { max: maxBytes / 1_024 ** 2 } })
