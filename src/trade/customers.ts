import { writeAudit } from '../audit/trail.ts'
import { inTransaction, type Database, type RootDatabase } from '../database/database.ts'
import { Refusal } from '../errors.ts'
import { Prisma, type Customer } from '../generated/prisma/client.ts'
import { pageOf, readCursor, type Page } from '../pages.ts'
import { toldBy, type By } from '../audit/by.ts'
import { containing } from './matching.ts'

export type { Customer }

/** A customer as the platform tells it: whole, and as of `updatedAt`. */
export type CustomerRecord = Omit<Customer, 'lockedAt'>

/** Which customers to list; what is absent does not filter. */
export type CustomerFilter = { q?: string; locked?: boolean }

/** Keeps what the platform tells about a customer, unless something newer is known already; returns what is known then. */
export function putCustomer(
  db: RootDatabase,
  record: CustomerRecord,
): Promise<{ customer: Customer; created: boolean }> {
  return inTransaction(db, async (tx) => {
    const lockReason = record.locked ? record.lockReason : null
    const lockedAt = record.locked ? record.updatedAt : null
    const told = { ...record, lockReason }
    const { count: added } = await tx.customer.createMany({ data: [{ ...told, lockedAt }], skipDuplicates: true })
    const older = { id: record.id, updatedAt: { lte: record.updatedAt } }
    // One that was locked already stays locked since then.
    await tx.customer.updateMany({ where: { ...older, locked: !record.locked }, data: { lockedAt } })
    await tx.customer.updateMany({ where: older, data: told })
    return { customer: await tx.customer.findUniqueOrThrow({ where: { id: record.id } }), created: added > 0 }
  })
}

/**
 * Lifts the lock of a customer's login and tells the audit trail. Repeating it changes nothing and writes nothing. What
 * the platform told before this moment no longer counts.
 * @throws Refusal NOT_FOUND for an unknown customer.
 */
export function unlock(db: RootDatabase, id: string, by: By, at: Date): Promise<Customer> {
  return inTransaction(db, async (tx) => {
    const before = await tx.customer.findUnique({ where: { id } })
    if (!before) throw new Refusal('NOT_FOUND', `There is no customer ${id}.`)
    const { count } = await tx.customer.updateMany({
      where: { id, locked: true },
      data: { locked: false, lockReason: null, lockedAt: null, updatedAt: at },
    })
    const after = await tx.customer.findUniqueOrThrow({ where: { id } })
    if (count > 0) {
      await writeAudit(tx, {
        ...toldBy(by),
        at,
        action: 'customer.unlock',
        object: `customer:${id}`,
        before: lockOf(before),
        after: lockOf(after),
      })
    }
    return after
  })
}

const lockOf = ({ locked, lockReason, lockedAt }: Customer) => ({
  locked,
  lockReason,
  lockedAt: lockedAt?.toISOString() ?? null,
})

/** A page of the customers that match, by id. */
export async function listCustomers(
  db: Database,
  { q, locked }: CustomerFilter,
  { limit, cursor }: { limit: number; cursor: string | null },
): Promise<Page<Customer>> {
  const conditions = [
    cursor === null ? Prisma.empty : Prisma.sql`AND c."id" > ${readCursor(cursor)}`,
    locked === undefined ? Prisma.empty : Prisma.sql`AND c."locked" = ${locked}`,
    q ? Prisma.sql`AND ${containing(searched, q)}` : Prisma.empty,
  ]
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT c."id" FROM "Customer" c WHERE true ${Prisma.join(conditions, ' ')} ORDER BY c."id" LIMIT ${limit + 1}`
  const ids = rows.map(({ id }) => id)
  const customers = new Map(
    (await db.customer.findMany({ where: { id: { in: ids } } })).map((customer) => [customer.id, customer]),
  )
  return pageOf(
    ids.flatMap((id) => customers.get(id) ?? []),
    limit,
    ({ id }) => id,
  )
}

const searched = ['id', 'name', 'email', 'libraryCode'].map((column) => Prisma.raw(`c."${column}"`))
