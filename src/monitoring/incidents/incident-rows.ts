import type { Columns } from '../../database/columns.ts'
import type { Incident as IncidentRow } from '../../generated/prisma/client.ts'
import { applyChange, incidentColumns, type Incident, type IncidentChange } from './incident.ts'
import type { ChangeMetadata, IncidentChanges } from './incident-changes.ts'

/** Converts a database row to the incident of the lifecycle. */
export const asIncident = (row: IncidentRow): Incident =>
  Object.fromEntries(
    Object.keys(incidentColumns).map((name) => {
      const value = row[name as keyof IncidentRow]
      return [name, value instanceof Date ? value.getTime() : value]
    }),
  ) as Incident

/** The incident after its changes at a time, in milliseconds since 1970. There must be a change. */
export function incidentAfter({ row, changes }: Pick<IncidentChanges, 'row' | 'changes'>, at: number): Incident {
  const incident = changes.reduce((before, change) => applyChange(before, change, at), row && asIncident(row))
  if (!incident) throw new Error(`An incident cannot begin with ${changes[0]?.event}.`)
  return incident
}

/** The columns of an incident after its changes. */
export function columnsAfter({ subject, row, changes }: IncidentChanges, metadata: ChangeMetadata) {
  const incident = incidentAfter({ row, changes }, metadata.at)
  const { kind, id: subjectId, key } = subject
  return {
    ...inDates(incident),
    kind,
    subjectId,
    openKey: incident.status === 'RESOLVED' ? null : `${kind}:${key}`,
    ...acknowledgement(row, incident, changes, metadata),
    evidence: evidenceOf(changes) ?? row?.evidence ?? {},
  }
}

const inDates = (incident: Incident) =>
  Object.fromEntries(
    Object.entries(incident).map(([name, value]) => [
      name,
      typeof value === 'number' && isTime(name) ? new Date(value) : value,
    ]),
  ) as Pick<IncidentRow, keyof Incident>

const isTime = (name: string) => (incidentColumns as Columns)[name] === 'timestamp(3)'

/** The columns by which a concurrent change of an incident is detected. */
export const unchangedColumns = ({ status, severity, acknowledgedById, suppressed }: IncidentRow) => ({
  status,
  severity,
  acknowledgedById,
  suppressed,
})

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

// The evidence of a resolution or of missing data does not explain the severity, so only the timeline stores it.
function evidenceOf(changes: readonly IncidentChange[]) {
  const changesOfSeverity = changes.filter(({ event }) =>
    ['OPENED', 'REOPENED', 'ESCALATED', 'DEESCALATED'].includes(event),
  )
  return changesOfSeverity.at(-1)?.evidence
}
