import { isDeepStrictEqual } from 'node:util'
import type { Database } from '../../database/database.ts'
import { isAhead, notAhead } from '../../lib/clock.ts'
import { bucketMs } from '../telemetry/buckets.ts'
import type { RuleState } from './rule/rule-state.ts'
import { presentTraffic } from './traffic/traffic-state.ts'
import type { HealthSubject } from './subject-queries.ts'

/** Maximum time between the stored `lastSampleAt` and the last sample, in milliseconds. */
const maxLagMs = 10 * 60_000

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

/**
 * Whether the tick must write a rule state. If only `lastSampleAt` differs, the state is written every five to ten
 * minutes, since the stored samples show that time too. The interval depends on the subject's id, to distribute the
 * writes over the ticks.
 */
export function mustWrite({ id, memory: stored }: Pick<HealthSubject, 'id' | 'memory'>, memory: RuleState): boolean {
  const before = stored as RuleState | null
  if (!before || changedFields(before, memory).some((field) => field !== 'lastSampleAt')) return true
  const lagMs = (memory.lastSampleAt ?? 0) - (before.lastSampleAt ?? 0)
  // A negative lag: the stored time is from before the clock was set back.
  return lagMs < 0 || lagMs >= maxLagMs - (id % 30) * bucketMs
}

/**
 * The rule state with every time after `at` replaced by `at`. The state has such times after the clock was set back.
 */
export function withoutFuture(memory: RuleState, at: number): RuleState {
  const { since, lastSampleAt, silenceFrom, silentSince, resolvedAt, forcedAt, departures, traffic } = memory
  const times = [
    since,
    lastSampleAt,
    silenceFrom,
    silentSince,
    resolvedAt,
    forcedAt,
    departures.at(-1),
    traffic?.hour?.start,
    traffic?.explainedUntil,
  ]
  if (times.every((time) => time == null || !isAhead(time, at))) return memory
  const present = (time: number | null) => (time === null ? null : notAhead(time, at))
  return {
    ...memory,
    since: notAhead(since, at),
    lastSampleAt: present(lastSampleAt),
    ...(silenceFrom !== undefined && { silenceFrom: notAhead(silenceFrom, at) }),
    silentSince: present(silentSince),
    resolvedAt: present(resolvedAt),
    forcedAt: present(forcedAt),
    departures: departures.map((time) => notAhead(time, at)),
    ...(traffic && { traffic: presentTraffic(traffic, at) }),
  }
}

// Only changed fields are sent to the database.
function changesIn(stored: RuleState | null, memory: RuleState): Partial<RuleState> | null {
  if (!stored) return memory
  const changed = changedFields(stored, memory)
  return changed.length === 0 ? null : Object.fromEntries(changed.map((field) => [field, memory[field]]))
}

const changedFields = (stored: RuleState, memory: RuleState): (keyof RuleState)[] =>
  (Object.keys(memory) as (keyof RuleState)[]).filter(
    (field) => stored[field] !== memory[field] && !isDeepStrictEqual(stored[field], memory[field]),
  )
