import type { Database } from '../../database/database.ts'
import { enumerations } from '../../generated/contract.ts'
import type { Kind } from '../../generated/prisma/enums.ts'
import { kinds } from '../../lib/kinds.ts'
import { findOwnKeys } from '../../trade/records/reserved-keys.ts'
import type { SlowBudget } from '../health/learned-budget/slow-budget.ts'
import type { Policy } from '../health/rule/policy.ts'
import { budgetOf, findSubjects, policyOf, type HealthSubject } from '../health/subject-queries.ts'

/** The part of a subject needed to record its samples. */
export type RegisteredSubject = { id: number; kind: Kind; key: string; policy: Policy; budget: SlowBudget }

/** A registered subject with the stored row that its policy and its budget were derived from. */
type Registered = RegisteredSubject & { source: HealthSubject }

/**
 * Caches the subjects by kind and key, so that recording a sample needs no query. `probed` holds the keys of the
 * endpoints that the service probes.
 */
export function createRegistry(db: Database, probed: ReadonlySet<string>) {
  // A map per kind: building a combined key would take longer than recording the sample.
  let subjectsByKind = emptyMaps<Registered>()

  const isProbed = (kind: Kind, key: string) => kinds[kind].isRoute && probed.has(key)

  function register(subject: HealthSubject): RegisteredSubject {
    const { id, kind, key } = subject
    const policy = policyOf(subject, isProbed(kind, key))
    const registered = { id, kind, key, policy, budget: budgetOf(subject, policy), source: subject }
    subjectsByKind[kind].set(key, registered)
    return registered
  }

  return {
    find: (kind: Kind, key: string): RegisteredSubject | undefined => subjectsByKind[kind].get(key),
    all: (): RegisteredSubject[] => Object.values(subjectsByKind).flatMap((ofKind) => [...ofKind.values()]),
    isProbed,
    /** Adds or updates a subject, with the policy it is evaluated by. */
    register,
    /** Replaces all subjects. A policy is not derived again if the row is the same object as before. */
    replace(subjects: readonly HealthSubject[]): void {
      const before = subjectsByKind
      subjectsByKind = emptyMaps()
      for (const subject of subjects) {
        const registered = before[subject.kind].get(subject.key)
        if (registered?.source === subject) subjectsByKind[subject.kind].set(subject.key, registered)
        else register(subject)
      }
    },
    /** Removes a subject, so that its samples are recorded no longer. */
    remove(kind: Kind, key: string): void {
      subjectsByKind[kind].delete(key)
    },
    /** Adds the subjects that are not registered yet, read in one query. Returns the keys of those that are retired. */
    async load(kind: Kind, keys: readonly string[]): Promise<ReadonlySet<string>> {
      const missing = [...new Set(keys)].filter((key) => !subjectsByKind[kind].has(key))
      const found = missing.length > 0 ? await findSubjects(db, kind, missing) : []
      for (const subject of found) if (subject.retiredAt === null) register(subject)
      return new Set(found.flatMap(({ key, retiredAt }) => (retiredAt === null ? [] : [key])))
    },
    /** The keys, among these, of integrations that are part of Vigía itself. Reports about them are not accepted. */
    findOwnKeys: (keys: readonly string[]): Promise<ReadonlySet<string>> => findOwnKeys(db, keys),
  }
}

const emptyMaps = <T>() =>
  Object.fromEntries(enumerations.Kind.map((kind) => [kind, new Map()])) as Record<Kind, Map<string, T>>

export type Registry = ReturnType<typeof createRegistry>
