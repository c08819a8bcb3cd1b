import { randomUUID } from 'node:crypto'
import { inTransaction, type Database, type RootDatabase } from '../../database/database.ts'
import { bumpRevision, type View } from '../../database/revision.ts'
import { DomainError } from '../../lib/errors.ts'
import type { Incident as IncidentRow } from '../../generated/prisma/client.ts'
import type { LearnedLatency } from '../health/learned-budget/learned-latency.ts'
import type { HealthSubject } from '../health/subject-queries.ts'
import {
  findSuppression,
  noteIncident,
  readSuppressors,
  type SuppressionPlan,
  type Suppressors,
} from '../suppression/find-suppression.ts'
import { changedBy, lockUnchanged, resetHealth, writeHealth, type SubjectEvaluation } from './health-writes.ts'
import { auditChanges } from './incident-audit.ts'
import type { ChangeAuthor, IncidentChanges } from './incident-changes.ts'
import type { IncidentChange } from './incident-event.ts'
import { lockLastIncidents } from './incident-locks.ts'
import { asIncident, incidentAfter } from './incident-rows.ts'
import { falseOnConflict, OptimisticLockError, writeChanges, writeChangesOfOne } from './incident-writes.ts'
import { incidentEventsFor, resolvedEvent } from './lifecycle.ts'

/**
 * An operator's change of an incident, with the row it is based on. `verdict` is the resulting change of the subject's
 * health; null if there is none.
 */
export type OperatorChange = {
  subject: HealthSubject
  row: IncidentRow
  change: IncidentChange
  author: ChangeAuthor
  verdict: SubjectEvaluation | null
  /** The latency that the operator accepted as normal; absent in other changes. */
  latency?: LearnedLatency
}

/**
 * The time of evaluations in milliseconds since 1970, what suppresses incidents then, and whether the commit notifies of
 * its changes.
 */
export type EvaluationContext = { at: number; plan: SuppressionPlan; notifies: boolean }

/** The ids of the subjects whose evaluations were written, and the views that this changed. */
export type WrittenEvaluations = { subjectIds: number[]; views: View[] }

/**
 * Writes the results of evaluations in one transaction: the states, the incidents with their timelines, the audit
 * entries and the new revision. Of concurrent evaluations of a subject only one is written (optimistic lock); the other
 * subjects of the set are written all the same. Upstream subjects must precede those that depend on them.
 */
export function applyEvaluations(
  db: RootDatabase,
  verdicts: readonly SubjectEvaluation[],
  { at, plan, notifies }: EvaluationContext,
): Promise<WrittenEvaluations> {
  const metadata = { at, author: null }
  return inTransaction(db, async (tx) => {
    const decided = await decideChanges(tx, await lockUnchanged(tx, verdicts), { at, plan })
    const written = await writeChanges(tx, decided, metadata)
    if (written.length === 0) return { subjectIds: [], views: [] }
    await writeHealth(tx, written)
    const views: View[] = written.some(({ changes }) => changes.length > 0) ? ['panel', 'inventory'] : ['inventory']
    await bumpRevision(tx, views, changedBy(written), { notifies })
    await auditChanges(tx, written, metadata)
    return { subjectIds: written.map(({ subject }) => subject.id), views }
  })
}

/** The changes of the incidents of locked subjects. */
async function decideChanges(
  tx: Database,
  verdicts: readonly SubjectEvaluation[],
  { at, plan }: Pick<EvaluationContext, 'at' | 'plan'>,
): Promise<(SubjectEvaluation & IncidentChanges)[]> {
  const subjectIds = verdicts.map(({ subject }) => subject.id)
  if (subjectIds.length === 0) return []
  const rows = await lockLastIncidents(tx, subjectIds)
  const suppressors = await readSuppressors(tx, subjectIds, plan)
  return verdicts.map((verdict) => {
    const decided = { ...verdict, ...changesOf(verdict, rows.get(verdict.subject.id) ?? null, suppressors) }
    if (decided.changes.length > 0) noteIncident(suppressors, verdict.subject.id, incidentAfter(decided, at))
    return decided
  })
}

function changesOf({ subject, policy, evaluation }: SubjectEvaluation, last: IncidentRow | null, from: Suppressors) {
  const incident = last && asIncident(last)
  const isOpen = last !== null && last.openKey !== null
  const incidents = isOpen ? { open: incident, last: null } : { open: null, last: incident }
  const changes = withSuppression(subject, incidentEventsFor(evaluation, incidents, policy, randomUUID), from)
  return { row: changes[0]?.event === 'OPENED' ? null : last, changes }
}

/** Adds a suppression to the changes that open an incident, if there is a reason for one. */
function withSuppression(
  subject: HealthSubject,
  changes: readonly IncidentChange[],
  suppressors: Suppressors,
): readonly IncidentChange[] {
  const [first, ...others] = changes
  if (first?.event !== 'OPENED' && first?.event !== 'REOPENED') return changes
  const suppression = findSuppression(subject, suppressors)
  if (!suppression) return changes
  const { id, severity } = first
  return [first, { event: 'SUPPRESSED', id, severity, evidence: null, ...suppression }, ...others]
}

/**
 * Writes an operator's change of an incident in one transaction, as `applyEvaluations` does.
 * @throws DomainError CONFLICT when the subject or the incident was changed concurrently.
 */
export async function applyOperatorChange(
  db: RootDatabase,
  { subject, row, change, author, verdict, latency }: OperatorChange,
  at: number,
): Promise<void> {
  const changed = { subject, row, changes: [change] }
  const written = await falseOnConflict(
    inTransaction(db, async (tx) => {
      if (verdict && (await writeHealth(tx, [verdict])) === 0) throw new OptimisticLockError()
      if (latency) await tx.subject.update({ where: { id: subject.id }, data: { latency } })
      await writeChangesOfOne(tx, changed, { at, author })
      await bumpRevision(tx, ['panel', 'inventory'], verdict ? changedBy([verdict]) : [])
      await auditChanges(tx, [changed], { at, author })
    }),
  )
  if (!written) throw changedMeanwhileError()
}

/** The error for an incident that changed concurrently. */
export const changedMeanwhileError = (): DomainError =>
  new DomainError('CONFLICT', 'This incident has just been changed by somebody else. Look at it again.')

/** Resolves the open incidents of retired subjects, and returns how many this call resolved. */
export async function resolveRemoved(db: RootDatabase, at: number): Promise<number> {
  const open = await db.incident.findMany({
    where: { openKey: { not: null }, subject: { retiredAt: { not: null } } },
    include: { subject: true },
  })
  let resolved = 0
  for (const { subject, ...row } of open) {
    const changed = { subject, row, changes: [resolvedEvent(asIncident(row), 'SUBJECT_REMOVED', null)] }
    const isResolved = await falseOnConflict(
      inTransaction(db, async (tx) => {
        // Lock the subject before its incident, as `applyEvaluations` does; the other order could deadlock.
        await tx.subject.update({
          where: { id: subject.id },
          data: { ...resetHealth(at), version: { increment: 1 } },
        })
        await writeChangesOfOne(tx, changed, { at, author: null })
        await bumpRevision(tx, ['panel', 'inventory'], [subject.id])
        await auditChanges(tx, [changed], { at, author: null })
      }),
    )
    if (isResolved) resolved += 1
  }
  return resolved
}
