import type { Database } from '../../database/database.ts'
import { keysetPage, rowsInOrder, type PlacedRow, type SortKey } from '../../database/keyset.ts'
import { Prisma, type Customer } from '../../generated/prisma/client.ts'
import type { Order } from '../../lib/ordering.ts'
import { containsText, foldedColumns } from '../search/sql-match.ts'

/** Filter for customers; absent fields do not filter. */
export type CustomerFilter = {
  /** Only customers with these ids; an empty list matches no customer. The list of libraries works the same way. */
  ids?: readonly string[] | null
  locked?: boolean | null
  search?: string | null
  libraryCode?: string | null
  libraryCodes?: readonly string[] | null
}

/** The fields by which customers can be ordered. */
export type CustomerOrderField = 'ID' | 'NAME' | 'EMAIL' | 'LIBRARY_CODE' | 'LOCKED_AT' | 'UPDATED_AT'

const sortKeys: Readonly<Record<CustomerOrderField, SortKey>> = {
  ID: { value: Prisma.sql`c."id"`, type: 'text' },
  NAME: { value: foldedColumns([Prisma.sql`c."name"`]), type: 'text' },
  EMAIL: { value: foldedColumns([Prisma.sql`c."email"`]), type: 'text' },
  LIBRARY_CODE: { value: Prisma.sql`c."libraryCode"`, type: 'text' },
  LOCKED_AT: { value: Prisma.sql`c."lockedAt"`, type: 'moment' },
  UPDATED_AT: { value: Prisma.sql`c."updatedAt"`, type: 'moment' },
}

/** Finds customers by id, in no particular order; unknown ids are ignored. */
export const findCustomers = (db: Database, ids: readonly string[]): Promise<Customer[]> =>
  db.customer.findMany({ where: { id: { in: [...ids] } } })

/** The customers that match, ordered by id, at most `limit`. `after` is the id of the last customer already listed. */
export async function listCustomers(db: Database, filter: CustomerFilter, limit: number, after: string | null) {
  const matches = await db.$queryRaw<{ id: string }[]>`
    SELECT c."id" ${matching(filter)}
    ${after === null ? Prisma.empty : Prisma.sql`AND c."id" > ${after}`} ORDER BY c."id" LIMIT ${limit + 1}`
  const ids = matches.slice(0, limit).map(({ id }) => id)
  const customers = new Map((await findCustomers(db, ids)).map((customer) => [customer.id, customer]))
  return { rows: ids.flatMap((id) => customers.get(id) ?? []), more: matches.length > limit }
}

/**
 * The customers that match, in the given order, at most `limit`, with their places in it. `after` is the place of the
 * last customer already listed.
 * @throws DomainError INVALID_INPUT for a place in another order.
 */
export async function listOrderedCustomers(
  db: Database,
  { filter, order }: { filter: CustomerFilter; order: Order<CustomerOrderField> },
  limit: number,
  after: string | null,
) {
  const page = keysetPage(sortKeys[order.field], { id: Prisma.sql`c."id"`, direction: order.direction, after })
  const found = await db.$queryRaw<PlacedRow[]>`
    SELECT ${page.place} ${matching(filter)} AND ${page.following} ORDER BY ${page.orderBy} LIMIT ${limit + 1}`
  const ids = found.map(({ id }) => id)
  return rowsInOrder(found, limit, await findCustomers(db, ids), ({ id }) => id)
}

/** The number of customers that match. */
export async function countCustomers(db: Database, filter: CustomerFilter): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS "count" ${matching(filter)}`
  return row?.count ?? 0
}

const matching = ({
  ids,
  locked,
  search,
  libraryCode,
  libraryCodes,
}: CustomerFilter) => Prisma.sql`FROM "Customer" c WHERE true
  ${ids ? Prisma.sql`AND c."id" = ANY(${[...ids]}::text[])` : Prisma.empty}
  ${libraryCodes ? Prisma.sql`AND c."libraryCode" = ANY(${[...libraryCodes]}::text[])` : Prisma.empty}
  ${locked == null ? Prisma.empty : Prisma.sql`AND c."locked" = ${locked}`}
  ${search?.trim() ? Prisma.sql`AND ${containsText(Prisma.sql`c."searchText"`, search)}` : Prisma.empty}
  ${libraryCode == null ? Prisma.empty : Prisma.sql`AND c."libraryCode" = ${libraryCode}`}`
