import type { Database } from '../../database/database.ts'
import { allShards, shardCount, type Shards } from '../../database/shards.ts'
import { Prisma, type Kind, type Subject } from '../../generated/prisma/client.ts'
import { log } from '../../lib/log.ts'
import type { LearnedLatency } from './learned-budget/learned-latency.ts'
import { budgetInForce, type SlowBudget } from './learned-budget/slow-budget.ts'
import type { RuleState } from './rule/rule-state.ts'
import { validPolicyFor, type Policy } from './rule/policy.ts'
import type { Summary } from './rule/window-summary.ts'

export type { Subject }

/** The fields of a subject needed to evaluate its health. */
export type HealthSubject = Pick<
  Subject,
  'id' | 'kind' | 'key' | 'critical' | 'policy' | 'memory' | 'latency' | 'version'
>

/** A subject with the policy it is evaluated by, and its latency budget. */
export type SubjectWithPolicy = { subject: HealthSubject; policy: Policy; budget: SlowBudget }

/** A subject at a tick: the state of the rule and the summary of its samples. */
export type SubjectSnapshot = SubjectWithPolicy & { memory: RuleState; summary: Summary }

/** All subjects that are not retired, ordered by id. The `memory` of those in other shards than these is null. */
export async function listSubjects(db: Database, shards: Shards = allShards): Promise<HealthSubject[]> {
  const memory =
    shards.size === shardCount
      ? Prisma.sql`"memory"`
      : Prisma.sql`CASE WHEN "id" % ${shardCount} = ANY(${[...shards]}) THEN "memory" END AS "memory"`
  // Read as one JSON text: for ten thousand rows at each tick this costs a tenth of decoding each column.
  const [read] = await db.$queryRaw<{ subjects: string }[]>`
    SELECT coalesce(json_agg(s ORDER BY s."id"), '[]')::text AS "subjects"
    FROM (
      SELECT "id", "kind", "key", "critical", "policy", ${memory}, "latency", "version" FROM "Subject" WHERE "retiredAt" IS NULL
    ) s`
  return JSON.parse(read?.subjects ?? '[]') as HealthSubject[]
}

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
