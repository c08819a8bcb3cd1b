/** When one subject was last heard of, and how far apart its samples usually are; both in milliseconds, null where not known. */
export type Heard = { lastSampleAt: number | null; meanGapMs: number | null }

const minute = 60_000

/**
 * Since when all telemetry is interrupted, or null while it is not: nothing has been heard of anybody for a minute, and
 * two or more subjects that are usually heard of at least every minute all fell silent within the same minute. Then it
 * is we who are blind, and no state may change. Source: docs/health.md, "The state machine".
 */
export function interruptedSince(subjects: readonly Heard[], at: number): number | null {
  const lastOfAll = Math.max(...subjects.map(({ lastSampleAt }) => lastSampleAt ?? 0), 0)
  if (lastOfAll === 0 || at - lastOfAll < minute) return null
  const regular = subjects.filter(({ meanGapMs }) => meanGapMs !== null && meanGapMs <= minute)
  const fellSilentTogether = regular.every(({ lastSampleAt }) => lastOfAll - (lastSampleAt ?? 0) < minute)
  return regular.length >= 2 && fellSilentTogether ? lastOfAll : null
}
