import type { NewAuditEntry } from '../../audit/new-entry.ts'
import type { HealthSubject } from '../health/subject-queries.ts'
import type { IncidentChange } from './incident.ts'
import type { ChangeMetadata, IncidentChanges } from './incident-changes.ts'

/** The audit entries of the changes of incidents, which are logged too. */
export const auditChanges = (
  incidents: readonly Pick<IncidentChanges, 'subject' | 'changes'>[],
  metadata: ChangeMetadata,
): NewAuditEntry[] =>
  incidents.flatMap(({ subject, changes }) => changes.map((change) => auditEntryOf({ subject, change }, metadata)))

type SubjectChange = { subject: HealthSubject; change: IncidentChange }

function auditEntryOf({ subject, change }: SubjectChange, { at, author }: ChangeMetadata): NewAuditEntry {
  const { id, event, severity } = change
  const accepted = acceptedIn(change)
  return {
    by: author ?? { actor: 'system' },
    at: new Date(at),
    ...(event === 'TAKEN_OVER' && { before: { acknowledgedBy: change.from } }),
    ...(accepted && { before: accepted.before }),
    action: `incident.${event.toLowerCase() as Lowercase<typeof event>}`,
    object: `incident:${id}`,
    after: {
      subject: `${subject.kind}:${subject.key}`,
      severity,
      note: author?.note ?? null,
      ...(accepted && { resolution: 'ACCEPTED_AS_NORMAL', ...accepted.after }),
      ...suppressionIn(change),
    },
    logged: { fields: { incident: id, subject: subject.key, event, severity }, message: 'an incident changed' },
  }
}

function suppressionIn(change: IncidentChange) {
  if (change.event !== 'SUPPRESSED') return {}
  const { maintenanceId, suppressedById, onboarding } = change
  return { maintenance: maintenanceId, suppressedBy: suppressedById, ...(onboarding && { onboarding }) }
}

const acceptedIn = (change: IncidentChange) => (change.event === 'RESOLVED' ? change.accepted : undefined)
