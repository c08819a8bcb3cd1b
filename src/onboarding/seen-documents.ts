import type { Database } from '../database/database.ts'

/** A type and version of documents exchanged with a library, with the number of documents and their warnings. */
export type SeenDocument = {
  document: string
  version: string | null
  count: number
  /** The codes of the first warnings of its documents, e.g. TOTALES_NO_CUADRAN. */
  warnings: string[]
}

/** Maximum number of types and versions listed, and of warning codes for each. */
export const maxSeen = 50
export const maxWarningCodes = 20

/** The documents from and to a library by type and version, the most frequent first, at most 50. */
export const listSeenDocuments = (db: Database, code: string): Promise<SeenDocument[]> =>
  db.$queryRaw<SeenDocument[]>`
    SELECT m."document", m."version", count(*)::int AS "count",
      coalesce((array_agg(DISTINCT m."code") FILTER (WHERE m."status" = 'PROCESSED_WITH_WARNINGS'))[:${maxWarningCodes}::int], '{}') AS "warnings"
    FROM "Library" l JOIN "InboundMessage" m
      ON m."sender" = upper(l."sinliId") OR m."receiver" = upper(l."sinliId")
    WHERE l."code" = ${code} AND m."document" IS NOT NULL
    GROUP BY m."document", m."version" ORDER BY count(*) DESC, m."document", m."version" LIMIT ${maxSeen}`
