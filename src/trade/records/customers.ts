import { writeAudit } from '../../audit/write-audit.ts'
import { inTransaction, type RootDatabase } from '../../database/database.ts'
import type { Customer } from '../../generated/prisma/client.ts'
import { auditActor, type Actor } from '../../audit/actor.ts'
import { isLockedForFailures, lockCustomer, lockAuditFields, unlockedColumns } from './customer-locks.ts'

export type { Customer }

/** A customer as sent by the platform, as of `updatedAt`; `locked` is undefined if the platform does not state it. */
export type CustomerRecord = Omit<Customer, 'locked' | 'lockedAt' | 'failures' | 'failuresSince'> & {
  locked?: boolean | undefined
}

/** When (by our clock), from where and in which request a record was received; no address if Vigía itself adds it. */
export type Receipt = { at: Date; address?: string; requestId?: string }

/**
 * Stores a customer sent by the platform, unless a newer record is stored already; returns the stored one. A lock for
 * failed sign-ins stays unless the platform explicitly states `locked: false`. A change of the lock is audited at its
 * time of receipt, since `updatedAt` is the platform's clock.
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

/** The changed lock columns of a customer, given the stored customer `before`. */
function lockUpdate({ locked, lockReason, updatedAt }: CustomerRecord, before: Customer | null) {
  // A customer who was locked already keeps `lockedAt`.
  if (locked) return { locked, lockReason, lockedAt: before?.lockedAt ?? updatedAt }
  if (!before?.locked) return {}
  return locked === undefined && isLockedForFailures(before) ? {} : unlockedColumns
}

/**
 * Lifts the lock of a customer's login and writes an audit entry, with the reason if given. Idempotent: a repetition
 * writes nothing. Records of the platform from before `at` are ignored from now on.
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
