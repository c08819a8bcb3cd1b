import type { Database } from '../../database/database.ts'
import { assignmentsOf, definitionsOf, namesOf, type Columns } from '../../database/columns.ts'
import { Prisma, type SuppressionReason, type TimelineEntry } from '../../generated/prisma/client.ts'
import { jsonRows } from '../../database/json-rows.ts'
import type { ChangeMetadata, IncidentChanges } from './incident-changes.ts'
import { changingColumns, incidentColumns, type Suppression } from './incident.ts'
import { columnsAfter, unchangedColumns } from './incident-rows.ts'

/** Incidents per transaction: an operator's change waits for one transaction, not for all of a mass outage. */
export const maxPerTransaction = 250

/**
 * Writes changes to incidents and their timelines in one statement. Returns the written entries in their order: all
 * except incidents that were changed or opened concurrently. Lock the rows first, in the order of their ids, or two
 * transactions could deadlock; then read them, because all columns are written.
 */
export async function writeChanges<Entry extends IncidentChanges>(
  tx: Database,
  all: readonly Entry[],
  metadata: ChangeMetadata,
): Promise<Entry[]> {
  const changed = all.filter(({ changes }) => changes.length > 0)
  if (changed.length === 0) return [...all]
  const rows = changed.map((entry, position) => ({
    ...columnsAfter(entry, metadata),
    before: entry.row && unchangedColumns(entry.row),
    position,
  }))
  const written = new Set(await writeRows(tx, rows, timelineOf(changed, metadata)))
  return all.filter(({ changes: [first] }) => !first || written.has(first.id))
}

function timelineOf(all: readonly IncidentChanges[], { at, author }: ChangeMetadata) {
  const by = author ? { byId: author.operator.id, note: author.note } : {}
  const changes = all.flatMap((entry) => entry.changes)
  return changes.map((change, position) => ({
    incidentId: change.id,
    event: change.event,
    severity: change.severity,
    at: new Date(at),
    evidence: change.evidence,
    suppression: change.event === 'SUPPRESSED' ? reasonOf(change) : null,
    position,
    ...by,
  }))
}

function reasonOf({ maintenanceId, onboarding }: Suppression): SuppressionReason {
  if (maintenanceId !== null) return 'MAINTENANCE'
  return onboarding ? 'ONBOARDING' : 'UPSTREAM'
}

const timelineColumns = {
  incidentId: 'text',
  at: 'timestamp(3)',
  event: '"TimelineEvent"',
  severity: '"Severity"',
  byId: 'text',
  note: 'text',
  evidence: 'jsonb',
  suppression: '"SuppressionReason"',
} as const satisfies Columns & Record<Exclude<keyof TimelineEntry, 'id'>, unknown>

const rowColumns = Prisma.sql`${definitionsOf(incidentColumns)}, "before" jsonb, "position" int`
const entryColumns = Prisma.sql`${definitionsOf(timelineColumns)}, "position" int`

/**
 * Writes incidents and timeline entries, and returns the ids of the incidents written. The unique `openKey` lets only one
 * of several writers open an incident; the columns `before` let only one change it.
 */
async function writeRows(tx: Database, rows: readonly object[], timeline: readonly object[]): Promise<string[]> {
  const written = await tx.$queryRaw<{ id: string }[]>`
    WITH v AS MATERIALIZED (${jsonRows(rows, rowColumns)}
    ), changed AS (
      UPDATE "Incident" i SET ${assignmentsOf(changingColumns, 'v')} FROM v
      WHERE i."id" = v."id" AND i."status"::text = v."before"->>'status' AND i."severity"::text = v."before"->>'severity'
        AND i."acknowledgedById" IS NOT DISTINCT FROM v."before"->>'acknowledgedById'
        AND i."suppressed" = (v."before"->>'suppressed')::boolean
      RETURNING i."id"
    ), opened AS (
      INSERT INTO "Incident" (${namesOf(incidentColumns)})
      SELECT ${namesOf(incidentColumns)} FROM v WHERE "before" IS NULL ORDER BY "position"
      ON CONFLICT DO NOTHING RETURNING "id"
    ), written AS (
      SELECT "id" FROM changed UNION ALL SELECT "id" FROM opened
    ), entries AS (
      INSERT INTO "TimelineEntry" (${namesOf(timelineColumns)})
      SELECT ${namesOf(timelineColumns, 't')}
      FROM jsonb_to_recordset(${JSON.stringify(timeline)}::jsonb) AS t(${entryColumns})
        JOIN written ON written."id" = t."incidentId" ORDER BY t."position"
    )
    SELECT "id" FROM written`
  return written.map(({ id }) => id)
}
