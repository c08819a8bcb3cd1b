import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Refusal } from '../errors.ts'
import { takingOf, type Taking } from './packed.ts'

/** What a request says beside its body. */
export type Manner = {
  /** Why it may not come in. */
  refused: Refusal | null
  /** The token of the session by which it is judged. */
  token: string | null
  accept: string
  /** How long its body is to be. */
  declaredBytes: number
  taking: Taking
  /** Whether it is a question and nothing else, as clients ask it. */
  isPlain: boolean
  /** Whoever asks not to be answered from memory is answered afresh. */
  mayReuse: boolean
}

type Reader = {
  refusal: (req: IncomingMessage) => Refusal | null
  tokenOf: (headers: IncomingHttpHeaders) => string | null
}

const longestAccept = 200

/** Reads how a request asks. */
export const rememberManners = (reader: Reader): ((req: IncomingMessage) => Manner) => {
  const mannerOf = rememberLast({
    keep: ({ method, url, rawHeaders }: IncomingMessage) => ({ method, url, rawHeaders }),
    isSame: (kept, req) =>
      kept.method === req.method && kept.url === req.url && isSameList(kept.rawHeaders, req.rawHeaders),
    make: (req) => readManner(reader, req),
  })
  return (req) => mannerOf(req.socket, req)
}

/** The text of a body by which its answer is found: each byte a character. */
export const rememberTexts = (): ((socket: Socket, body: Buffer) => string) =>
  rememberLast({
    // A copy: what arrives is a slice of a larger piece of memory.
    keep: (body: Buffer) => Buffer.from(body),
    isSame: (kept, body) => kept.equals(body),
    make: (body) => body.toString('latin1'),
  })

function readManner({ refusal, tokenOf }: Reader, req: IncomingMessage): Manner {
  const { headers, method } = req
  const accept = headers.accept ?? ''
  const isPlain = method === 'POST' && accept.length <= longestAccept && searchOf(req.url) === ''
  return {
    refused: refusal(req),
    token: tokenOf(headers),
    accept,
    declaredBytes: Number(headers['content-length'] ?? 0),
    taking: takingOf(headers),
    isPlain,
    mayReuse: isPlain && !headers['cache-control']?.includes('no-cache'),
  }
}

/** What follows the path in the address of a request, with its question mark. */
export const searchOf = (url = ''): string => (url.includes('?') ? url.slice(url.indexOf('?')) : '')

type Work<From, Kept, To> = {
  /** What is kept of what arrived, to know it again. */
  keep: (from: From) => Kept
  isSame: (kept: Kept, from: From) => boolean
  make: (from: From) => To
}

/**
 * Works something out of what arrives on a connection. Who asks the same again on it is given what was worked out before,
 * so that nothing is read or hashed anew.
 */
function rememberLast<From, Kept, To>({ keep, isSame, make }: Work<From, Kept, To>) {
  const last = new WeakMap<Socket, { kept: Kept; made: To }>()
  return (socket: Socket, from: From): To => {
    const before = last.get(socket)
    if (before && isSame(before.kept, from)) return before.made
    const made = make(from)
    last.set(socket, { kept: keep(from), made })
    return made
  }
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false
  for (let place = 0; place < one.length; place++) if (one[place] !== other[place]) return false
  return true
}
