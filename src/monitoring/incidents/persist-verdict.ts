import { randomUUID } from 'node:crypto'
import { commit, type ChangePart } from '../../audit/commit.ts'
import type { Database, RootDatabase } from '../../database/database.ts'
import type { View } from '../../database/revision.ts'
import { DomainError } from '../../lib/errors.ts'
import type { Incident as IncidentRow } from '../../generated/prisma/client.ts'
import type { LearnedLatency } from '../health/learned-budget/learned-latency.ts'
import type { LearnedTraffic } from '../health/traffic/expected-traffic.ts'
import { evidenceOfRemoval } from '../health/rule/evidence.ts'
import type { HealthSubject, SubjectSnapshot } from '../health/subject-queries.ts'
import { suppressOpening } from '../suppression/suppress-opening.ts'
import type { SuppressionPlan } from '../suppression/suppression-plan.ts'
import { changedBy, lockUnchanged, resetHealth, writeHealth, type SubjectEvaluation } from './health-writes.ts'
import { auditChanges } from './incident-audit.ts'
import type { ChangeAuthor, IncidentChanges } from './incident-changes.ts'
import type { IncidentChange } from './incident.ts'
import { lockIncidentRows, lockLastIncidents } from './incident-locks.ts'
import type { IncidentWithNames } from './incident-queries.ts'
import { asIncident } from './incident-rows.ts'
import { writeChanges } from './incident-writes.ts'
import { incidentEventsFor, resolvedEvent } from './lifecycle.ts'
import { requireIncident } from './require-incident.ts'

/** An operator's change of an incident. `verdict` is the resulting change of the subject's health; null if there is none. */
export type OperatorChange = {
  change: IncidentChange
  verdict: SubjectEvaluation | null
  /** New knowledge from when the operator accepted the present values as normal; absent in other changes. */
  learned?: { latency: LearnedLatency } | { traffic: LearnedTraffic }
}

/**
 * The author and the time of an operator's change. `present` is the snapshot on which the change was decided; absent if
 * the incident alone decided.
 */
export type OperatorContext = { author: ChangeAuthor; at: number; present?: SubjectSnapshot }

/**
 * The time of evaluations in milliseconds since 1970, the reasons to suppress incidents at that time, and whether the
 * commit notifies clients.
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
  return commit(db, async (tx) => {
    const decided = await decideChanges(tx, await lockUnchanged(tx, verdicts), { at, plan })
    const written = await writeChanges(tx, decided, metadata)
    if (written.length === 0) return { result: { subjectIds: [], views: [] } }
    await writeHealth(tx, written)
    const isOfIncident = written.some(({ changes, evaluation }) => changes.length + evaluation.events.length > 0)
    const views: View[] = isOfIncident ? ['panel', 'inventory'] : ['inventory']
    const result = { subjectIds: written.map(({ subject }) => subject.id), views }
    return { result, views, changed: changedBy(written), audit: auditChanges(written, metadata), notifies }
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
  const decided = verdicts.map((verdict) => ({
    ...verdict,
    ...changesOf(verdict, rows.get(verdict.subject.id) ?? null),
  }))
  return suppressOpening(tx, decided, { at, plan })
}

function changesOf(
  { policy, evaluation }: SubjectEvaluation,
  last: IncidentRow | null,
): Omit<IncidentChanges, 'subject'> {
  const incident = last && asIncident(last)
  const isOpen = last !== null && last.openKey !== null
  const incidents = isOpen ? { open: incident, last: null } : { open: null, last: incident }
  const changes = incidentEventsFor(evaluation, incidents, policy, randomUUID)
  return { row: changes[0]?.event === 'OPENED' ? null : last, changes }
}

/**
 * Writes the change that `decide` returns for an incident in one transaction, as `applyEvaluations` does, or throws the
 * error that it returns; returns the incident as it was before. It is locked before it is read, as an evaluation may be
 * changing it.
 * @throws DomainError NOT_FOUND; CONFLICT when the subject of `present` was changed concurrently.
 */
export async function applyOperatorChange(
  db: RootDatabase,
  id: string,
  { author, at, present }: OperatorContext,
  decide: (incident: IncidentWithNames) => OperatorChange | DomainError,
): Promise<{ incident: IncidentWithNames; change: IncidentChange }> {
  return commit(db, async (tx) => {
    // Subjects are locked before incidents, as by an evaluation; the other order could deadlock.
    if (present && (await lockUnchanged(tx, [present])).length === 0) throw changedMeanwhileError()
    await lockIncidentRows(tx, [id])
    const incident = await requireIncident(tx, id)
    const decided = decide(incident)
    if (decided instanceof DomainError) throw decided
    const { change, verdict, learned } = decided
    const { subject } = incident
    const changed = { subject, row: incident, changes: [change] }
    if (verdict) await writeHealth(tx, [verdict])
    if (learned) await tx.subject.update({ where: { id: subject.id }, data: learned })
    await writeChanges(tx, [changed], { at, author })
    return {
      result: { incident, change },
      views: ['panel', 'inventory'],
      changed: verdict ? changedBy([verdict]) : [],
      audit: auditChanges([changed], { at, author }),
    }
  })
}

/** The error for an incident that changed concurrently. */
export const changedMeanwhileError = (): DomainError =>
  new DomainError('CONFLICT', { code: 'INCIDENT_CHANGED', parameters: {} })

/**
 * Resolves the open incidents of retired subjects, resets the health of these subjects, and returns how many incidents
 * this call resolved. Needed for routes that a new version of Vigía no longer has: these are only retired before.
 */
export async function resolveRemoved(db: RootDatabase, at: number): Promise<number> {
  const removed = await db.subject.findMany({
    where: {
      retiredAt: { not: null },
      OR: [{ state: { not: 'DESCONOCIDO' } }, { incidents: { some: { openKey: { not: null } } } }],
    },
    orderBy: { id: 'asc' },
  })
  const resolved = []
  for (const subject of removed) resolved.push(await commit(db, (tx) => resolveOfRemoved(tx, subject, at)))
  return resolved.filter(Boolean).length
}

/** Resolves the open incident of a retired subject; false if there is none, or it was resolved concurrently. */
async function resolveOfRemoved(
  tx: Database,
  subject: HealthSubject,
  at: number,
): Promise<ChangePart & { result: boolean }> {
  // Lock the subject before its incident, as `applyEvaluations` does; the other order could deadlock.
  if ((await lockUnchanged(tx, [{ subject }])).length === 0) return { result: false }
  const row = (await lockLastIncidents(tx, [subject.id])).get(subject.id)
  await resetHealth(tx, [subject.id], { at })
  const changed = row?.openKey
    ? [{ subject, row, changes: [resolvedEvent(asIncident(row), 'SUBJECT_REMOVED', evidenceOfRemoval(at))] }]
    : []
  await writeChanges(tx, changed, { at, author: null })
  return {
    result: changed.length > 0,
    views: ['panel', 'inventory'],
    changed: [subject.id],
    audit: auditChanges(changed, { at, author: null }),
  }
}
