import { DomainError } from '../lib/errors.ts'
import { keptSince } from '../lib/retention.ts'
import { inTransaction, type Database, type RootDatabase } from './database.ts'

/** A request that must take effect once. `fingerprint` is a hash of all that it asks for. */
export type KeyedRequest = { credential: string; operation: string; key: string; fingerprint: string }

/** The answer to a request: the status and the text of the body. */
export type KeptAnswer = { status: number; body: string }

/**
 * Runs `work` unless a request with the same key was answered within the last hour; then returns that answer. The
 * answer commits together with the writes of `work`, so after a crash both are there or neither. If `work` throws,
 * nothing is kept, and the key can be used again. An advisory lock, which ends with its transaction, keeps the same
 * request from running on two instances.
 * @throws DomainError KEY_REUSED for a key used for another request; CONFLICT while the first one runs.
 */
export function runOnce(
  db: RootDatabase,
  request: KeyedRequest,
  at: Date,
  work: (tx: Database) => Promise<KeptAnswer>,
): Promise<KeptAnswer & { isRepetition: boolean }> {
  return inTransaction(db, async (tx) => {
    await requireSoleRun(tx, request)
    const earlier = await findAnswer(tx, request, at)
    if (earlier) return { ...earlier, isRepetition: true }
    const answer = await work(tx)
    // Written after the audit entry of `work`, while its lock is held: no other transaction waits for this row.
    await tx.idempotencyKey.create({ data: { ...request, ...answer, createdAt: at } })
    return { ...answer, isRepetition: false }
  })
}

async function requireSoleRun(tx: Database, { credential, operation, key }: KeyedRequest) {
  const lock = `idempotency ${credential} ${operation} ${key}`
  const [row] = await tx.$queryRaw<{ isSole: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${lock}, 0)) AS "isSole"`
  if (!row?.isSole) throw new DomainError('CONFLICT', { code: 'REQUEST_IN_PROGRESS', parameters: {} }, 1)
}

async function findAnswer(tx: Database, { fingerprint, ...id }: KeyedRequest, at: Date): Promise<KeptAnswer | null> {
  const earlier = await tx.idempotencyKey.findUnique({ where: { credential_operation_key: id } })
  if (!earlier) return null
  if (earlier.createdAt <= keptSince('keyedAnswer', at)) {
    await tx.idempotencyKey.delete({ where: { credential_operation_key: id } })
    return null
  }
  if (earlier.fingerprint !== fingerprint)
    throw new DomainError('KEY_REUSED', { code: 'KEY_OF_OTHER_REQUEST', parameters: {} })
  return { status: earlier.status, body: earlier.body }
}

/** Deletes expired answers and returns their number. */
export async function clearExpiredKeys(db: Database, at: Date): Promise<number> {
  const { count } = await db.idempotencyKey.deleteMany({ where: { createdAt: { lte: keptSince('keyedAnswer', at) } } })
  return count
}
