import type { Database } from '../../database/database.ts'
import { allShards, shardCount, type Shards } from '../../database/coordination/shards.ts'
import { Prisma, type Kind, type Subject } from '../../generated/prisma/client.ts'
import { log } from '../../lib/log.ts'
import type { LearnedLatency } from './learned-budget/learned-latency.ts'
import { budgetInForce, type SlowBudget } from './learned-budget/slow-budget.ts'
import type { RuleState } from './rule/rule-state.ts'
import { validPolicyFor, type Policy } from './rule/policy.ts'
import type { Summary } from './rule/window-summary.ts'

export type { Subject }

/** The fields of a subject that the evaluation of its health needs. */
export type HealthSubject = Pick<
  Subject,
  'id' | 'kind' | 'key' | 'critical' | 'policy' | 'memory' | 'latency' | 'traffic' | 'version'
>

/** A subject with the policy it is evaluated by, and its latency budget. */
export type SubjectWithPolicy = { subject: HealthSubject; policy: Policy; budget: SlowBudget }

/** A subject at a tick: the state of the rule and the summary of its samples. */
export type SubjectSnapshot = SubjectWithPolicy & { memory: RuleState; summary: Summary }

/** All subjects that are not retired, ordered by id. */
export async function listSubjects(db: Database): Promise<HealthSubject[]> {
  return (await readSubjectsSince(db, null, allShards)).subjects
}

/** Subjects written since a horizon. */
export type WrittenSubjects = {
  /** The subjects that are not retired, ordered by id. */
  subjects: HealthSubject[]
  /** The ids of the retired subjects. */
  retired: number[]
  /** The number of all subjects that are not retired, including those not written since. */
  count: number
  /** The horizon to pass to the next read. */
  horizon: string
}

/**
 * Reads the subjects written since a horizon, or all subjects if it is null. `memory` is null for subjects of other
 * shards. A horizon is the id of the oldest transaction that was running during a read. A row version that the read
 * missed was written by that transaction or a later one; the id of its writer is the row's `xmin`. So the next read
 * finds all missed rows, and possibly some that were read before.
 */
export async function readSubjectsSince(
  db: Database,
  horizon: string | null,
  shards: Shards,
): Promise<WrittenSubjects> {
  const memory =
    shards.size === shardCount
      ? Prisma.sql`"memory"`
      : Prisma.sql`CASE WHEN "id" % ${shardCount} = ANY(${[...shards]}) THEN "memory" END`
  // `age` compares transaction ids across their wraparound.
  const isWritten = horizon === null ? Prisma.sql`true` : Prisma.sql`age("xmin") <= age(${horizon}::xid)`
  // Reads one JSON text: for ten thousand rows this costs a tenth of decoding each column.
  const [read] = await db.$queryRaw<(Omit<WrittenSubjects, 'subjects'> & { rows: string })[]>`
    SELECT
      coalesce(json_agg(json_build_object('id', "id", 'kind', "kind", 'key', "key", 'critical', "critical",
        'policy', "policy", 'memory', ${memory}, 'latency', "latency", 'traffic', "traffic",
        'version', "version") ORDER BY "id")
        FILTER (WHERE "retiredAt" IS NULL AND ${isWritten}), '[]')::text AS "rows",
      coalesce(array_agg("id") FILTER (WHERE "retiredAt" IS NOT NULL AND ${isWritten}), '{}') AS "retired",
      (count(*) FILTER (WHERE "retiredAt" IS NULL))::int AS "count",
      pg_snapshot_xmin(pg_current_snapshot())::xid::text AS "horizon"
    FROM "Subject"`
  if (!read) throw new Error('an aggregate returned no row')
  const { rows, ...rest } = read
  return { ...rest, subjects: JSON.parse(rows) as HealthSubject[] }
}

/** The subjects with these row ids that are not retired, ordered by id. */
export const listSubjectsById = (db: Database, ids: readonly number[]): Promise<Subject[]> =>
  db.subject.findMany({ where: { id: { in: [...ids] }, retiredAt: null }, orderBy: { id: 'asc' } })

/** The subjects of this kind with these keys, also the retired ones. */
export const findSubjects = (db: Database, kind: Kind, keys: readonly string[]): Promise<Subject[]> =>
  db.subject.findMany({ where: { kind, key: { in: [...keys] } } })

/** The policy a subject is evaluated by. Invalid overrides are logged and ignored. */
export function policyOf(
  { kind, key, critical, policy }: Pick<HealthSubject, 'kind' | 'key' | 'critical' | 'policy'>,
  probed: boolean,
): Policy {
  const overrides = policy as Record<string, unknown>
  const { policy: valid, errors } = validPolicyFor({ kind, critical, probed, overrides })
  if (errors.length > 0)
    log.error({ subject: key, errors }, 'policy overrides are invalid; evaluating the subject without them')
  return valid
}

/** The latency budget of a subject that has this policy. */
export const budgetOf = ({ latency }: Pick<HealthSubject, 'latency'>, policy: Policy): SlowBudget =>
  budgetInForce(policy, latency as LearnedLatency | null)
