import type { Incident as IncidentRow } from '../../generated/prisma/client.ts'
import type { HealthSubject } from '../health/subject-queries.ts'
import { applyChange, type Incident, type IncidentChange } from './incident-event.ts'
import type { ChangeMetadata, IncidentChanges } from './incident-changes.ts'

/** Converts a database row to the incident of the lifecycle. */
export function asIncident({
  openedAt,
  resolvedAt,
  reasonEndedAt,
  unsuppressedAt,
  reopenedAt,
  ...incident
}: IncidentRow): Incident {
  return {
    ...incident,
    openedAt: openedAt.getTime(),
    resolvedAt: msOf(resolvedAt),
    reasonEndedAt: msOf(reasonEndedAt),
    unsuppressedAt: msOf(unsuppressedAt),
    reopenedAt: msOf(reopenedAt),
  }
}

const msOf = (at: Date | null) => at?.getTime() ?? null

/** The incident after its changes at a time, in milliseconds since 1970. There must be a change. */
export function incidentAfter({ row, changes }: Pick<IncidentChanges, 'row' | 'changes'>, at: number): Incident {
  const incident = changes.reduce((before, change) => applyChange(before, change, at), row && asIncident(row))
  if (!incident) throw new Error(`An incident cannot begin with ${changes[0]?.event}.`)
  return incident
}

/** The columns of an incident after its changes. */
export function columnsAfter({ subject, row, changes }: IncidentChanges, metadata: ChangeMetadata) {
  const incident = incidentAfter({ row, changes }, metadata.at)
  return {
    ...asColumns(incident, subject),
    ...acknowledgement(row, incident, changes, metadata),
    evidence: evidenceOf(changes) ?? row?.evidence ?? {},
  }
}

/** The columns of an incident that nobody may have changed since it was read. */
export const unchangedColumns = ({ status, severity, acknowledgedById, suppressed }: IncidentRow) => ({
  status,
  severity,
  acknowledgedById,
  suppressed,
})

const asColumns = (incident: Incident, { id, kind, key }: HealthSubject) => ({
  id: incident.id,
  kind,
  subjectId: id,
  status: incident.status,
  severity: incident.severity,
  maxSeverity: incident.maxSeverity,
  noData: incident.noData,
  openedAt: new Date(incident.openedAt),
  resolvedAt: dateOf(incident.resolvedAt),
  resolution: incident.resolution,
  previousId: incident.previousId,
  suppressed: incident.suppressed,
  maintenanceId: incident.maintenanceId,
  suppressedById: incident.suppressedById,
  onboarding: incident.onboarding,
  reasonEndedAt: dateOf(incident.reasonEndedAt),
  unsuppressedAt: dateOf(incident.unsuppressedAt),
  reopenedAt: dateOf(incident.reopenedAt),
  openKey: incident.status === 'RESOLVED' ? null : `${kind}:${key}`,
})

const dateOf = (at: number | null) => (at === null ? null : new Date(at))

function acknowledgement(
  row: IncidentRow | null,
  { status }: Incident,
  changes: readonly IncidentChange[],
  { at, author }: ChangeMetadata,
) {
  if (changes.some(({ event }) => event === 'ACKNOWLEDGED' || event === 'TAKEN_OVER'))
    return { acknowledgedAt: new Date(at), acknowledgedById: author?.operator.id ?? null }
  if (status === 'OPEN' || !row) return { acknowledgedAt: null, acknowledgedById: null }
  return { acknowledgedAt: row.acknowledgedAt, acknowledgedById: row.acknowledgedById }
}

// The evidence of a resolution or of missing data does not explain the severity; only the timeline has it.
function evidenceOf(changes: readonly IncidentChange[]) {
  const changesOfSeverity = changes.filter(({ event }) =>
    ['OPENED', 'REOPENED', 'ESCALATED', 'DEESCALATED'].includes(event),
  )
  return changesOfSeverity.at(-1)?.evidence
}
