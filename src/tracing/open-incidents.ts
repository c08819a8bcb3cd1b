import type { Database } from '../database/database.ts'
import type { Kind } from '../generated/prisma/client.ts'
import { sinliInbound } from '../trade/records/integrations.ts'
import type { TraceRows } from './trace-rows.ts'

/** A subject at the time of a step. */
type SubjectMoment = { kind: Kind; key: string; at: Date }

// Incidents of one subject do not overlap, so only a few of the newest can have been open at a time.
const newestOfSubject = 5

/**
 * The ids of the incidents of these rows' subjects that were open at the time of the step, or opened within an hour
 * after it, because the step may have caused them. An hour is the longest window of the health rule.
 */
export async function findOpenIncidentIds(db: Database, rows: TraceRows, limit: number): Promise<string[]> {
  const moments = momentsOf(rows)
  if (moments.length === 0) return []
  const found = await db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT i."id", i."openedAt"
    FROM unnest(${moments.map(({ kind }) => kind)}::text[], ${moments.map(({ key }) => key)}::text[],
      ${moments.map(({ at }) => at.toISOString())}::timestamp[]) AS moment("kind", "key", "at")
    JOIN "Subject" s ON s."kind" = moment."kind"::"Kind" AND s."key" = moment."key"
    CROSS JOIN LATERAL (
      SELECT "id", "openedAt", "resolvedAt" FROM "Incident"
      WHERE "subjectId" = s."id" AND "openedAt" <= moment."at" + interval '1 hour'
      ORDER BY "openedAt" DESC LIMIT ${newestOfSubject}
    ) i
    WHERE i."resolvedAt" IS NULL OR i."resolvedAt" >= moment."at"
    ORDER BY i."openedAt" DESC LIMIT ${limit}`
  return found.map(({ id }) => id)
}

function momentsOf({ requests, messages, attempts, deliveries, examples }: TraceRows): SubjectMoment[] {
  const moments = [
    ...requests.map(({ method, route, at }) => ({ kind: 'ENDPOINTS' as const, key: `${method} ${route}`, at })),
    ...messages.flatMap(({ libraryCode, receivedAt: at }) => [
      { kind: 'INTEGRACIONES' as const, key: sinliInbound, at },
      ...(libraryCode === null ? [] : [{ kind: 'LIBRERIAS' as const, key: libraryCode, at }]),
    ]),
    ...attempts.map(({ at }) => ({ kind: 'INTEGRACIONES' as const, key: sinliInbound, at })),
    ...deliveries.map(({ destination: { subject }, createdAt: at }) => ({ ...subject, at })),
    ...examples.map(({ subject: { kind, key }, at }) => ({ kind, key, at })),
  ]
  // Steps of one subject within the same minute count as one moment.
  return [...new Map(moments.map((moment) => [momentKey(moment), moment])).values()]
}

const momentKey = ({ kind, key, at }: SubjectMoment) => `${kind} ${key} ${Math.floor(at.getTime() / 60_000)}`
