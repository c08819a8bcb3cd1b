import type { Heard } from './telemetry/heard.ts'

const minute = 60_000
const hour = 60 * minute

/**
 * Since when all telemetry is interrupted, or null while it is not: for a minute nothing arrived from anybody, and two or
 * more subjects with samples every minute or more often all fell silent within the same minute. Then no state may change. A
 * subject that was silent for an hour by then had ended before. Source: docs/health.md, "The state machine".
 */
export function interruptedSince(subjects: readonly Heard[], at: number): number | null {
  const lastOfAll = subjects.reduce((last, { lastSampleAt }) => Math.max(last, lastSampleAt ?? 0), 0)
  if (lastOfAll === 0 || at - lastOfAll < minute) return null
  const silenceMs = ({ lastSampleAt }: Heard) => lastOfAll - (lastSampleAt ?? 0)
  const regular = subjects.filter(
    (subject) => subject.meanGapMs !== null && subject.meanGapMs <= minute && silenceMs(subject) < hour,
  )
  return regular.length >= 2 && regular.every((subject) => silenceMs(subject) < minute) ? lastOfAll : null
}
