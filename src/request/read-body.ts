import type { IncomingMessage } from 'node:http'
import { DomainError } from '../lib/errors.ts'
import { bodyLimits } from './body-limits.ts'
import { contentEncodingOf } from './inflate-body.ts'

const maxBytes = bodyLimits.json

/**
 * Reads the body of a request, or reports TOO_LARGE, or UNSUPPORTED_MEDIA_TYPE if it is compressed. Calls back once, or
 * never if the client disconnects before the end of the body.
 */
export function readBody(
  req: IncomingMessage,
  declaredBytes: number,
  done: (error: DomainError | null, body: Buffer) => void,
): void {
  if (contentEncodingOf(req) !== 'identity') {
    done(compressed(), emptyBody)
    return
  }
  if (declaredBytes > maxBytes) {
    done(tooLarge(), emptyBody)
    return
  }
  let chunks: Buffer[] = []
  let length = 0
  req.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length <= maxBytes) chunks.push(chunk)
    else if (length - chunk.length <= maxBytes) {
      chunks = []
      done(tooLarge(), emptyBody)
    }
  })
  req.on('end', () => {
    if (length > maxBytes) return
    const [first = emptyBody] = chunks
    done(null, chunks.length > 1 ? Buffer.concat(chunks, length) : first)
  })
}

const emptyBody = Buffer.alloc(0)

const compressed = () => new DomainError('UNSUPPORTED_MEDIA_TYPE', { code: 'BODY_COMPRESSED', parameters: {} })

const tooLarge = () =>
  new DomainError('TOO_LARGE', { code: 'BODY_OVER_KILOBYTES', parameters: { max: maxBytes / 1_024 } })
