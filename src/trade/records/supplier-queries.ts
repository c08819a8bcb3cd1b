import type { Database } from '../../database/database.ts'
import { Prisma, type Supplier } from '../../generated/prisma/client.ts'
import { containsText, foldedColumns } from '../search/sql-match.ts'

/** A supplier by its SINLI id, in capitals or not; null if there is none. */
export const findSupplier = (db: Database, id: string): Promise<Supplier | null> =>
  db.supplier.findUnique({ where: { sinliId: id.toUpperCase() } })

/**
 * The suppliers whose SINLI id or name contains the text, ordered by SINLI id, at most `limit`. `after` is the id of
 * the last supplier already listed.
 */
export async function listSuppliers(db: Database, search: string | null, limit: number, after: string | null) {
  const rows = await db.$queryRaw<Supplier[]>`
    SELECT s."sinliId", s."name", s."updatedAt" ${matching(search)}
    ${after === null ? Prisma.empty : Prisma.sql`AND s."sinliId" > ${after}`}
    ORDER BY s."sinliId" LIMIT ${limit + 1}`
  return { rows: rows.slice(0, limit), more: rows.length > limit }
}

/** The number of suppliers whose SINLI id or name contains the text. */
export async function countSuppliers(db: Database, search: string | null): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS "count" ${matching(search)}`
  return row?.count ?? 0
}

const matching = (search: string | null) => Prisma.sql`FROM "Supplier" s WHERE true
  ${search?.trim() ? Prisma.sql`AND ${containsText(searchedText, search)}` : Prisma.empty}`

const searchedText = foldedColumns([Prisma.sql`s."sinliId"`, Prisma.sql`s."name"`])
