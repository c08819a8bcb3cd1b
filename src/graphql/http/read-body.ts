import type { IncomingMessage } from 'node:http'
import { DomainError } from '../../lib/errors.ts'

/** The longest body of a GraphQL request, in bytes. */
const mostBytes = 100 * 1024

/** Reads the whole body of a request, and hands it over as bytes or says why not. Calls back once, or never where the client hangs up. */
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
