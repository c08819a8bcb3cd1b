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
  const lastSampleAt = lastSampleOf(memory, summary)
  if (lastSampleAt === null) return 'FROZEN'
  const silenceMs = at - lastSampleAt
  if (silenceMs >= silenceLimit(summary, policy)) return policy.silenceMeans === 'FALLANDO' ? 'FAILING' : 'UNKNOWN'
  const awaitsSamples = memory.state === 'DESCONOCIDO' && summary.sinceSilence().n === 0
  return awaitsSamples || silenceMs >= policy.freezeAfterMs ? 'FROZEN' : 'NONE'
}

/** Time of the last sample in milliseconds since 1970, even if no longer in the window; null without samples. */
export function lastSampleOf(
  memory: Pick<RuleState, 'lastSampleAt'>,
  summary: Pick<Summary, 'lastSampleAt'>,
): number | null {
  const { lastSampleAt } = memory
  if (lastSampleAt === null || summary.lastSampleAt === null) return lastSampleAt ?? summary.lastSampleAt
  return Math.max(lastSampleAt, summary.lastSampleAt)
}

// A schedule sets the limit. Otherwise it grows with the mean gap: rarer samples make longer silences normal.
function silenceLimit({ meanGapMs }: Summary, policy: Policy): number {
  if (policy.silenceMeans === 'FALLANDO')
    return policy.silenceIntervals * (policy.expectedIntervalMs ?? policy.silenceMaxMs)
  const gapLimitMs = policy.silenceGapFactor * (meanGapMs ?? 0)
  return Math.min(policy.silenceMaxMs, Math.max(policy.silenceMinMs, gapLimitMs))
}
