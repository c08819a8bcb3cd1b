import type { Database } from '../../database/database.ts'
import { jsonRows } from '../../database/json-rows.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { evidenceOfRemoval } from '../health/rule/evidence.ts'
import { createRuleState } from '../health/rule/rule-state.ts'
import type { Policy } from '../health/rule/policy.ts'
import type { Evaluation } from '../health/rule/transition.ts'
import { policyOf, type HealthSubject } from '../health/subject-queries.ts'

/** A subject with the result of its evaluation. */
export type SubjectEvaluation = { subject: HealthSubject; policy: Policy; evaluation: Evaluation }

/** Locks subjects until the transaction ends, and returns their versions by id. */
export async function lockSubjectVersions(tx: Database, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx.$queryRaw<{ id: number; version: number }[]>`
    SELECT "id", "version" FROM "Subject" WHERE "id" = ANY(${[...ids]}) ORDER BY "id" FOR NO KEY UPDATE`
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/** Locks the subjects of some entries until the transaction ends, and returns the entries with unchanged subjects. */
export async function lockUnchanged<Entry extends { subject: HealthSubject }>(
  tx: Database,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const versions = await lockSubjectVersions(
    tx,
    entries.map(({ subject }) => subject.id),
  )
  return entries.filter(({ subject }) => versions.get(subject.id) === subject.version)
}

/**
 * Writes the rule states, states and transitions of subjects. Returns how many subjects were written: all except those
 * changed concurrently. If only the cause of a state changed, its evidence is replaced, also that of the open incident.
 * Lock subjects and incidents before the call, or two transactions could deadlock.
 */
export async function writeHealth(tx: Database, verdicts: readonly SubjectEvaluation[]): Promise<number> {
  if (verdicts.length === 0) return 0
  const rows = verdicts.map(({ subject: { id, version }, policy, evaluation: { memory, transition, events } }) => ({
    ...(transition ?? { evidence: otherCauseIn(events) }),
    id,
    version,
    memory,
    policy,
    at: transition && new Date(transition.at),
  }))
  const written = await tx.$queryRaw<{ id: number }[]>`
    WITH v AS MATERIALIZED (${jsonRows(rows, columns)}
    ), written AS (
      UPDATE "Subject" s
      SET "memory" = v.memory, "version" = s."version" + 1, "state" = coalesce(v."to", s."state"),
        "stateSince" = coalesce(v.at, s."stateSince"), "evidence" = coalesce(v.evidence, s."evidence")
      FROM v WHERE s."id" = v.id AND s."version" = v.version RETURNING s."id"
    ), transitions AS (
      INSERT INTO "Transition" ("subjectId", "at", "from", "to", "evidence", "policy")
      SELECT v.id, v.at, v."from", v."to", v.evidence, v.policy
      FROM v JOIN written USING (id) WHERE v."to" IS NOT NULL ORDER BY v.id
    ), incidents AS (
      UPDATE "Incident" i SET "evidence" = v.evidence FROM v JOIN written USING (id)
      WHERE v."to" IS NULL AND v.evidence IS NOT NULL AND i."subjectId" = v.id AND i."openKey" IS NOT NULL
    )
    SELECT id FROM written`
  return written.length
}

const columns = Prisma.sql`
  id int, version int, memory jsonb, "from" "State", "to" "State", at timestamp(3), evidence jsonb, policy jsonb`

const otherCauseIn = (events: Evaluation['events']) =>
  events.find(({ name }) => name === 'OTHER_CAUSE')?.evidence ?? null

/** The ids of the subjects whose representation in the inventory changes with these evaluations. */
export const changedBy = (verdicts: readonly SubjectEvaluation[]): number[] =>
  verdicts.flatMap(({ subject, evaluation }) =>
    evaluation.transition || otherCauseIn(evaluation.events) ? [subject.id] : [],
  )

/**
 * The time of a reset in milliseconds since 1970, other changes made with it, and the start of the silence if silence
 * counts.
 */
type HealthReset = { at: number; retiredAt?: Date; silenceFrom?: number }

/**
 * Resets the health of locked subjects that are removed or begin anew: they become Desconocido, and earlier samples do
 * not count. The change is recorded as a transition, so that the history does not show the former state while the
 * subject is away.
 */
export async function resetHealth(
  tx: Database,
  subjectIds: readonly number[],
  { at, retiredAt, silenceFrom }: HealthReset,
): Promise<void> {
  const ids = [...subjectIds]
  const known = await tx.subject.findMany({ where: { id: { in: ids }, state: { not: 'DESCONOCIDO' } } })
  await tx.transition.createMany({
    data: known.map((subject) => ({
      subjectId: subject.id,
      at: new Date(at),
      from: subject.state,
      to: 'DESCONOCIDO' as const,
      evidence: evidenceOfRemoval(at),
      policy: policyOf(subject, false),
    })),
  })
  const memory = { ...createRuleState(at), silentSince: at, resolvedAt: at, ...(silenceFrom && { silenceFrom }) }
  await tx.subject.updateMany({
    where: { id: { in: ids } },
    data: {
      state: 'DESCONOCIDO',
      stateSince: new Date(at),
      evidence: Prisma.DbNull,
      memory,
      ...(retiredAt && { retiredAt }),
      version: { increment: 1 },
    },
  })
}
