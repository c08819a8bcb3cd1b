import { isDeepStrictEqual } from 'node:util'
import type { NewAuditEntry } from '../../../audit/new-entry.ts'
import { assignmentsOf, definitionsOf, type Columns } from '../../../database/columns.ts'
import type { Database } from '../../../database/database.ts'
import {
  auditLockChange,
  checkLockTime,
  customerColumns,
  newCustomer,
  type Customer,
  type CustomerRecord,
  type Receipt,
} from '../customers.ts'
import { created, ignored, refused, updated, type BatchOutcome, type StoredBatch } from './batch-outcome.ts'

/**
 * Stores customers in order, each as `putCustomer` does. Returns an outcome for each; a refused record does not affect
 * the others.
 */
export async function putCustomers(
  tx: Database,
  records: readonly CustomerRecord[],
  receipt: Receipt,
): Promise<StoredBatch> {
  const inserted = await insertNew(tx, records, receipt.at)
  const stored = await lockCustomers(
    tx,
    records.map(({ id }) => id).filter((id) => !inserted.has(id)),
  )
  const latest = new Map(stored)
  const audit: NewAuditEntry[] = []
  const result = records.map((record) => applyCustomer(latest, record, { receipt, audit }))
  const before = new Map([...stored, ...inserted])
  await updateCustomers(
    tx,
    [...latest.values()].filter((customer) => !isDeepStrictEqual(before.get(customer.id), customer)),
  )
  return { result, audit }
}

/**
 * Stores new customers as their first valid record describes them. If another request is storing the same customer,
 * waits for that request; the customer is then not new.
 */
async function insertNew(
  tx: Database,
  records: readonly CustomerRecord[],
  at: Date,
): Promise<ReadonlyMap<string, Customer>> {
  const ids = [...new Set(records.map(({ id }) => id))]
  const known = new Set((await tx.customer.findMany({ where: { id: { in: ids } }, select: { id: true } })).map(idOf))
  const valid = records.filter((record) => !known.has(record.id) && checkLockTime(record, at) === null)
  const first = new Map(valid.toReversed().map((record) => [record.id, newCustomer(record, at)]))
  if (first.size === 0) return first
  // Inserted in a fixed order, so that two batches cannot deadlock.
  const data = [...first.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  const created = await tx.customer.createManyAndReturn({ data, skipDuplicates: true, select: { id: true } })
  const isCreated = new Set(created.map(idOf))
  return new Map([...first].filter(([id]) => isCreated.has(id)))
}

const idOf = ({ id }: { id: string }) => id

function applyCustomer(
  latest: Map<string, Customer>,
  record: CustomerRecord,
  { receipt, audit }: { receipt: Receipt; audit: NewAuditEntry[] },
): BatchOutcome {
  const problem = checkLockTime(record, receipt.at)
  if (problem !== null) return refused(problem)
  const before = latest.get(record.id) ?? null
  if (before && before.updatedAt > record.updatedAt) return ignored
  const customer = before
    ? { ...before, ...customerColumns(record, before, receipt.at) }
    : newCustomer(record, receipt.at)
  latest.set(record.id, customer)
  audit.push(...auditLockChange(before, customer, receipt))
  return before ? updated : created
}

/** Reads customers by id and locks their rows until the transaction ends. */
async function lockCustomers(tx: Database, ids: readonly string[]): Promise<ReadonlyMap<string, Customer>> {
  // Locked in a fixed order, so that two batches cannot deadlock.
  await tx.$queryRaw`SELECT 1 FROM "Customer" WHERE "id" = ANY(${[...ids]}::text[]) ORDER BY "id" FOR NO KEY UPDATE`
  const customers = await tx.customer.findMany({ where: { id: { in: [...ids] } } })
  return new Map(customers.map((customer) => [customer.id, customer]))
}

async function updateCustomers(tx: Database, customers: readonly Customer[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE "Customer" c SET ${assignmentsOf(columns, 'v')}
    FROM jsonb_to_recordset(${JSON.stringify(customers)}::jsonb) AS v("id" text, ${definitionsOf(columns)})
    WHERE c."id" = v."id"`
}

const columns = {
  name: 'text',
  email: 'text',
  libraryCode: 'text',
  updatedAt: 'timestamp(3)',
  platformLocked: 'boolean',
  locked: 'boolean',
  lockReason: 'text',
  lockedAt: 'timestamp(3)',
  failures: 'int',
  failuresSince: 'timestamp(3)',
  unlockedAt: 'timestamp(3)',
  unlockReadAt: 'timestamp(3)',
} as const satisfies Columns & Record<Exclude<keyof Customer, 'id'>, unknown>
