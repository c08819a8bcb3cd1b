import type { Actor } from '../../audit/actor.ts'
import { commit } from '../../audit/commit.ts'
import type { Database, RootDatabase } from '../../database/database.ts'
import { DomainError } from '../../lib/errors.ts'
import type { IncidentChange } from './incident.ts'
import type { IncidentRow, IncidentWithNames } from './incident-queries.ts'
import { asIncident, columnsAfter } from './incident-rows.ts'
import type { ChangeAuthor } from './incident-changes.ts'
import type { SubjectEvaluation } from './health-writes.ts'
import { applyOperatorChange } from './persist-verdict.ts'
import { requireNote } from './notes.ts'
import { requireIncident, requireIncidentRow, throwMissing } from './require-incident.ts'
import type { SubjectSnapshot } from '../health/subject-queries.ts'
import { resolvedEvent, type ResolvedChange } from './lifecycle.ts'
import { explain } from '../health/reason-text.ts'
import { evidenceOfState } from '../health/rule/condition.ts'
import type { Evidence } from '../health/rule/state.ts'
import { resolveManually } from '../health/rule/manual-resolution.ts'

/** Runs `work` with a snapshot of the subject, while no evaluation is being written. */
export type WithFrozenSubject = <T>(
  subjectId: number,
  work: (present: SubjectSnapshot, at: number) => Promise<T>,
) => Promise<T>

/** Runs `work` with snapshots of several subjects, in no particular order, while no evaluation is being written. */
export type WithFrozenSubjects = <T>(
  subjectIds: readonly number[],
  work: (present: readonly SubjectSnapshot[], at: number) => Promise<T>,
) => Promise<T>

/**
 * Acknowledges an open incident. Of two concurrent operators, one succeeds and the other gets CONFLICT.
 * @throws DomainError NOT_FOUND; CONFLICT when it is acknowledged or resolved already.
 */
export const acknowledge = (
  db: RootDatabase,
  id: string,
  author: ChangeAuthor,
  at: number,
): Promise<IncidentWithNames> => changeIncident(db, id, { author, at }, acknowledgementOf)

/**
 * Releases an incident, which is open again afterwards. Only the operator who acknowledged it can release it.
 * @throws DomainError NOT_FOUND; CONFLICT when it is acknowledged by somebody else or by nobody, or is resolved.
 */
export const release = (db: RootDatabase, id: string, author: ChangeAuthor, at: number): Promise<IncidentWithNames> =>
  changeIncident(db, id, { author, at }, (incident) => {
    const error = handlerError(incident, author.operator.id)
    return error ?? { event: 'RELEASED', id, severity: incident.severity, evidence: null }
  })

/**
 * Takes an incident over from a colleague. `from` is the operator who, as the caller believes, acknowledged it; null
 * for any operator. Of two concurrent operators, one succeeds and the other gets CONFLICT.
 * @throws DomainError NOT_FOUND; CONFLICT when it is acknowledged by somebody other than `from`, by the caller or by
 * nobody, or is resolved.
 */
export const takeOver = (
  db: RootDatabase,
  { id, from }: { id: string; from: string | null },
  author: ChangeAuthor,
  at: number,
): Promise<IncidentWithNames> =>
  changeIncident(db, id, { author, at }, (incident) => {
    const { acknowledgedBy, severity } = incident
    if (acknowledgedBy?.id === author.operator.id)
      return new DomainError('CONFLICT', { code: 'INCIDENT_ALREADY_YOURS', parameters: {} })
    const error = handlerError(incident, from)
    return error ?? { event: 'TAKEN_OVER', id, severity, evidence: null, from: acknowledgedBy?.email ?? null }
  })

/**
 * Writes the change that `decide` returns for an incident, or throws the error that `decide` returns. Afterwards the
 * incident is acknowledged by the author, or by nobody.
 */
async function changeIncident(
  db: RootDatabase,
  id: string,
  by: { author: ChangeAuthor; at: number },
  decide: (incident: IncidentWithNames) => IncidentChange | DomainError,
): Promise<IncidentWithNames> {
  const { incident, change } = await applyOperatorChange(db, id, by, (incident) => {
    const change = decide(incident)
    return change instanceof DomainError ? change : { change, verdict: null }
  })
  const columns = columnsAfter({ subject: incident.subject, row: incident, changes: [change] }, by)
  return { ...incident, ...columns, acknowledgedBy: columns.acknowledgedById === null ? null : by.author.operator }
}

/** The error if an incident is not acknowledged by this operator; with a null id, if it is not acknowledged at all. */
function handlerError({ status, acknowledgedBy }: IncidentWithNames, operatorId: string | null): DomainError | null {
  if (status === 'RESOLVED') return alreadyResolvedError()
  if (status === 'OPEN') return new DomainError('CONFLICT', { code: 'INCIDENT_OF_NOBODY', parameters: {} })
  return operatorId === null || acknowledgedBy?.id === operatorId ? null : alreadyTakenError(acknowledgedBy)
}

/**
 * Resolves an incident by hand. While the condition holds this requires `force`; if it still holds 5 minutes later, a
 * new incident opens.
 * @throws DomainError NOT_FOUND; CONFLICT when it is resolved already; CONDITION_HOLDS with the current numbers.
 */
export async function resolve(
  db: RootDatabase,
  withFrozenSubject: WithFrozenSubject,
  { id, force }: { id: string; force: boolean },
  author: ChangeAuthor,
): Promise<IncidentWithNames> {
  const { subjectId } = await requireIncidentRow(db, id)
  await withFrozenSubject(subjectId, async (present, at) => {
    await applyOperatorChange(db, id, { author, at, present }, (incident) =>
      resolutionOf(incident, present, { at, force }),
    )
  })
  return requireIncident(db, id)
}

/**
 * Adds a note of an operator to the timeline of an incident, resolved ones included.
 * @throws DomainError NOT_FOUND; INVALID_INPUT for a note that is empty or longer than 1,000 characters.
 */
export async function addNote(
  db: RootDatabase,
  { id, note }: { id: string; note: string },
  by: Actor,
  at: number,
): Promise<IncidentWithNames> {
  const text = requireNote(note)
  await commit(db, async (tx) => {
    const { severity } = await lockIncident(tx, id)
    const entry = {
      incidentId: id,
      event: 'NOTE',
      severity,
      at: new Date(at),
      byId: by.operator.id,
      note: text,
    } as const
    await tx.timelineEntry.create({ data: entry })
    const audited = { action: 'incident.note', object: `incident:${id}`, after: { note: text } } as const
    return { views: ['panel', 'inventory'], audit: [{ by, at: entry.at, ...audited }] }
  })
  return requireIncident(db, id)
}

// Locked until the commit, so that the entry has the current severity.
async function lockIncident(tx: Database, id: string) {
  const [row] = await tx.$queryRaw<Pick<IncidentRow, 'severity'>[]>`
    SELECT "severity" FROM "Incident" WHERE "id" = ${id} FOR UPDATE`
  return row ?? throwMissing(id)
}

/** The change that acknowledges an incident, or the error that refuses it. */
export function acknowledgementOf({
  id,
  status,
  severity,
  acknowledgedBy,
}: Pick<IncidentWithNames, 'id' | 'status' | 'severity' | 'acknowledgedBy'>): IncidentChange | DomainError {
  if (status === 'ACKNOWLEDGED') return alreadyTakenError(acknowledgedBy)
  if (status === 'RESOLVED') return alreadyResolvedError()
  return { event: 'ACKNOWLEDGED', id, severity, evidence: null }
}

/** The change that resolves an incident, with the verdict on its subject, or the error that refuses it. */
export function resolutionOf(
  row: IncidentRow,
  { subject, memory, summary, policy }: SubjectSnapshot,
  { at, force }: { at: number; force: boolean },
): { change: ResolvedChange; verdict: SubjectEvaluation } | DomainError {
  if (row.status === 'RESOLVED') return alreadyResolvedError()
  const evaluation = resolveManually(memory, summary, policy, { at, force })
  const told = row.evidence as Evidence
  if (!evaluation)
    return conditionHoldsError(
      sinceTold(evidenceOfState(memory, summary, policy, at), told),
      'CONDITION_HOLDS_UNLESS_FORCED',
    )
  const change = resolvedEvent(asIncident(row), evaluation.resolution, sinceTold(evaluation.evidence, told))
  return { change, verdict: { subject, policy, evaluation } }
}

/**
 * The present evidence. Samples alone do not explain the silence of a service: then the evidence is that of the told
 * silence, with the present time.
 */
function sinceTold(present: Evidence, told: Evidence): Evidence {
  if (present.code !== 'SILENCE_FAILING' || told.code !== 'SILENCE_FAILING' || !told.reports) return present
  const seconds = Math.round((present.at - told.at) / 1_000)
  return { ...told, windowSeconds: (told.windowSeconds ?? 0) + seconds, at: present.at }
}

const alreadyTakenError = (operator: IncidentWithNames['acknowledgedBy']) =>
  new DomainError(
    'CONFLICT',
    operator
      ? { code: 'INCIDENT_TAKEN', parameters: { name: operator.name } }
      : { code: 'INCIDENT_TAKEN_BY_OTHER', parameters: {} },
  )

const alreadyResolvedError = () => new DomainError('CONFLICT', { code: 'INCIDENT_RESOLVED', parameters: {} })

/** The error for an incident whose condition holds, with the present numbers, and whether it can be forced. */
export function conditionHoldsError(
  evidence: Evidence,
  code: 'CONDITION_HOLDS' | 'CONDITION_HOLDS_UNLESS_FORCED',
): DomainError {
  const evidenceReason = explain(evidence)
  const sentence = { code, parameters: { evidence: { es: evidenceReason, en: explain(evidence, 'en') } } }
  return new DomainError('CONDITION_HOLDS', sentence, null, { evidence, evidenceReason })
}
