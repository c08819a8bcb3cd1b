import type { LastSample } from './telemetry/last-heard.ts'

const minute = 60_000
const hour = 60 * minute

/**
 * Since when all telemetry is interrupted, or null while it is not: for a minute nothing arrived from anybody, and two or
 * more subjects with samples every minute or more often all fell silent within the same minute. Then no state may change. A
 * subject that was silent for an hour by then had ended before. Source: docs/health.md, "The state machine".
 */
export function telemetryOutageSince(subjects: readonly LastSample[], at: number): number | null {
  const lastOfAll = subjects.reduce((last, { lastSampleAt }) => Math.max(last, lastSampleAt ?? 0), 0)
  if (lastOfAll === 0 || at - lastOfAll < minute) return null
  const silenceMs = ({ lastSampleAt }: LastSample) => lastOfAll - (lastSampleAt ?? 0)
  const regular = subjects.filter(
    (subject) => subject.meanGapMs !== null && subject.meanGapMs <= minute && silenceMs(subject) < hour,
  )
  return regular.length >= 2 && regular.every((subject) => silenceMs(subject) < minute) ? lastOfAll : null
}
