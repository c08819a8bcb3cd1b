import type { Database } from '../../database/database.ts'
import { Prisma, type Customer } from '../../generated/prisma/client.ts'
import { toPage, readCursor, type Page } from '../../lib/pagination.ts'
import { containsText } from '../search/sql-match.ts'

/** Filter for customers; absent fields do not filter. */
export type CustomerFilter = { locked?: boolean | null; search?: string | null; libraryCode?: string | null }

/** Finds customers by id, in no particular order; unknown ids are ignored. */
export const findCustomers = (db: Database, ids: readonly string[]): Promise<Customer[]> =>
  db.customer.findMany({ where: { id: { in: [...ids] } } })

/** A page of the customers that match, by id, and the total count. `after` is the id of the last one seen. */
export async function pageOfCustomers(db: Database, filter: CustomerFilter, limit: number, after: string | null) {
  const [rows, [count]] = await Promise.all([
    readAfter(db, filter, limit + 1, after),
    db.$queryRaw<{ n: number }[]>`SELECT count(*)::int AS n FROM "Customer" c WHERE ${matching(filter)}`,
  ])
  return { rows: rows.slice(0, limit), more: rows.length > limit, totalCount: count?.n ?? 0 }
}

/** A page of the customers that match, by id. */
export async function listCustomers(
  db: Database,
  { q, locked }: { q?: string; locked?: boolean },
  { limit, cursor }: { limit: number; cursor: string | null },
): Promise<Page<Customer>> {
  const after = cursor === null ? null : readCursor(cursor)
  const rows = await readAfter(db, { search: q ?? null, locked: locked ?? null }, limit + 1, after)
  return toPage(rows, limit, ({ id }) => id)
}

async function readAfter(db: Database, filter: CustomerFilter, most: number, after: string | null) {
  const found = await db.$queryRaw<{ id: string }[]>`
    SELECT c."id" FROM "Customer" c WHERE ${matching(filter)}
    ${after === null ? Prisma.empty : Prisma.sql`AND c."id" > ${after}`} ORDER BY c."id" LIMIT ${most}`
  const ids = found.map(({ id }) => id)
  const customers = new Map((await findCustomers(db, ids)).map((customer) => [customer.id, customer]))
  return ids.flatMap((id) => customers.get(id) ?? [])
}

const matching = ({ locked, search, libraryCode }: CustomerFilter) => Prisma.sql`true
  ${locked == null ? Prisma.empty : Prisma.sql`AND c."locked" = ${locked}`}
  ${search?.trim() ? Prisma.sql`AND ${containsText(searched, search)}` : Prisma.empty}
  ${libraryCode == null ? Prisma.empty : Prisma.sql`AND c."libraryCode" = ${libraryCode}`}`

const searched = ['id', 'name', 'email', 'libraryCode'].map((column) => Prisma.raw(`c."${column}"`))
