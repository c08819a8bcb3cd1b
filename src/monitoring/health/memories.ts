import type { Database } from '../../database/database.ts'
import { afterDowntime, type Memory } from './memory.ts'
import { listSubjects, type Subject } from './subjects.ts'

/** Writes what is remembered of subjects about which there is nothing to tell, in one statement. Whoever was written by another meanwhile is left alone. */
export async function writeMemories(
  db: Database,
  entries: readonly { subject: Subject; memory: Memory }[],
): Promise<void> {
  const changed = entries.filter(({ subject, memory }) => !isSame(subject.memory, memory))
  if (changed.length === 0) return
  const rows = JSON.stringify(changed.map(({ subject: { id, version }, memory }) => ({ id, version, memory })))
  await db.$executeRaw`
    UPDATE "Subject" s SET "memory" = v.memory, "version" = s."version" + 1
    FROM jsonb_to_recordset(${rows}::jsonb) AS v(id int, version int, memory jsonb)
    WHERE s."id" = v.id AND s."version" = v.version`
}

/** After the service was down, what is remembered goes on where it stopped: that time was not silence. */
export async function shiftMemories(db: Database, downMs: number): Promise<void> {
  const subjects = (await listSubjects(db)).filter(({ memory }) => memory !== null)
  await writeMemories(
    db,
    subjects.map((subject) => ({ subject, memory: afterDowntime(subject.memory as Memory, downMs) })),
  )
}

// PostgreSQL keeps JSON in an order of its own.
const isSame = (stored: unknown, memory: Memory) => stored !== null && sorted(stored) === sorted(memory)

const sorted = (value: unknown) =>
  JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
