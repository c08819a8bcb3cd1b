import type { Database } from '../../../database/database.ts'
import { keysetPage, type PlacedRow } from '../../../database/keyset.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import { writePlace } from '../../../lib/ordering.ts'
import type { UnmatchedKey } from './source-queries.ts'

/** An unregistered key, with the source that named it. `id` identifies the row, `place` its position in the list. */
export type SourceUnmatchedKey = UnmatchedKey & { id: string; place: string; sourceId: string; service: string }

// Leaves out keys that were registered meanwhile, and keys named by retired services.
const present = Prisma.sql`
  FROM "UnmatchedSubject" u JOIN "Service" v ON v."id" = u."sourceId" AND v."retiredAt" IS NULL
  WHERE NOT EXISTS (
    SELECT FROM "Subject" s WHERE s."kind" = u."kind" AND s."key" = u."key" AND s."retiredAt" IS NULL)`

/** The unmatched keys of all sources, the most recently named first, at most `limit`, from the place `after`. */
export async function listUnmatchedKeys(db: Database, limit: number, after: string | null) {
  const id = Prisma.sql`(u."sourceId" || ' ' || u."kind" || ' ' || u."key")`
  const page = keysetPage({ value: Prisma.sql`u."lastAt"`, type: 'moment' }, { id, direction: 'DESC', after })
  const found = await db.$queryRaw<(Omit<SourceUnmatchedKey, 'place'> & PlacedRow)[]>`
    SELECT ${page.place}, u."sourceId", v."name" AS "service", u."kind", u."key", u."count",
      u."lastAt" ${present} AND ${page.following} ORDER BY ${page.orderBy} LIMIT ${limit + 1}`
  const rows = found.slice(0, limit).map(({ sortValue, ...row }) => ({
    ...row,
    place: writePlace({ id: row.id, value: sortValue }),
  }))
  return { rows, more: found.length > limit }
}

/** The number of unmatched keys of all sources. */
export async function countUnmatchedKeys(db: Database): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS "count" ${present}`
  return row?.count ?? 0
}
