import type { Database } from '../../database/database.ts'
import type { Kind, Subject } from '../../generated/prisma/client.ts'
import { log } from '../../lib/log.ts'
import type { RuleState } from './rule/rule-state.ts'
import { policyFor, type Policy } from './rule/policy.ts'
import type { Summary } from './rule/window-summary.ts'

export type { Subject }

/** A subject as far as its health is judged by it. */
export type HealthSubject = Pick<Subject, 'id' | 'kind' | 'key' | 'critical' | 'policy' | 'memory' | 'version'>

/** A subject and the policy it is judged by. */
export type SubjectWithPolicy = { subject: HealthSubject; policy: Policy }

/** A subject at a tick: what was remembered of it and what was measured. */
export type SubjectSnapshot = SubjectWithPolicy & { memory: RuleState; summary: Summary }

/** Everything whose health is judged, in the order of the ids. */
export async function listSubjects(db: Database): Promise<HealthSubject[]> {
  // All of them as one text: of ten thousand rows, read at each tick, it costs a tenth of what a value each does.
  const [read] = await db.$queryRaw<{ subjects: string }[]>`
    SELECT coalesce(json_agg(s ORDER BY s."id"), '[]')::text AS "subjects"
    FROM (
      SELECT "id", "kind", "key", "critical", "policy", "memory", "version" FROM "Subject" WHERE "retiredAt" IS NULL
    ) s`
  return JSON.parse(read?.subjects ?? '[]') as HealthSubject[]
}

/** Those of the subjects that exist and are not retired, by kind and key. */
export const findSubjects = (db: Database, kind: Kind, keys: readonly string[]): Promise<HealthSubject[]> =>
  db.subject.findMany({ where: { kind, key: { in: [...keys] }, retiredAt: null } })

/** The policy a subject is judged by. Overrides that make no sense are left out, and said in the log. */
export function policyOf({ key, critical, policy }: HealthSubject, probed: boolean): Policy {
  try {
    return policyFor({ critical, probed, overrides: policy as Record<string, unknown> })
  } catch (error) {
    log.error({ err: error, subject: key }, 'the overrides of a policy are refused; judging without them')
    return policyFor({ critical, probed })
  }
}
