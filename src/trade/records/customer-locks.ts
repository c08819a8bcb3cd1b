import { writeAudit } from '../../audit/write-audit.ts'
import { inTransaction, type Database, type RootDatabase } from '../../database/database.ts'
import { DomainError } from '../../lib/errors.ts'
import type { Customer } from '../../generated/prisma/client.ts'

/** This many failed sign-ins of a customer within this many minutes lock their login. */
const failuresThatLock = 5
const withinMinutes = 15

/** A report may be this far ahead of our clock, as observations may. Source: the contract. */
const aheadMs = 60_000

const reasonToLock = `${failuresThatLock} intentos de acceso fallidos en ${withinMinutes} minutos`

/** A reported failed sign-in of a customer. */
export type SignInFailure = { id: string; at: Date; address: string; requestId: string }

/**
 * Counts a failed sign-in of a customer; if it is one too many, locks their login and writes an audit entry. Returns
 * the updated customer. Concurrent reports all count.
 * @throws DomainError NOT_FOUND for an unknown customer; INVALID_INPUT for a failure in the future.
 */
export function reportFailure(
  db: RootDatabase,
  { id, at, address, requestId }: SignInFailure,
  now: Date,
): Promise<Customer> {
  if (at.getTime() > now.getTime() + aheadMs)
    throw new DomainError('INVALID_INPUT', 'This sign-in lies in the future: check the clock of whoever reports it.')
  return inTransaction(db, async (tx) => {
    const before = await lockCustomer(tx, id)
    const after = await tx.customer.update({ where: { id }, data: afterFailure(before, at) })
    if (after.locked && !before.locked) {
      const action = 'customer.lock'
      await writeAudit(tx, { ...lockAuditFields(before, after), at: now, actor: 'ingest', action, address, requestId })
    }
    return after
  })
}

function afterFailure(before: Customer, at: Date): Partial<Customer> {
  const counted = countFailure(before, at)
  if (before.locked || counted.failures < failuresThatLock) return counted
  const updatedAt = at > before.updatedAt ? at : before.updatedAt
  return { ...counted, locked: true, lockReason: reasonToLock, lockedAt: at, updatedAt }
}

// The window starts at the first failure. While none is counted, failures from before a lock was lifted are ignored.
function countFailure({ failures, failuresSince }: Customer, at: Date) {
  const passedMs = failuresSince ? at.getTime() - failuresSince.getTime() : Infinity
  const withinMs = withinMinutes * 60_000
  if (passedMs <= -withinMs || (failures === 0 && passedMs < 0)) return { failures, failuresSince }
  if (failures === 0 || passedMs >= withinMs) return { failures: 1, failuresSince: at }
  return { failures: failures + 1, failuresSince }
}

/** Whether Vigía locked them for failed sign-ins, rather than the platform. */
export const isLockedForFailures = ({ locked, lockReason }: Customer): boolean => locked && lockReason === reasonToLock

/** The columns of an unlocked customer without counted failures. */
export const unlockedColumns = { locked: false, lockReason: null, lockedAt: null, failures: 0, failuresSince: null }

/**
 * Reads a customer and locks the row until the transaction ends.
 * @throws DomainError NOT_FOUND for an unknown one.
 */
export async function lockCustomer(tx: Database, id: string): Promise<Customer> {
  await tx.$queryRaw`SELECT 1 FROM "Customer" WHERE "id" = ${id} FOR NO KEY UPDATE`
  const customer = await tx.customer.findUnique({ where: { id } })
  if (!customer) throw new DomainError('NOT_FOUND', `There is no customer ${id}.`)
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
