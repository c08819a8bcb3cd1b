import type { Actor } from '../../audit/actor.ts'
import { commit } from '../../audit/commit.ts'
import type { NewAuditEntry } from '../../audit/new-entry.ts'
import type { RootDatabase } from '../../database/database.ts'
import type { Customer } from '../../generated/prisma/client.ts'
import { DomainError } from '../../lib/errors.ts'
import type { Sentence } from '../../messages/sentences.ts'
import { lockCustomer, lockAuditFields, maxClockAheadMs, unlockedColumns } from './customer-locks.ts'
import { decideLock } from './platform-lock.ts'

export type { Customer }

/**
 * A customer as sent by the platform, as of `updatedAt`; `locked` is undefined if the platform does not state it,
 * `lockedAt` null if it does not say since when.
 */
export type CustomerRecord = Pick<Customer, 'id' | 'name' | 'email' | 'libraryCode' | 'lockReason' | 'updatedAt'> & {
  locked?: boolean | undefined
  lockedAt?: Date | null
}

/** The receipt of a record: time by our clock, address, request and token. Records added by Vigía have only a time. */
export type Receipt = {
  at: Date
  address?: string
  requestId?: string
  traceId?: string | null
  tokenName?: string | null
}

/**
 * Stores a customer sent by the platform, unless a newer record is stored already; returns the stored customer.
 * `decideLock` decides what the record does to the lock. The audit entry of a lock change has the time of receipt,
 * because `updatedAt` is from the platform's clock.
 * @throws DomainError INVALID_INPUT for a lock in the future, which would lock again after every unlock until then.
 */
export function putCustomer(
  db: RootDatabase,
  record: CustomerRecord,
  receipt: Receipt,
): Promise<{ customer: Customer; created: boolean }> {
  const { id, updatedAt } = record
  const problem = checkLockTime(record, receipt.at)
  if (problem !== null) throw new DomainError('INVALID_INPUT', problem)
  return commit(db, async (tx) => {
    const columns = newCustomer(record, receipt.at)
    const { count } = await tx.customer.createMany({ data: [columns], skipDuplicates: true })
    const created = count > 0
    const stored = await lockCustomer(tx, id)
    if (!created && stored.updatedAt > updatedAt) return { result: { customer: stored, created } }
    const data = customerColumns(record, stored, receipt.at)
    const customer = created ? stored : await tx.customer.update({ where: { id }, data })
    return { result: { customer, created }, audit: auditLockChange(created ? null : stored, customer, receipt) }
  })
}

/** The reason to refuse a record received at `at` because its lock is in the future; null if the record is fine. */
export const checkLockTime = ({ lockedAt }: CustomerRecord, at: Date): Sentence | null =>
  (lockedAt?.getTime() ?? 0) > at.getTime() + maxClockAheadMs ? { code: 'LOCK_IN_FUTURE', parameters: {} } : null

/** A customer who was not stored yet, as a record received at `at` describes them. */
export const newCustomer = (record: CustomerRecord, at: Date): Customer => ({
  ...noLock,
  failures: 0,
  failuresSince: null,
  ...platformColumns(record),
  ...lockUpdate(record, noLock, at),
})

/** The columns of a stored customer that a record received at `at` changes. */
export const customerColumns = (record: CustomerRecord, before: Customer, at: Date): Partial<Customer> => ({
  ...platformColumns(record),
  ...lockUpdate(record, before, at),
})

/** The audit entry for a lock that a record of the platform set or lifted; empty if the lock is unchanged. */
export function auditLockChange(before: Customer | null, after: Customer, { at, ...source }: Receipt): NewAuditEntry[] {
  const former = before ?? { ...after, ...noLock }
  if (former.locked === after.locked) return []
  const action = after.locked ? 'customer.lock' : 'customer.unlock'
  return [{ ...lockAuditFields(former, after), by: { ...source, actor: 'ingest' }, at, action }]
}

const platformColumns = ({ id, name, email, libraryCode, locked, updatedAt }: CustomerRecord) => ({
  id,
  name,
  email,
  libraryCode,
  ...(locked !== undefined && { platformLocked: locked }),
  updatedAt,
})

/** The lock of a customer who was not stored yet. */
const noLock = {
  locked: false,
  lockReason: null,
  lockedAt: null,
  platformLocked: false,
  unlockedAt: null,
  unlockReadAt: null,
}

type StoredLock = Pick<Customer, keyof typeof noLock>

/** The changed lock columns of a customer, given the stored ones; `at` is when the record was received. */
function lockUpdate(record: CustomerRecord, before: StoredLock, at: Date) {
  const decision = decideLock(before, record)
  if (decision === 'unlock') return unlockedColumns(at, at)
  if (decision === 'keep') return tellsOfUnlock(record, before) ? { unlockReadAt: at } : {}
  const { lockReason, lockedAt, updatedAt } = record
  // A customer who was locked already keeps `lockedAt`.
  return { locked: true, lockReason, lockedAt: before.lockedAt ?? lockedAt ?? updatedAt }
}

/** Whether the record shows that the platform has read the last unlock. */
const tellsOfUnlock = ({ locked }: CustomerRecord, { unlockedAt, unlockReadAt }: StoredLock) =>
  locked === false && unlockedAt !== null && unlockReadAt === null

/**
 * Lifts the lock of a customer's login and writes an audit entry, with the reason if given. Idempotent: a repetition
 * writes nothing. Records of the platform whose `updatedAt` is before `at` are ignored from now on.
 * @throws DomainError NOT_FOUND for an unknown customer.
 */
export function unlock(
  db: RootDatabase,
  { id, reason }: { id: string; reason: string | null },
  by: Actor,
  at: Date,
): Promise<Customer> {
  return commit(db, async (tx) => {
    const before = await lockCustomer(tx, id)
    if (!before.locked) return { result: before }
    const after = await tx.customer.update({
      where: { id },
      data: { ...unlockedColumns(at, null), failuresSince: at, updatedAt: at },
    })
    const fields = lockAuditFields(before, after)
    const entry = { ...fields, after: { ...fields.after, reason } }
    return { result: after, audit: [{ by, at, action: 'customer.unlock', ...entry }] }
  })
}
