import type { RuleState } from './rule-state.ts'
import type { Policy } from './policy.ts'
import type { Summary } from './window-summary.ts'

/** NONE: samples arrive. FROZEN: nothing counts, nothing moves. UNKNOWN: too long to know anything. FAILING: a schedule is missed. */
export type NoDataState = 'NONE' | 'FROZEN' | 'UNKNOWN' | 'FAILING'

/** What the absence of samples means for a subject at this moment. Source: docs/health.md. */
export function silenceOf(memory: RuleState, summary: Summary, policy: Policy, at: number): NoDataState {
  const lastSampleAt = lastSampleOf(memory, summary)
  if (lastSampleAt === null) return 'FROZEN'
  const silenceMs = at - lastSampleAt
  if (silenceMs >= silenceLimit(summary, policy)) return policy.silenceMeans === 'FALLANDO' ? 'FAILING' : 'UNKNOWN'
  const awaitsSamples = memory.state === 'DESCONOCIDO' && summary.sinceSilence().n === 0
  return awaitsSamples || silenceMs >= policy.freezeAfterMs ? 'FROZEN' : 'NONE'
}

/** When the last sample was, in milliseconds since 1970, also where the window no longer knows; null without any. */
export function lastSampleOf(memory: RuleState, summary: Summary): number | null {
  const { lastSampleAt } = memory
  if (lastSampleAt === null || summary.lastSampleAt === null) return lastSampleAt ?? summary.lastSampleAt
  return Math.max(lastSampleAt, summary.lastSampleAt)
}

// Where there is a schedule it says what is too long. Elsewhere, the rarer the samples, the longer a silence that is nothing unusual.
function silenceLimit({ meanGapMs }: Summary, policy: Policy): number {
  if (policy.silenceMeans === 'FALLANDO')
    return policy.silenceIntervals * (policy.expectedIntervalMs ?? policy.silenceMaxMs)
  const usual = policy.silenceGapFactor * (meanGapMs ?? 0)
  return Math.min(policy.silenceMaxMs, Math.max(policy.silenceMinMs, usual))
}
