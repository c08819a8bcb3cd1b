import type { Policy } from '../rule/policy.ts'
import type { LearnedLatency } from './learned-latency.ts'

/**
 * The duration above which a sample is slow, in milliseconds, and the usual p95 behind it; null if the budget is fixed.
 */
export type SlowBudget = { budgetMs: number; normalP95Ms: number | null }

/** The reason for a budget. LIMITED: the fixed budget is shorter than the learned one would be. */
export type BudgetReason = 'LEARNED' | 'LIMITED' | 'LEARNING' | 'FIXED'

type BudgetPolicy = Pick<Policy, 'slowBudget' | 'slowBudgetMs' | 'learnedFactor' | 'learnedFloorMs'>

/** Maximum ratio of the p95 to the p75; the p95 is capped at it before `learnedFactor` is applied. */
const p75Factor = 1.5

/** Minimum ratio of the budget to the p98 of peak times. */
const peakFactor = 1.5

/**
 * The latency budget in force: several times the usual latency, at least the floor and well above the usual latency of
 * peak times, and at most the fixed budget. The fixed budget applies until the usual latency is known.
 */
export function budgetInForce(policy: BudgetPolicy, learned: LearnedLatency | null): SlowBudget {
  const { slowBudget, slowBudgetMs } = policy
  if (slowBudget === 'FIXED' || !learned) return { budgetMs: slowBudgetMs, normalP95Ms: null }
  const budgetMs = Math.min(slowBudgetMs, learnedBudget(policy, learned))
  return { budgetMs, normalP95Ms: Math.round(learned.normalP95Ms) }
}

/** The reason for the budget that `budgetInForce` returns. */
export function budgetReason(policy: BudgetPolicy, learned: LearnedLatency | null): BudgetReason {
  if (policy.slowBudget === 'FIXED') return 'FIXED'
  if (!learned) return 'LEARNING'
  return learnedBudget(policy, learned) > policy.slowBudgetMs ? 'LIMITED' : 'LEARNED'
}

function learnedBudget({ learnedFactor, learnedFloorMs }: BudgetPolicy, learned: LearnedLatency): number {
  const { normalP95Ms, normalP75Ms, highMs } = learned
  const usualMs = Math.min(normalP95Ms, p75Factor * normalP75Ms)
  return Math.round(Math.max(learnedFactor * usualMs, peakFactor * highMs, learnedFloorMs))
}
