import type { Database } from '../../database/database.ts'
import type { TimelineEvent } from '../../generated/prisma/client.ts'
import { groupBy } from '../../lib/group-by.ts'
import type { Language } from '../../lib/language.ts'
import { explain } from '../health/reason-text.ts'
import type { Evidence, Severity } from '../health/rule/state.ts'

/** The moment at which an incident got a severity, with the deciding numbers. */
export type IncidentMoment = { severity: Severity; at: Date; evidence: Evidence }

/**
 * The opening of an incident and its worst moment, the first of its highest severity. A recovery or a reopening changes
 * neither; only a higher severity replaces the worst moment. Null if no numbers were stored.
 */
export type IncidentMoments = { incidentId: string; opening: IncidentMoment | null; worst: IncidentMoment | null }

type FirstEntry = {
  incidentId: string
  event: TimelineEvent
  severity: Severity
  maxSeverity: Severity
  at: Date
  evidence: Evidence | null
}

/** The moments of incidents by their ids, in no particular order. Incidents without a timeline are omitted. */
export async function findIncidentMoments(db: Database, incidentIds: readonly string[]): Promise<IncidentMoments[]> {
  // The first entry of each severity is the opening or the worst moment. An entry without numbers takes those of its
  // transition.
  const entries = await db.$queryRaw<FirstEntry[]>`
    SELECT DISTINCT ON (e."incidentId", e."severity") e."incidentId", e."event", e."severity", i."maxSeverity", e."at",
      coalesce(e."evidence", t."evidence") AS "evidence"
    FROM "TimelineEntry" e JOIN "Incident" i ON i."id" = e."incidentId"
      LEFT JOIN LATERAL (
        SELECT "evidence" FROM "Transition"
        WHERE e."evidence" IS NULL AND "subjectId" = i."subjectId" AND "at" = e."at" AND "to"::text = e."severity"::text
        ORDER BY "id" LIMIT 1
      ) t ON true
    WHERE e."incidentId" = ANY(${[...incidentIds]}::text[]) AND e."event" IN ('OPENED', 'ESCALATED', 'REOPENED')
    ORDER BY e."incidentId", e."severity", e."id"`
  return [...groupBy(entries, ({ incidentId }) => incidentId)].map(([incidentId, own]) => ({
    incidentId,
    opening: momentOf(own.find(({ event }) => event === 'OPENED')),
    worst: momentOf(own.find(({ severity, maxSeverity }) => severity === maxSeverity)),
  }))
}

const momentOf = (entry: FirstEntry | undefined): IncidentMoment | null =>
  entry?.evidence ? { severity: entry.severity, at: entry.at, evidence: entry.evidence } : null

/** The numbers of a timeline entry; null if it has none. Entries of deliveries hold other data, so they return null. */
export const evidenceOfEntry = ({ event, evidence }: { event: TimelineEvent; evidence: unknown }): Evidence | null =>
  event === 'NOTIFIED' ? null : (evidence as Evidence | null)

/** The numbers of an entry of a timeline as a sentence; null if it has none. */
export function reasonOfEntry(entry: Parameters<typeof evidenceOfEntry>[0], language: Language = 'es'): string | null {
  const evidence = evidenceOfEntry(entry)
  return evidence && explain(evidence, language)
}
