import type { Database } from '../../database/database.ts'
import type { RequestExample as ExampleRow } from '../../generated/prisma/client.ts'
import { keptSince } from '../../lib/retention.ts'

/** Maximum number of examples listed for an incident. */
export const maxExamplesPerIncident = 20

/** Maximum number of examples listed for a subject. Source: the contract of page sizes. */
const maxOfSubject = 200

/** An example to display: `spanId` and `name` are null if the sender did not state them. */
export type ListedExample = Omit<ExampleRow, 'spanId' | 'subjectId'> & { spanId: string | null }

/** The newest examples of each of these subjects, at most 200 each. */
export async function listExamplesOfSubjects(db: Database, subjectIds: readonly number[]) {
  const rows = await db.$queryRaw<ExampleRow[]>`
    SELECT e.* FROM unnest(${[...subjectIds]}::int[]) AS subject(id) CROSS JOIN LATERAL (
      SELECT * FROM "RequestExample" WHERE "subjectId" = subject.id
      ORDER BY "at" DESC, "traceId", "spanId" LIMIT ${maxOfSubject}
    ) e`
  return rows.map((row) => ({ ...toListed(row), subjectId: row.subjectId }))
}

/**
 * The newest examples of each of these incidents, at most 20 each. The period starts an hour (the longest window of the
 * rule) before the opening, or at the end of the previous incident if that is later, and ends at the resolution.
 */
export async function listExamplesOfIncidents(db: Database, incidentIds: readonly string[]) {
  const rows = await db.$queryRaw<(ExampleRow & { incidentId: string })[]>`
    SELECT i."id" AS "incidentId", e.* FROM "Incident" i CROSS JOIN LATERAL (
      SELECT * FROM "RequestExample" x
      WHERE x."subjectId" = i."subjectId" AND x."at" > i."openedAt" - interval '1 hour'
        AND x."at" <= coalesce(i."resolvedAt", 'infinity') AND NOT EXISTS (
          SELECT FROM "Incident" b WHERE b."subjectId" = i."subjectId" AND b."resolvedAt" <= i."openedAt"
            AND b."resolvedAt" >= x."at")
      ORDER BY x."at" DESC, x."traceId", x."spanId" LIMIT ${maxExamplesPerIncident}
    ) e WHERE i."id" = ANY(${[...incidentIds]})`
  return rows.map((row) => ({ ...toListed(row), incidentId: row.incidentId }))
}

const toListed = ({ traceId, spanId, at, durationMs, status, errorType, name }: ExampleRow): ListedExample => ({
  ...{ traceId, at, durationMs, status, errorType, name },
  spanId: spanId || null,
})

/** Deletes expired examples and returns their number. */
export async function clearOldExamples(db: Database, at: Date): Promise<number> {
  const { count } = await db.requestExample.deleteMany({ where: { at: { lt: keptSince('requestExample', at) } } })
  return count
}
