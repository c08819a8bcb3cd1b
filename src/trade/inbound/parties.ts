import type { Database } from '../../database/database.ts'

/** The owner of a SINLI id: a library of the platform or a supplier. */
export type Party = { sinliId: string; name: string; libraryCode: string | null }

/** Finds the registered owners of SINLI ids, in no particular order. A library takes precedence over a supplier. */
export async function findParties(db: Database, sinliIds: readonly string[]): Promise<Party[]> {
  const rows = await db.$queryRaw<Party[]>`
    SELECT upper("sinliId") AS "sinliId", "name", "code" AS "libraryCode" FROM "Library"
    WHERE upper("sinliId") = ANY(${[...sinliIds]})
    UNION ALL
    SELECT "sinliId", "name", NULL FROM "Supplier" WHERE "sinliId" = ANY(${[...sinliIds]})`
  const libraries = new Set(rows.filter(({ libraryCode }) => libraryCode !== null).map(({ sinliId }) => sinliId))
  return rows.filter(({ sinliId, libraryCode }) => libraryCode !== null || !libraries.has(sinliId))
}
