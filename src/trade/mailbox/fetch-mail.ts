import { maxMessageBytes } from '../inbound/unpack-message.ts'
import type { MailSession } from './mail-session.ts'

/** Larger mails are fetched in pieces of this size, so that a failed piece does not lose the pieces before it. */
const pieceBytes = 2 ** 20

/** The pieces already fetched of mails whose fetch failed, by UID. The next fetch continues after these pieces. */
export type FetchedPieces = Map<number, Buffer[]>

/** Maximum mails kept in pieces. Limits the memory: a mail may have 25 MB. */
const maxMailsInPieces = 4

/** A mail to fetch; `patience` is the part of the usual time that the server has for each piece. */
type WantedMail = { uid: number; patience: number }

/** Fetches a mail: its bytes, or the reason why there are none. `fetched` is read and changed. */
export async function fetchMail(
  session: Pick<MailSession, 'readPiece'>,
  { uid, patience }: WantedMail,
  fetched: FetchedPieces,
): Promise<Buffer | 'gone' | 'oversized'> {
  const pieces = fetched.get(uid) ?? []
  try {
    const result = await fetchRest(session, { uid, patience, pieces })
    fetched.delete(uid)
    return result
  } catch (error) {
    keepPieces(fetched, uid, pieces)
    throw error
  }
}

function keepPieces(fetched: FetchedPieces, uid: number, pieces: Buffer[]) {
  fetched.delete(uid)
  if (pieces.length > 0) fetched.set(uid, pieces)
  const [oldest] = fetched.keys()
  if (oldest !== undefined && fetched.size > maxMailsInPieces) fetched.delete(oldest)
}

async function fetchRest(
  session: Pick<MailSession, 'readPiece'>,
  { uid, patience, pieces }: WantedMail & { pieces: Buffer[] },
) {
  for (;;) {
    const start = pieces.length * pieceBytes
    const piece = await session.readPiece(uid, { start, maxBytes: pieceBytes, patience })
    if (piece === null) return 'gone'
    // The stated size of a mail may differ from the size sent.
    if (Math.max(piece.size, start + piece.bytes.length) > maxMessageBytes) return 'oversized'
    pieces.push(piece.bytes)
    if (piece.bytes.length !== pieceBytes) return Buffer.concat(pieces)
  }
}
