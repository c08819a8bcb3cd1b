import { writeAudit } from '../../audit/write-audit.ts'
import { inTransaction, type RootDatabase } from '../../database/database.ts'
import type { Customer } from '../../generated/prisma/client.ts'
import { auditActor, type Actor } from '../../audit/actor.ts'
import { isLockedForFailures, lockCustomer, lockAuditFields, unlockedColumns } from './customer-locks.ts'

export type { Customer }

/** A customer as the platform tells it, as of `updatedAt`; `locked` is undefined where it says nothing about that. */
export type CustomerRecord = Omit<Customer, 'locked' | 'lockedAt' | 'failures' | 'failuresSince'> & {
  locked?: boolean | undefined
}

/** When a record was received by our clock, from where, and in which request; no address where Vigía itself adds it. */
export type Receipt = { at: Date; address?: string; requestId?: string }

/**
 * Keeps what the platform tells about a customer, unless something newer is known already; returns what is known then. A
 * lock for failed sign-ins stays unless the platform says that there is none. A change of the lock is told to the audit
 * trail as of its receipt: `updatedAt` is the platform's clock.
 */
export function putCustomer(
  db: RootDatabase,
  record: CustomerRecord,
  receipt: Receipt,
): Promise<{ customer: Customer; created: boolean }> {
  const { id, updatedAt } = record
  return inTransaction(db, async (tx) => {
    const fresh = { ...customerView(record), ...lockUpdate(record, null) }
    const { count } = await tx.customer.createMany({ data: [fresh], skipDuplicates: true })
    const before = await lockCustomer(tx, id)
    if (count > 0 || before.updatedAt > updatedAt) return { customer: before, created: count > 0 }
    const customer = await tx.customer.update({
      where: { id },
      data: { ...customerView(record), ...lockUpdate(record, before) },
    })
    if (customer.locked !== before.locked) {
      const action = customer.locked ? 'customer.lock' : 'customer.unlock'
      await writeAudit(tx, { ...lockAuditFields(before, customer), ...receipt, actor: 'ingest', action })
    }
    return { customer, created: false }
  })
}

const customerView = ({ id, name, email, libraryCode, updatedAt }: CustomerRecord) => ({
  id,
  name,
  email,
  libraryCode,
  updatedAt,
})

/** What becomes of the lock of a customer, which has stood as `before` so far. */
function lockUpdate({ locked, lockReason, updatedAt }: CustomerRecord, before: Customer | null) {
  // One that was locked already stays locked since then.
  if (locked) return { locked, lockReason, lockedAt: before?.lockedAt ?? updatedAt }
  if (!before?.locked) return {}
  return locked === undefined && isLockedForFailures(before) ? {} : unlockedColumns
}

/**
 * Lifts the lock of a customer's login and tells the audit trail, with the reason if there is one. Repeating it changes
 * nothing and writes nothing. What the platform told before this moment no longer counts.
 * @throws DomainError NOT_FOUND for an unknown customer.
 */
export function unlock(
  db: RootDatabase,
  { id, reason }: { id: string; reason: string | null },
  by: Actor,
  at: Date,
): Promise<Customer> {
  return inTransaction(db, async (tx) => {
    const before = await lockCustomer(tx, id)
    if (!before.locked) return before
    const after = await tx.customer.update({
      where: { id },
      data: { ...unlockedColumns, failuresSince: at, updatedAt: at },
    })
    const { object, before: was, after: is } = lockAuditFields(before, after)
    await writeAudit(tx, {
      ...auditActor(by),
      at,
      action: 'customer.unlock',
      object,
      before: was,
      after: { ...is, reason },
    })
    return after
  })
}
