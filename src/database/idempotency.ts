import { DomainError } from '../lib/errors.ts'
import { keptSince } from '../lib/retention.ts'
import type { Database } from './database.ts'

/** A request that must take effect only once. `fingerprint` is a hash of its parameters and body. */
export type KeyedRequest = { credential: string; operation: string; key: string; fingerprint: string }

/** The answer to a request: the status and the text of the body. */
export type KeptAnswer = { status: number; body: string }

/**
 * The answer that a request with the same key got within the last hour; null if the key is new. For a new key, the
 * caller runs the request and keeps its answer in the same transaction, so that after a crash both exist or neither. If
 * the request fails, nothing is kept, and the key can be used again. An advisory lock, which ends with the transaction,
 * prevents the same request from running on two instances.
 * @throws DomainError KEY_REUSED for a key used for another request; CONFLICT while the first one runs.
 */
export async function findKeptAnswer(tx: Database, request: KeyedRequest, at: Date): Promise<KeptAnswer | null> {
  await requireSoleRun(tx, request)
  return findAnswer(tx, request, at)
}

/** Keeps the answer to a request. */
export async function keepAnswer(tx: Database, request: KeyedRequest, answer: KeptAnswer, at: Date): Promise<void> {
  await tx.idempotencyKey.create({ data: { ...request, ...answer, createdAt: at } })
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
