import type { Database } from '../database/database.ts'
import type { Kind } from '../generated/prisma/enums.ts'
import type { Policy } from './health/rule/policy.ts'
import { findSubjects, policyOf, type HealthSubject } from './health/subject-queries.ts'

/** The part of a subject needed to record its samples. */
export type RegisteredSubject = { id: number; kind: Kind; key: string; policy: Policy }

/**
 * Caches the subjects by kind and key, so that recording a sample needs no query. `probed` holds the keys of the
 * endpoints that the service probes.
 */
export function createRegistry(db: Database, probed: ReadonlySet<string>) {
  // A map per kind: building a combined key would take longer than recording the sample.
  const known: Record<Kind, Map<string, RegisteredSubject>> = {
    LIBRERIAS: new Map(),
    ENDPOINTS: new Map(),
    INTEGRACIONES: new Map(),
  }

  function watch(subject: HealthSubject): RegisteredSubject {
    const { id, kind, key } = subject
    const watched = { id, kind, key, policy: policyOf(subject, kind === 'ENDPOINTS' && probed.has(key)) }
    known[kind].set(key, watched)
    return watched
  }

  return {
    find: (kind: Kind, key: string): RegisteredSubject | undefined => known[kind].get(key),
    all: (): RegisteredSubject[] => Object.values(known).flatMap((ofKind) => [...ofKind.values()]),
    /** Adds or updates a subject, with the policy it is evaluated by. */
    watch,
    /** Replaces all subjects by these. */
    replace(subjects: readonly HealthSubject[]): void {
      for (const ofKind of Object.values(known)) ofKind.clear()
      for (const subject of subjects) watch(subject)
    },
    /** Adds the subjects that are not registered yet, read in one query. */
    async learn(kind: Kind, keys: readonly string[]): Promise<void> {
      const unknown = [...new Set(keys)].filter((key) => !known[kind].has(key))
      if (unknown.length > 0) for (const subject of await findSubjects(db, kind, unknown)) watch(subject)
    },
  }
}

export type Registry = ReturnType<typeof createRegistry>
