import { isDeepStrictEqual } from 'node:util'
import type { Database } from '../../database/database.ts'
import { afterDowntime, type RuleState } from './rule/rule-state.ts'
import { listSubjects, type HealthSubject } from './subject-queries.ts'

/** Writes changed rule states in one statement; skips subjects that were written concurrently (optimistic lock). */
export async function writeRuleStates(
  db: Database,
  entries: readonly { subject: HealthSubject; memory: RuleState }[],
): Promise<void> {
  const changes = entries.flatMap(({ subject: { id, version, memory: stored }, memory }) => {
    const ruleStateChanges = changesIn(stored as RuleState | null, memory)
    return ruleStateChanges ? [{ id, version, changes: ruleStateChanges }] : []
  })
  if (changes.length === 0) return
  await db.$executeRaw`
    UPDATE "Subject" s SET "memory" = coalesce(s."memory", '{}') || v.changes, "version" = s."version" + 1
    FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS v(id int, version int, changes jsonb)
    WHERE s."id" = v.id AND s."version" = v.version`
}

/** Shifts the stored times of the rule states of these subjects by a downtime, which must not count as silence. */
export async function shiftTimers(
  db: Database,
  downMs: number,
  concerns: (subject: HealthSubject) => boolean,
): Promise<void> {
  const subjects = (await listSubjects(db)).filter((subject) => subject.memory !== null && concerns(subject))
  await writeRuleStates(
    db,
    subjects.map((subject) => ({ subject, memory: afterDowntime(subject.memory as RuleState, downMs) })),
  )
}

// Usually only `lastSampleAt` differs, so only changed fields are sent to the database.
function changesIn(stored: RuleState | null, memory: RuleState): Partial<RuleState> | null {
  if (!stored) return memory
  const changed = Object.entries(memory).filter(([name, value]) => {
    const before = stored[name as keyof RuleState]
    return before !== value && !isDeepStrictEqual(before, value)
  })
  return changed.length === 0 ? null : Object.fromEntries(changed)
}
