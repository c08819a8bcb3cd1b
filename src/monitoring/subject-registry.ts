import type { Database } from '../database/database.ts'
import type { Kind } from '../generated/prisma/enums.ts'
import type { Policy } from './health/rule/policy.ts'
import { findSubjects, policyOf, type HealthSubject } from './health/subject-queries.ts'

/** A subject as far as recording its samples needs to know it. */
export type RegisteredSubject = { id: number; kind: Kind; key: string; policy: Policy }

/**
 * Knows the subjects by kind and key without asking the database for each sample. `probed` are the keys of the endpoints
 * that the service itself calls.
 */
export function createRegistry(db: Database, probed: ReadonlySet<string>) {
  // By kind and then by key: a sample is recorded in less time than it takes to put the two together.
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
    /** Knows a subject from now on, with the policy it is judged by. */
    watch,
    /** Forgets everybody but these. */
    replace(subjects: readonly HealthSubject[]): void {
      for (const ofKind of Object.values(known)) ofKind.clear()
      for (const subject of subjects) watch(subject)
    },
    /** Looks up in the database those that are not known yet, all at once. */
    async learn(kind: Kind, keys: readonly string[]): Promise<void> {
      const unknown = [...new Set(keys)].filter((key) => !known[kind].has(key))
      if (unknown.length > 0) for (const subject of await findSubjects(db, kind, unknown)) watch(subject)
    },
  }
}

export type Registry = ReturnType<typeof createRegistry>
