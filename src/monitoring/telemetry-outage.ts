import type { LastSample } from './telemetry/last-sample.ts'

const minute = 60_000
const hour = 60 * minute

/**
 * The start of an outage of all telemetry, in milliseconds since 1970; null if there is none. An outage: no subject had
 * a sample for a minute, and at least two subjects with a mean gap of up to a minute all fell silent within the same
 * minute. A subject whose samples are exported at an interval is silent after 2.5 of them at the earliest. During an
 * outage no state may change. Subjects already silent for an hour by then are not considered. Source:
 * docs/health.md, "State machine".
 */
export function telemetryOutageSince(subjects: readonly LastSample[], at: number): number | null {
  if (subjects.some((subject) => isAwaited(subject, at))) return null
  const lastOfAll = subjects.reduce((last, { lastSampleAt }) => Math.max(last, lastSampleAt ?? 0), 0)
  if (lastOfAll === 0 || at - lastOfAll < minute) return null
  const silenceMs = ({ lastSampleAt }: LastSample) => lastOfAll - (lastSampleAt ?? 0)
  const regular = subjects.filter(
    (subject) => subject.meanGapMs !== null && subject.meanGapMs <= minute && silenceMs(subject) < hour,
  )
  return regular.length >= 2 && regular.every((subject) => silenceMs(subject) < minute) ? lastOfAll : null
}

/** Whether the next export of a subject may still arrive: exports can be late or lost. */
const isAwaited = ({ lastSampleAt, exportMs = 0 }: LastSample, at: number) =>
  lastSampleAt !== null && at - lastSampleAt < 2.5 * exportMs
