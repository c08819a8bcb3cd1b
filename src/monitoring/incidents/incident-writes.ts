import { auditActor, type Actor } from '../../audit/actor.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import type { Database } from '../../database/database.ts'
import { Prisma, type Incident as IncidentRow } from '../../generated/prisma/client.ts'
import { log } from '../../lib/log.ts'
import { applyChange, type Incident, type IncidentChange } from './incident-event.ts'
import type { Evidence } from '../health/rule/state.ts'
import type { HealthSubject } from '../health/subject-queries.ts'

/** The subject or its incident was written concurrently: the transaction must be rolled back. */
export class OptimisticLockError extends Error {}

/** The operator who makes a change, and their note. */
export type ChangeAuthor = Actor & { note: string | null }

/** The time of a change in milliseconds since 1970, and its author; null if Vigía itself makes it. */
export type ChangeMetadata = { at: number; author: ChangeAuthor | null }

/** The changes of an incident, in order. `row` is the incident as read before; null if the first change opens it. */
export type IncidentChanges = { subject: HealthSubject; row: IncidentRow | null; changes: readonly IncidentChange[] }

/**
 * Writes changes to the incident and its timeline. `auditChanges` writes the audit entries, after all other writes of
 * the transaction.
 * @throws OptimisticLockError when the incident was changed or opened concurrently.
 */
export async function writeChanges(
  tx: Database,
  { subject, row, changes }: IncidentChanges,
  occasion: ChangeMetadata,
): Promise<void> {
  const [first] = changes
  if (!first) return
  const incident = changes.reduce((before, change) => applyChange(before, change, occasion.at), row && asIncident(row))
  if (!incident) throw new Error(`An incident cannot begin with ${first.event}.`)
  const data = { ...asColumns(incident, subject), ...evidenceOf(changes) }
  if (row) await alter(tx, row, { ...data, ...acknowledgement(incident, first, occasion) })
  else await open(tx, subject, data)
  await writeTimeline(tx, changes, occasion)
}

/** Writes the audit entries of an incident's changes; they must be the last writes of the transaction. */
export async function auditChanges(
  tx: Database,
  { subject, changes }: Pick<IncidentChanges, 'subject' | 'changes'>,
  occasion: ChangeMetadata,
): Promise<void> {
  for (const change of changes) await tellAudit(tx, subject, change, occasion)
}

type Columns = ReturnType<typeof asColumns> & { evidence?: Evidence }

async function open(tx: Database, { id, kind }: HealthSubject, columns: Columns) {
  const data = { evidence: {}, ...columns, kind, subjectId: id }
  // The unique `openKey` lets only one of several writers open an incident.
  const { count } = await tx.incident.createMany({ data: [data], skipDuplicates: true })
  if (count === 0) throw new OptimisticLockError()
}

async function alter(
  tx: Database,
  { id, status, severity }: IncidentRow,
  data: Prisma.IncidentUpdateManyMutationInput,
) {
  const { count } = await tx.incident.updateMany({ where: { id, status, severity }, data })
  if (count === 0) throw new OptimisticLockError()
}

/** Converts a database row to the incident of the lifecycle. */
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

function acknowledgement({ status }: Incident, { event }: IncidentChange, { at, author }: ChangeMetadata) {
  if (event === 'ACKNOWLEDGED') return { acknowledgedAt: new Date(at), acknowledgedById: author?.operator.id ?? null }
  return status === 'OPEN' ? { acknowledgedAt: null, acknowledgedById: null } : {}
}

// The evidence of a resolution or of missing data does not explain the severity; only the timeline has it.
function evidenceOf(changes: readonly IncidentChange[]) {
  const explaining = changes.filter(({ event }) => ['OPENED', 'REOPENED', 'ESCALATED', 'DEESCALATED'].includes(event))
  const evidence = explaining.at(-1)?.evidence
  return evidence ? { evidence } : {}
}

async function writeTimeline(tx: Database, changes: readonly IncidentChange[], { at, author }: ChangeMetadata) {
  const by = author ? { byId: author.operator.id, note: author.note } : {}
  await tx.timelineEntry.createMany({
    data: changes.map(({ id, event, severity, evidence }) => ({
      incidentId: id,
      event,
      severity,
      at: new Date(at),
      evidence: evidence ?? Prisma.DbNull,
      ...by,
    })),
  })
}

async function tellAudit(
  tx: Database,
  { kind, key }: HealthSubject,
  { id, event, severity }: IncidentChange,
  { at, author }: ChangeMetadata,
) {
  const who = author ? auditActor(author) : { actor: 'system' }
  const after = { subject: `${kind}:${key}`, severity, note: author?.note ?? null }
  await writeAudit(tx, {
    at: new Date(at),
    action: `incident.${event.toLowerCase()}`,
    object: `incident:${id}`,
    after,
    ...who,
  })
  log.info({ incident: id, subject: key, event, severity }, 'an incident changed')
}
