import { render, type Sentence } from '../../messages/sentences.ts'
import type { Refusal } from '../telemetry/sources/refusal.ts'

/**
 * Limits for the time of a sample, in milliseconds: maximum age, and maximum time ahead. Source: the contract of
 * observations.
 */
const maxAgeMs = 60 * 60_000
const maxAheadMs = 60_000

/**
 * The reason why a sample of the time `reported` is refused at `at`; null if it is accepted. Both are in milliseconds
 * since 1970.
 */
export function checkSampleTime(reported: number, at: number): (Refusal & { sentence: Sentence }) | null {
  if (reported < at - maxAgeMs) return refuse('TOO_OLD', { code: 'SAMPLE_TOO_OLD', parameters: {} })
  if (reported > at + maxAheadMs) return refuse('CLOCK_AHEAD', { code: 'SAMPLE_AHEAD', parameters: {} })
  return null
}

const refuse = (reason: Refusal['reason'], sentence: Sentence) => ({
  ...{ reason, sentence },
  message: render(sentence, 'en'),
})
