import type { Database } from '../../database/database.ts'
import type { Kind, Subject } from '../../generated/prisma/client.ts'
import { log } from '../../log.ts'
import type { Memory } from './memory.ts'
import { policyFor, type Policy } from './policy.ts'
import type { Summary } from './summary.ts'

export type { Subject }

/** A subject and the policy it is judged by. */
export type Charge = { subject: Subject; policy: Policy }

/** A subject at a tick: what was remembered of it and what was measured. */
export type Case = Charge & { memory: Memory; summary: Summary }

/** Everything whose health is judged. */
export const listSubjects = (db: Database): Promise<Subject[]> =>
  db.subject.findMany({ where: { retiredAt: null }, orderBy: { id: 'asc' } })

/** Those of the subjects that exist and are not retired, by kind and key. */
export const findSubjects = (db: Database, kind: Kind, keys: readonly string[]): Promise<Subject[]> =>
  db.subject.findMany({ where: { kind, key: { in: [...keys] }, retiredAt: null } })

/** The policy a subject is judged by. Overrides that make no sense are left out, and said in the log. */
export function policyOf({ key, critical, policy }: Subject, probed: boolean): Policy {
  try {
    return policyFor({ critical, probed, overrides: policy as Record<string, unknown> })
  } catch (error) {
    log.error({ err: error, subject: key }, 'the overrides of a policy are refused; judging without them')
    return policyFor({ critical, probed })
  }
}
