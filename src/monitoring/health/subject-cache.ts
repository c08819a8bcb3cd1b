import type { RootDatabase } from '../../database/database.ts'
import { allShards, type Shards } from '../../database/coordination/shards.ts'
import { readSubjectsSince, type HealthSubject } from './subject-queries.ts'

type Cached = { shards: Shards; subjects: ReadonlyMap<number, HealthSubject>; horizon: string }

/**
 * The subjects that are not retired, as this instance last read them. A read asks the database only for the few rows
 * written since the previous read: with a hundred thousand subjects, reading all of them at each tick takes two
 * seconds.
 */
export function createSubjectCache(db: RootDatabase) {
  let cached: Cached | null = null

  async function readAll(shards: Shards): Promise<Cached> {
    const { subjects, horizon } = await readSubjectsSince(db, null, shards)
    return { shards, subjects: byId(subjects), horizon }
  }

  /** Reads the changed subjects. Null if a subject was deleted, because a deleted row is not found. */
  async function readChanges({ subjects, horizon }: Cached, shards: Shards): Promise<Cached | null> {
    const written = await readSubjectsSince(db, horizon, shards)
    const changed = new Map(subjects)
    for (const id of written.retired) changed.delete(id)
    for (const subject of written.subjects) changed.set(subject.id, subject)
    if (changed.size !== written.count) return null
    const isInOrder = written.subjects.every(({ id }) => subjects.has(id))
    return { shards, subjects: isInOrder ? changed : byId([...changed.values()]), horizon: written.horizon }
  }

  return {
    /** All subjects, ordered by id. `memory` is null for subjects of other shards. */
    async read(shards: Shards = allShards): Promise<HealthSubject[]> {
      // The rule states of a shard that is new here were not read before.
      const before = cached && isSame(cached.shards, shards) ? cached : null
      cached = (before && (await readChanges(before, shards))) ?? (await readAll(shards))
      return [...cached.subjects.values()]
    },
    /** Forgets everything: the next read asks for all rows. */
    clear(): void {
      cached = null
    },
  }
}

export type SubjectCache = ReturnType<typeof createSubjectCache>

const byId = (subjects: readonly HealthSubject[]): Map<number, HealthSubject> =>
  new Map(subjects.toSorted((a, b) => a.id - b.id).map((subject) => [subject.id, subject]))

const isSame = (some: Shards, others: Shards): boolean =>
  some.size === others.size && [...some].every((shard) => others.has(shard))
