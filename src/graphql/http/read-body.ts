import type { IncomingMessage } from 'node:http'
import { DomainError } from '../../lib/errors.ts'

/** Maximum body of a GraphQL request, in bytes. */
const mostBytes = 100 * 1024

/**
 * Reads the body of a request, or reports TOO_LARGE. Calls back once, or never if the client disconnects before the end
 * of the body.
 */
export function readBody(
  req: IncomingMessage,
  declaredBytes: number,
  done: (refusal: DomainError | null, body: Buffer) => void,
): void {
  if (declaredBytes > mostBytes) {
    done(tooLarge(), nothing)
    return
  }
  let chunks: Buffer[] = []
  let length = 0
  req.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length <= mostBytes) chunks.push(chunk)
    else if (length - chunk.length <= mostBytes) {
      chunks = []
      done(tooLarge(), nothing)
    }
  })
  req.on('end', () => {
    if (length > mostBytes) return
    const [first = nothing] = chunks
    done(null, chunks.length > 1 ? Buffer.concat(chunks, length) : first)
  })
}

const nothing = Buffer.alloc(0)

const tooLarge = () => new DomainError('TOO_LARGE', `The body is too large: it may have ${mostBytes / 1024} kB.`)
