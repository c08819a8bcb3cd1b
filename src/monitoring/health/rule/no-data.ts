import { bucketMs } from '../../telemetry/buckets.ts'
import { elapsedMs, lastMade, type Pauses } from './pauses.ts'
import type { RuleState } from './rule-state.ts'
import type { Policy } from './policy.ts'
import type { Summary } from './window-summary.ts'

/**
 * NONE: samples arrive. FROZEN: timers and state stay as they are. UNKNOWN: no samples for too long. FAILING: scheduled
 * samples are missing.
 */
export type NoDataState = 'NONE' | 'FROZEN' | 'UNKNOWN' | 'FAILING'

/** Classifies the absence of samples of a subject at `at`. Source: docs/health.md. */
export function silenceOf(memory: RuleState, summary: Summary, policy: Policy, at: number): NoDataState {
  const from = silenceFromOf(memory, summary)
  if (from === null) return withoutSample(memory)
  if (summary.service?.isTold) return 'UNKNOWN'
  const silenceMs = silenceMsOf(from, summary, policy, at)
  if (silenceMs >= silenceLimitMs(summary, policy)) return silenceOverLimit(summary, policy)
  if (!awaitsSamples(memory, summary)) return silenceMs >= policy.freezeAfterMs ? 'FROZEN' : 'NONE'
  return isMissed(memory, policy) ? 'FAILING' : 'FROZEN'
}

/** A subject without any sample is Desconocido, and stays so. */
const withoutSample = ({ state }: RuleState): NoDataState => (state === 'DESCONOCIDO' ? 'FROZEN' : 'UNKNOWN')

/** Whether a silence continues: only a sample ends it, even if the limit changes meanwhile. */
const awaitsSamples = ({ state, silentSince }: RuleState, summary: Summary) =>
  (state === 'DESCONOCIDO' || silentSince !== null) && summary.sinceSilence().n === 0

const isMissed = ({ state }: RuleState, { silenceMeans }: Policy) => state === 'FALLANDO' && silenceMeans === 'FALLANDO'

/**
 * The start of the first bucket without samples, in milliseconds since 1970: after the last sample, or, without
 * samples, where the silence began.
 */
export function missedFrom(memory: RuleState, summary: Summary): number {
  const from = lastSampleOf(memory, summary) ?? silenceFromOf(memory, summary) ?? 0
  return (Math.floor(from / bucketMs) + 1) * bucketMs
}

function silenceMsOf(from: number, { pauses = [], seenUntil }: Summary, policy: Policy, at: number): number {
  const until = Math.min(at, seenUntil ?? at)
  return policy.silenceMeans === 'FALLANDO' ? until - countsFrom(from, policy, pauses) : elapsedMs(from, until, pauses)
}

/**
 * The state after a silence over the limit. A scheduled sample is only missing if its service could have reported it.
 */
function silenceOverLimit({ service }: Summary, { silenceMeans }: Policy): NoDataState {
  if (silenceMeans !== 'FALLANDO') return 'UNKNOWN'
  if (!service || service.hasReported) return 'FAILING'
  if (service.isWatched) return 'FROZEN'
  return service.isOnlySubject ? 'FAILING' : 'UNKNOWN'
}

type LastSampleAt = Pick<RuleState, 'lastSampleAt'>

/** Time of the last sample in milliseconds since 1970, even if it is no longer in the window; null without samples. */
export function lastSampleOf({ lastSampleAt }: LastSampleAt, summary: LastSampleAt): number | null {
  if (lastSampleAt === null || summary.lastSampleAt === null) return lastSampleAt ?? summary.lastSampleAt
  return Math.max(lastSampleAt, summary.lastSampleAt)
}

/**
 * Start of the time without samples, in milliseconds since 1970: the last sample, or a later start such as that of a
 * schedule; null if no sample was expected.
 */
export function silenceFromOf(
  memory: Pick<RuleState, 'lastSampleAt' | 'silenceFrom'>,
  summary: LastSampleAt,
): number | null {
  const lastSampleAt = lastSampleOf(memory, summary)
  const { silenceFrom } = memory
  return silenceFrom === undefined ? lastSampleAt : Math.max(silenceFrom, lastSampleAt ?? silenceFrom)
}

/**
 * The time from which the silence of a schedule counts, in milliseconds since 1970; `from` for a policy without a
 * schedule.
 */
export function countsFrom(from: number, policy: Policy, pauses: Pauses): number {
  const { expectedIntervalMs: intervalMs } = policy
  return intervalMs === null ? from : lastMade(from, { intervalMs, limitMs: scheduleLimitMs(policy) }, pauses)
}

/**
 * How long a subject may be without samples, in milliseconds. A schedule sets the limit. Otherwise it grows with the
 * mean gap: rarer samples make longer silences normal.
 */
export function silenceLimitMs({ meanGapMs }: Pick<Summary, 'meanGapMs'>, policy: Policy): number {
  if (policy.silenceMeans === 'FALLANDO') return scheduleLimitMs(policy)
  const gapLimitMs = policy.silenceGapFactor * (meanGapMs ?? 0)
  return Math.min(policy.silenceMaxMs, Math.max(policy.silenceMinMs, gapLimitMs))
}

const scheduleLimitMs = ({ silenceIntervals, expectedIntervalMs, silenceMaxMs }: Policy) =>
  silenceIntervals * (expectedIntervalMs ?? silenceMaxMs)
