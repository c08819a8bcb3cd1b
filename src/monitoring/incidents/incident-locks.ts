import { namesOf } from '../../database/columns.ts'
import type { Database } from '../../database/database.ts'
import type { Incident as IncidentRow } from '../../generated/prisma/client.ts'
import { incidentColumns } from './incident.ts'
import { findIncidents, type IncidentWithNames } from './incident-queries.ts'

/** Reads incidents and locks their rows until the transaction ends; unknown ids are ignored. */
export async function lockIncidents(tx: Database, ids: readonly string[]): Promise<IncidentWithNames[]> {
  await lockIncidentRows(tx, ids)
  // A separate statement, which sees what was committed while this transaction waited for the locks.
  return findIncidents(tx, ids)
}

/** Locks incidents until the transaction ends, in a fixed order, so that two transactions cannot deadlock. */
export async function lockIncidentRows(tx: Database, ids: readonly string[]): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM "Incident" WHERE "id" = ANY(${[...ids]}::text[]) ORDER BY "id" FOR UPDATE`
}

/**
 * Reads the open incident of each subject, or without one the incident resolved last, by the subject's id. Locks the
 * rows until the transaction ends. The subjects must be locked.
 */
export async function lockLastIncidents(
  tx: Database,
  subjectIds: readonly number[],
): Promise<Map<number, IncidentRow>> {
  const rows = await tx.$queryRaw<IncidentRow[]>`
    SELECT i."number", ${namesOf(incidentColumns, 'i')} FROM "Incident" i WHERE i."id" IN (
      SELECT last."id" FROM unnest(${[...subjectIds]}::int[]) AS subject(id) CROSS JOIN LATERAL (
        SELECT "id" FROM "Incident" WHERE "subjectId" = subject.id
        ORDER BY "openKey" IS NULL, "resolvedAt" DESC, "openedAt" DESC LIMIT 1
      ) last
    ) ORDER BY i."id" FOR UPDATE OF i`
  return new Map(rows.map((row) => [row.subjectId, row]))
}
