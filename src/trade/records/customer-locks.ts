import type { ChangePart } from '../../audit/commit.ts'
import type { Database } from '../../database/database.ts'
import { DomainError } from '../../lib/errors.ts'
import type { Customer } from '../../generated/prisma/client.ts'

/** The login is locked after this many failed sign-ins of a customer within the window. */
const maxFailures = 5
const windowMinutes = 15

/** Maximum time by which the platform's clock may be ahead of ours, as for observations. Source: the contract. */
export const maxClockAheadMs = 60_000

const failuresReason = `${maxFailures} intentos de acceso fallidos en ${windowMinutes} minutos`

/** A reported failed sign-in of a customer, with the request and the service token that reported it. */
export type SignInFailure = {
  id: string
  at: Date
  address: string
  requestId: string
  traceId?: string | null
  tokenName?: string | null
}

/**
 * Counts a failed sign-in of a customer; on reaching the limit, locks their login, with an audit entry. Returns the
 * updated customer. Concurrent reports all count.
 * @throws DomainError NOT_FOUND for an unknown customer; INVALID_INPUT for a failure in the future.
 */
export async function reportFailure(
  tx: Database,
  { id, at, ...source }: SignInFailure,
  now: Date,
): Promise<ChangePart & { result: Customer }> {
  if (at.getTime() > now.getTime() + maxClockAheadMs)
    throw new DomainError('INVALID_INPUT', { code: 'SIGN_IN_IN_FUTURE', parameters: {} })
  const before = await lockCustomer(tx, id)
  const after = await tx.customer.update({ where: { id }, data: afterFailure(before, at) })
  if (!after.locked || before.locked) return { result: after }
  const entry = { ...lockAuditFields(before, after), action: 'customer.lock' } as const
  return { result: after, audit: [{ by: { actor: 'ingest', ...source }, at: now, ...entry }] }
}

function afterFailure(before: Customer, at: Date): Partial<Customer> {
  const count = countFailure(before, at)
  if (before.locked || count.failures < maxFailures) return count
  const updatedAt = at > before.updatedAt ? at : before.updatedAt
  return { ...count, locked: true, lockReason: failuresReason, lockedAt: at, updatedAt }
}

// The window starts at the first failure. While none is counted, failures from before a lock was lifted are ignored.
function countFailure({ failures, failuresSince }: Customer, at: Date) {
  const elapsedMs = failuresSince ? at.getTime() - failuresSince.getTime() : Infinity
  const windowMs = windowMinutes * 60_000
  if (elapsedMs <= -windowMs || (failures === 0 && elapsedMs < 0)) return { failures, failuresSince }
  if (failures === 0 || elapsedMs >= windowMs) return { failures: 1, failuresSince: at }
  return { failures: failures + 1, failuresSince }
}

/** Whether Vigía locked the customer because of failed sign-ins; false for a lock by the platform. */
export const isLockedForFailures = ({ locked, lockReason }: Pick<Customer, 'locked' | 'lockReason'>): boolean =>
  locked && lockReason === failuresReason

/**
 * The columns to write when a customer's lock is lifted at `unlockedAt`; they also clear the counted failures.
 * `unlockReadAt` is the time when the platform learned of the unlock; null if it has not yet.
 */
export const unlockedColumns = (unlockedAt: Date, unlockReadAt: Date | null) => ({
  locked: false,
  lockReason: null,
  lockedAt: null,
  failures: 0,
  failuresSince: null,
  unlockedAt,
  unlockReadAt,
})

/**
 * Reads a customer and locks the row until the transaction ends.
 * @throws DomainError NOT_FOUND for an unknown customer.
 */
export async function lockCustomer(tx: Database, id: string): Promise<Customer> {
  await tx.$queryRaw`SELECT 1 FROM "Customer" WHERE "id" = ${id} FOR NO KEY UPDATE`
  const customer = await tx.customer.findUnique({ where: { id } })
  if (!customer) throw new DomainError('NOT_FOUND', { code: 'NO_CUSTOMER', parameters: { id } })
  return customer
}

/** The audit fields for a lock that was set or lifted. */
export const lockAuditFields = (before: Customer, after: Customer) => ({
  object: `customer:${after.id}`,
  before: lockOf(before),
  after: lockOf(after),
})

const lockOf = ({ locked, lockReason, lockedAt, failures }: Customer) => ({
  locked,
  lockReason,
  lockedAt: lockedAt?.toISOString() ?? null,
  failures,
})
