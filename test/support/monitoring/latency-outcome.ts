import { createBacktest } from '../../../src/monitoring/backtest.ts'
import { policyFor } from '../../../src/monitoring/health/rule/policy.ts'
import { latencies, type LatencyShape } from './latencies.ts'
import { hours, start } from './traffic.ts'

/** Traffic that is healthy for `healthyMs`, then takes six times as long for an hour, and is healthy for another one. */
export type LatencyTrial = { healthyMs: number; perMinute: number; seed: number; slowBudget?: 'LEARNED' | 'FIXED' }

/** Results of the rule on such traffic. */
export type LatencyOutcome = {
  /** Incidents that opened while it was healthy. */
  falseIncidents: number
  /** The time from the rise to Degradado in seconds; infinite if it was not noticed within the hour. */
  delay: number
  /** Whether no incident was left at the end. */
  isResolved: boolean
}

/** Runs a trial of a shape of latencies through the rule. */
export function latencyOutcomeOf(shape: LatencyShape, trial: LatencyTrial): LatencyOutcome {
  const { healthyMs, perMinute, seed, slowBudget = 'LEARNED' } = trial
  const outcome: LatencyOutcome = { falseIncidents: 0, delay: Infinity, isResolved: true }
  const policy = policyFor({ critical: false, probed: false, overrides: { slowBudget } })
  const [rises, falls] = [start + healthyMs, start + healthyMs + hours(1)]
  const backtest = createBacktest(policy, (told) => {
    if (told.event === 'state') {
      if (told.transition.to === 'DEGRADADO' && told.at > rises && told.at <= falls)
        outcome.delay = Math.min(outcome.delay, Math.round(told.at - rises) / 1_000)
      return
    }
    if (told.change.event === 'OPENED' && told.at <= rises) outcome.falseIncidents += 1
    if (told.change.event === 'OPENED' || told.change.event === 'REOPENED') outcome.isResolved = false
    if (told.change.event === 'RESOLVED') outcome.isResolved = true
  })
  const stretches = [
    { lasts: healthyMs, perMinute, factor: 1 },
    { lasts: hours(1), perMinute, factor: 6 },
    { lasts: hours(1), perMinute, factor: 1 },
  ]
  for (const sample of latencies(seed, shape, stretches)) backtest.observe(sample)
  backtest.finish()
  return outcome
}
