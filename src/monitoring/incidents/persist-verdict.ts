import { randomUUID } from 'node:crypto'
import { inTransaction, type Database, type RootDatabase } from '../../database/database.ts'
import { DomainError } from '../../lib/errors.ts'
import type { SerialQueue } from '../../lib/serial-queue.ts'
import { Prisma, type Incident as IncidentRow } from '../../generated/prisma/client.ts'
import type { IncidentChange } from './incident-event.ts'
import { asIncident, auditChanges, OptimisticLockError, writeChanges, type ChangeAuthor } from './incident-writes.ts'
import { incidentEventsFor, resolvedEvent } from './lifecycle.ts'
import { createMemory } from '../health/rule/rule-state.ts'
import type { Evaluation } from '../health/rule/transition.ts'
import type { Policy } from '../health/rule/policy.ts'
import { bumpRevision } from '../../database/revision.ts'
import type { HealthSubject } from '../health/subject-queries.ts'

/** A subject with the result of its evaluation. */
export type SubjectEvaluation = { subject: HealthSubject; policy: Policy; judgement: Evaluation }

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
}

/**
 * Writes the result of an evaluation in one transaction: the state, the incident with its timeline, the audit entries
 * and the new revision. Of concurrent evaluations of a subject only one is written (optimistic lock). Returns whether
 * this one was.
 */
export async function applyEvaluation(db: RootDatabase, verdict: SubjectEvaluation, at: number): Promise<boolean> {
  const { subject, policy, judgement } = verdict
  return falseOnConflict(
    inTransaction(db, async (tx) => {
      await writeHealth(tx, verdict)
      const rows = await findIncidentState(tx, subject.id)
      const standing = { open: rows.open && asIncident(rows.open), last: rows.last && asIncident(rows.last) }
      const changes = incidentEventsFor(judgement, standing, policy, randomUUID)
      const row = changes[0]?.event === 'OPENED' ? null : (rows.open ?? rows.last)
      await writeChanges(tx, { subject, row, changes }, { at, author: null })
      await bumpRevision(tx, changes.length > 0 ? ['panel', 'inventory'] : ['inventory'], changedBy(verdict))
      await auditChanges(tx, { subject, changes }, { at, author: null })
    }),
  )
}

/** Verdicts per transaction, so that no transaction blocks others for more than a second. */
const VERDICTS_AT_ONCE = 1_000

/**
 * Writes the verdicts that change no incident, a thousand per transaction, and returns all others: those that involve
 * an incident or were written concurrently. `applyEvaluation` handles both.
 */
export async function applyTransitionsInBulk(
  db: RootDatabase,
  writes: SerialQueue,
  verdicts: readonly SubjectEvaluation[],
): Promise<SubjectEvaluation[]> {
  const uneventful = verdicts.filter(isUneventful)
  const written = new Set<number>()
  for (let first = 0; first < uneventful.length; first += VERDICTS_AT_ONCE) {
    const some = uneventful.slice(first, first + VERDICTS_AT_ONCE)
    for (const id of await writes(() => inTransaction(db, (tx) => writeTogether(tx, some)))) written.add(id)
  }
  return verdicts.filter(({ subject }) => !written.has(subject.id))
}

async function writeTogether(tx: Database, verdicts: readonly SubjectEvaluation[]): Promise<number[]> {
  const ids = await writeTransitions(tx, verdicts)
  if (ids.length > 0) await bumpRevision(tx, ['inventory'], ids)
  return ids
}

// Without `incidentSeverity` the rule knows of no open incident; the UPDATE checks that there is none.
const isUneventful = ({ judgement: { memory, transition, events } }: SubjectEvaluation) =>
  transition !== null && events.length === 0 && memory.incidentSeverity === null

async function writeTransitions(tx: Database, verdicts: readonly SubjectEvaluation[]): Promise<number[]> {
  const rows = verdicts.map(({ subject: { id, version }, policy, judgement: { memory, transition } }) => ({
    ...transition,
    id,
    version,
    memory,
    policy,
    at: new Date(transition?.at ?? 0),
  }))
  const written = await tx.$queryRaw<{ id: number }[]>`
    WITH v AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS v(
        id int, version int, memory jsonb, "from" "State", "to" "State", at timestamp(3), evidence jsonb, policy jsonb)
    ), written AS (
      UPDATE "Subject" s
      SET "memory" = v.memory, "version" = s."version" + 1, "state" = v."to", "stateSince" = v.at, "evidence" = v.evidence
      FROM v
      WHERE s."id" = v.id AND s."version" = v.version
        AND NOT EXISTS (SELECT FROM "Incident" i WHERE i."subjectId" = s."id" AND i."openKey" IS NOT NULL)
      RETURNING s."id"
    ), told AS (
      INSERT INTO "Transition" ("subjectId", "at", "from", "to", "evidence", "policy")
      SELECT v.id, v.at, v."from", v."to", v.evidence, v.policy FROM v JOIN written USING (id) ORDER BY v.id
    )
    SELECT id FROM written`
  return written.map(({ id }) => id)
}

/**
 * Writes an operator's change of an incident in one transaction, as `applyEvaluation` does.
 * @throws DomainError CONFLICT when the subject or the incident was changed concurrently.
 */
export async function applyOperatorChange(
  db: RootDatabase,
  { subject, row, change, author, verdict }: OperatorChange,
  at: number,
): Promise<void> {
  const written = await falseOnConflict(
    inTransaction(db, async (tx) => {
      if (verdict) await writeHealth(tx, verdict)
      await writeChanges(tx, { subject, row, changes: [change] }, { at, author })
      await bumpRevision(tx, ['panel', 'inventory'], verdict ? changedBy(verdict) : [])
      await auditChanges(tx, { subject, changes: [change] }, { at, author })
    }),
  )
  if (!written)
    throw new DomainError('CONFLICT', 'This incident has just been changed by somebody else. Look at it again.')
}

/** Resolves the open incidents of retired subjects, and returns how many were open. */
export async function resolveRemoved(db: RootDatabase, at: number): Promise<number> {
  const open = await db.incident.findMany({
    where: { openKey: { not: null }, subject: { retiredAt: { not: null } } },
    include: { subject: true },
  })
  for (const { subject, ...row } of open) {
    const changes = [resolvedEvent(asIncident(row), 'SUBJECT_REMOVED', null)]
    await falseOnConflict(
      inTransaction(db, async (tx) => {
        // Lock the subject before its incident, as `applyEvaluation` does; the other order could deadlock.
        await tx.subject.update({
          where: { id: subject.id },
          data: { ...resetHealth(at), version: { increment: 1 } },
        })
        await writeChanges(tx, { subject, row, changes }, { at, author: null })
        await bumpRevision(tx, ['panel', 'inventory'], [subject.id])
        await auditChanges(tx, { subject, changes }, { at, author: null })
      }),
    )
  }
  return open.length
}

// If the subject returns, it starts as Desconocido, and samples from before the removal do not count.
const resetHealth = (at: number) => ({
  state: 'DESCONOCIDO' as const,
  stateSince: new Date(at),
  evidence: Prisma.DbNull,
  memory: { ...createMemory(at), silentSince: at, resolvedAt: at },
})

async function writeHealth(
  tx: Database,
  { subject: { id, version }, judgement: { memory, transition }, policy }: SubjectEvaluation,
) {
  const state = transition && {
    state: transition.to,
    stateSince: new Date(transition.at),
    evidence: transition.evidence,
  }
  const { count } = await tx.subject.updateMany({
    where: { id, version },
    data: { memory, version: { increment: 1 }, ...state },
  })
  if (count === 0) throw new OptimisticLockError()
  if (!transition) return
  const { from, to, at, evidence } = transition
  await tx.transition.create({ data: { subjectId: id, from, to, at: new Date(at), evidence, policy } })
}

/** The ids of the subjects that the inventory shows differently after a verdict: its own, or none. */
const changedBy = ({ subject, judgement }: SubjectEvaluation) => (judgement.transition ? [subject.id] : [])

/** The open incident of a subject; if there is none, the one resolved last. */
async function findIncidentState(tx: Database, subjectId: number) {
  const open = await tx.incident.findFirst({ where: { subjectId, openKey: { not: null } } })
  if (open) return { open, last: null }
  const last = await tx.incident.findFirst({
    where: { subjectId, status: 'RESOLVED' },
    orderBy: [{ resolvedAt: 'desc' }, { openedAt: 'desc' }],
  })
  return { open: null, last }
}

async function falseOnConflict(work: Promise<void>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (error instanceof OptimisticLockError || isUniqueConflict(error)) return false
    throw error
  }
}

const isUniqueConflict = (error: unknown) =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
