import type { Pauses } from '../rule/pauses.ts'
import type { Policy } from '../rule/policy.ts'
import type { RuleState } from '../rule/rule-state.ts'
import { countBetween, type Window } from '../../telemetry/window.ts'
import { bucketMs } from '../../telemetry/buckets.ts'
import { expectedTraffic, type LearnedTraffic } from './expected-traffic.ts'
import { observeTraffic } from './traffic-drop.ts'
import { countsFrom, type Explanation, type TrafficSummary } from './traffic-state.ts'

type Known = {
  policy: Pick<Policy, 'traffic'>
  learned: LearnedTraffic | null
  memory: Pick<RuleState, 'traffic' | 'resolvedAt'>
  pauses: Pauses
  explanation: Explanation | null
}

/** The traffic of a subject before the tick `at`; undefined if traffic is not learned. */
export function summariseTraffic(window: Window, at: number, known: Known): TrafficSummary | undefined {
  const { policy, learned, memory, pauses, explanation } = known
  const expected = expectedTraffic(policy.traffic === 'LEARNED', learned, at)
  if (expected.reason === 'OFF') return undefined
  const tick = Math.ceil(at / bucketMs) * bucketMs
  const times = { at: tick, resolvedAt: memory.resolvedAt, pausedUntil: pauses[0]?.endedAt ?? null }
  return {
    observed: observeTraffic((from, to) => countBetween(window, from, to).n, tick, countsFrom(memory.traffic, times)),
    rate: expected.reason === 'LEARNED' ? expected.rate : null,
    explanation,
    failedIn: (ms) => countBetween(window, tick - ms, tick).bad,
  }
}
