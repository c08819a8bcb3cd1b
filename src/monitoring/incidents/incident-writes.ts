import { toldBy, type By } from '../../audit/by.ts'
import { writeAudit } from '../../audit/trail.ts'
import type { Database } from '../../database/database.ts'
import { Prisma, type Incident as IncidentRow } from '../../generated/prisma/client.ts'
import { log } from '../../log.ts'
import { applyChange, type Incident, type IncidentChange } from './incident-change.ts'
import type { HealthSubject } from '../health/subjects.ts'

/** Somebody wrote the subject or its incident meanwhile: nothing of this transaction may stand. */
export class Outrun extends Error {}

/** The operator who makes a change, and what they said. */
export type Author = By & { note: string | null }

/** When a change is made, and by whom; null where Vigía itself makes it. */
export type Occasion = { at: number; author: Author | null }

/**
 * Writes one thing that happens to an incident: on the incident itself, in its timeline and in the audit trail.
 * @throws Outrun when somebody else was faster.
 */
export async function writeChange(
  tx: Database,
  subject: HealthSubject,
  change: IncidentChange,
  occasion: Occasion,
): Promise<void> {
  if (change.event === 'OPENED') await open(tx, subject, change, occasion.at)
  else await alter(tx, subject, change, occasion)
  await writeTimeline(tx, change, occasion)
  await tellAudit(tx, subject, change, occasion)
  log.info(
    { incident: change.id, subject: subject.key, event: change.event, severity: change.severity },
    'an incident changed',
  )
}

async function open(tx: Database, subject: HealthSubject, change: IncidentChange, at: number) {
  const incident = applyChange(null, change, at)
  if (!incident) throw new Error(`An incident cannot begin with ${change.event}.`)
  const data = {
    ...asColumns(incident, subject),
    kind: subject.kind,
    subjectId: subject.id,
    evidence: change.evidence ?? {},
  }
  // The unique key settles who opens it.
  const { count } = await tx.incident.createMany({ data: [data], skipDuplicates: true })
  if (count === 0) throw new Outrun()
}

async function alter(tx: Database, subject: HealthSubject, change: IncidentChange, { at, author }: Occasion) {
  const row = await tx.incident.findUniqueOrThrow({ where: { id: change.id } })
  const incident = applyChange(asIncident(row), change, at)
  if (!incident) throw new Error('An incident that is there cannot vanish.')
  const { count } = await tx.incident.updateMany({
    where: { id: row.id, status: row.status, severity: row.severity },
    data: { ...asColumns(incident, subject), ...acknowledgement(incident, change, author, at), ...evidenceOf(change) },
  })
  if (count === 0) throw new Outrun()
}

/** An incident as the rule of its life sees it. */
export function asIncident({ openedAt, resolvedAt, ...incident }: IncidentRow): Incident {
  return { ...incident, openedAt: openedAt.getTime(), resolvedAt: resolvedAt?.getTime() ?? null }
}

const asColumns = (incident: Incident, { kind, key }: HealthSubject) => ({
  id: incident.id,
  status: incident.status,
  severity: incident.severity,
  maxSeverity: incident.maxSeverity,
  noData: incident.noData,
  openedAt: new Date(incident.openedAt),
  resolvedAt: incident.resolvedAt === null ? null : new Date(incident.resolvedAt),
  resolution: incident.resolution,
  previousId: incident.previousId,
  openKey: incident.status === 'RESOLVED' ? null : `${kind}:${key}`,
})

function acknowledgement({ status }: Incident, { event }: IncidentChange, author: Author | null, at: number) {
  if (event === 'ACKNOWLEDGED') return { acknowledgedAt: new Date(at), acknowledgedById: author?.operator.id ?? null }
  return status === 'OPEN' ? { acknowledgedAt: null, acknowledgedById: null } : {}
}

// What a resolution or a silence is told with does not explain the severity; it is in the timeline.
const evidenceOf = ({ event, evidence }: IncidentChange) =>
  evidence && ['OPENED', 'REOPENED', 'ESCALATED', 'DEESCALATED'].includes(event) ? { evidence } : {}

async function writeTimeline(
  tx: Database,
  { id, event, severity, evidence }: IncidentChange,
  { at, author }: Occasion,
) {
  const by = author ? { byId: author.operator.id, note: author.note } : {}
  await tx.timelineEntry.create({
    data: { incidentId: id, event, severity, at: new Date(at), evidence: evidence ?? Prisma.DbNull, ...by },
  })
}

async function tellAudit(
  tx: Database,
  { kind, key }: HealthSubject,
  { id, event, severity }: IncidentChange,
  { at, author }: Occasion,
) {
  const who = author ? toldBy(author) : { actor: 'system' }
  const after = { subject: `${kind}:${key}`, severity, note: author?.note ?? null }
  await writeAudit(tx, {
    at: new Date(at),
    action: `incident.${event.toLowerCase()}`,
    object: `incident:${id}`,
    after,
    ...who,
  })
}
