import type { Database } from '../database/database.ts'
import { keysetPage, type PlacedRow } from '../database/keyset.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { writePlace } from '../lib/ordering.ts'

/** The origin of an unknown bookshop: SINLI messages or observations. */
export type UnknownPartySource = 'SINLI' | 'TELEMETRY'

/**
 * A SINLI id that is not registered, so that its messages failed, or the code of an unregistered library in
 * observations. `id` identifies the row, `place` its position in the list.
 */
export type UnknownParty = {
  id: string
  place: string
  source: UnknownPartySource
  key: string
  /** Number of waiting messages, or of observations. */
  count: number
  /** Time of the first message; null for observations, of which only the last time is known. */
  firstAt: Date | null
  lastAt: Date
  documents: string[]
  /** The library or supplier that was registered with the SINLI id meanwhile; null if there is none. */
  name: string | null
  libraryCode: string | null
}

/** Maximum number of document types listed for a party. */
export const maxDocumentTypes = 20

// SINLI ids with waiting messages stay listed once they are registered, until the messages are reprocessed.
const unknown = Prisma.sql`
  (SELECT 'SINLI' AS "source", f."key", count(*)::int AS "count", min(f."at") AS "firstAt", max(f."at") AS "lastAt",
    coalesce((array_agg(DISTINCT f."document") FILTER (WHERE f."document" IS NOT NULL))[:${maxDocumentTypes}::int], '{}')
      AS "documents"
  FROM (
    SELECT "sender" AS "key", "receivedAt" AS "at", "document" FROM "InboundMessage"
    WHERE "status" = 'FAILED' AND "code" = 'REMITENTE_DESCONOCIDO' AND "sender" IS NOT NULL
    UNION ALL
    SELECT "receiver", "receivedAt", "document" FROM "InboundMessage"
    WHERE "status" = 'FAILED' AND "code" = 'DESTINATARIO_DESCONOCIDO' AND "receiver" IS NOT NULL
  ) f GROUP BY f."key"
  UNION ALL
  SELECT 'TELEMETRY', u."key", sum(u."count")::int, NULL, max(u."lastAt"), '{}'
  FROM "UnmatchedSubject" u WHERE u."kind" = 'LIBRERIAS' AND NOT EXISTS (
    SELECT FROM "Subject" s WHERE s."kind" = 'LIBRERIAS' AND s."key" = u."key" AND s."retiredAt" IS NULL)
  GROUP BY u."key") u`

/** The unknown parties, the one noticed last first, at most `limit`, from the place `after`. */
export async function listUnknownParties(db: Database, limit: number, after: string | null) {
  const id = Prisma.sql`(u."source" || ' ' || u."key")`
  const page = keysetPage({ value: Prisma.sql`u."lastAt"`, type: 'moment' }, { id, direction: 'DESC', after })
  const found = await db.$queryRaw<(Omit<UnknownParty, 'place'> & PlacedRow)[]>`
    WITH p AS MATERIALIZED (
      SELECT ${page.place}, u.* FROM ${unknown} WHERE ${page.following} ORDER BY ${page.orderBy} LIMIT ${limit + 1}
    )
    SELECT p.*, library."code" AS "libraryCode", coalesce(library."name", supplier."name") AS "name"
    FROM p
    LEFT JOIN LATERAL (SELECT "code", "name" FROM "Library"
      WHERE p."source" = 'SINLI' AND upper("sinliId") = p."key" LIMIT 1) library ON true
    LEFT JOIN "Supplier" supplier ON p."source" = 'SINLI' AND supplier."sinliId" = p."key"
    ORDER BY p."lastAt" DESC, p."id"`
  const rows = found.slice(0, limit).map(({ sortValue, ...row }) => ({
    ...row,
    place: writePlace({ id: row.id, value: sortValue }),
  }))
  return { rows, more: found.length > limit }
}

/** The number of unknown parties. */
export async function countUnknownParties(db: Database): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS "count" FROM ${unknown}`
  return row?.count ?? 0
}
