import { bucketMs } from '../telemetry/buckets.ts'
import { breachOf, isClean, thresholdOf, type Breach } from '../health/rule/breach.ts'
import type { LatencyLearner } from '../health/learned-budget/latency-learner.ts'
import type { Policy } from '../health/rule/policy.ts'
import type { RuleState } from '../health/rule/rule-state.ts'
import { recentCounts, type WindowCounts } from '../health/rule/window-summary.ts'
import type { SimulationWindow } from './simulation-window.ts'

/**
 * Determines which ticks of a simulation can be skipped: no timer runs or would start, and the silence is too short to
 * matter. Call for each tick in order, before the samples of a later bucket are counted.
 */
export function createIdleCheck(window: SimulationWindow, learner: Pick<LatencyLearner, 'budget'>, policy: Policy) {
  const totals = createRunningTotals()
  const breaches = createBreachCheck({ totals, learner, policy }, ['failing', 'degraded', 'slow'])
  const breachesFailing = createBreachCheck({ totals, learner, policy }, ['failing'])
  const { silentMs, silentForeverMs } = limitsOf(policy)

  // The timers of Degradado have no effect in a bad state, and are cleared before the next time they have one.
  function isIdleWhileBad({ state, clean, pending, resolvedAt }: RuleState, due: number): boolean {
    if (clean.failing !== null || clean.degraded !== null) return false
    const recent = recentTotals(totals, due, policy) ?? recentCounts(window.read(), due, policy)
    if (isClean('DEGRADADO', { recent }, policy)) return false
    if (state === 'FALLANDO') return !isClean('FALLANDO', { recent }, policy)
    return pending.failing === null && !breachesFailing(resolvedAt, due)
  }

  function isIdle(memory: RuleState, due: number): boolean {
    if (memory.state === 'DESCONOCIDO') return false
    if (memory.state !== 'OPERATIVO') return isIdleWhileBad(memory, due)
    return !isPending(memory) && !breaches(memory.resolvedAt, due)
  }

  return {
    /** Whether the state, a timer or an incident may change at the tick `due`; `lastAt` is the time of the last sample. */
    canChange(memory: RuleState, due: number, lastAt: number): boolean {
      const number = due / bucketMs - 1
      addTotals(totals, number, window.newest(number))
      return due - lastAt >= silentMs || !isIdle(memory, due)
    },
    /** Silence longer than this has no further effect, in milliseconds. */
    silentForeverMs,
  }
}

const isPending = ({ pending: { failing, degraded, slow } }: RuleState) =>
  failing !== null || degraded !== null || slow !== null

type Checked = { totals: RunningTotals; learner: Pick<LatencyLearner, 'budget'>; policy: Policy }

/** Whether there is a breach of one of these kinds at a tick, after a resolution. */
function createBreachCheck({ totals, learner, policy }: Checked, kinds: readonly Breach[]) {
  const { shortWindowMs, mediumWindowMs, longWindowMs, longestWindowMs } = policy
  const lengths = [shortWindowMs, mediumWindowMs, longWindowMs, longestWindowMs].map((ms) => ms / bucketMs)
  const thresholds = kinds.map((kind) => thresholdOf(kind, policy))

  // No window contains more samples than the longest.
  const hasEnough = (first: number, before: number) =>
    thresholds.some(({ what, minCount }) => sumBetween(totals[what], first, before) >= minCount)

  // The Wilson bound is at most the rate itself, so for most ticks this check suffices.
  const mayBreach = (first: number, before: number) =>
    thresholds.some(({ what, minCount, enter }) => {
      const count = sumBetween(totals[what], first, before)
      return count >= minCount && count >= enter * sumBetween(totals.n, first, before)
    })

  return (resolvedAt: number | null, due: number): boolean => {
    const before = due / bucketMs
    const from = resolvedAt === null ? 0 : Math.ceil(resolvedAt / bucketMs)
    if (!hasEnough(Math.max(before - longestWindowMs / bucketMs, from), before)) return false
    if (!lengths.some((length) => mayBreach(Math.max(before - length, from), before))) return false
    const windows = lengths.map((length) => countsBetween(totals, Math.max(before - length, from), before))
    return kinds.some((kind) => breachOf(kind, { windows, budget: learner.budget() }, policy) !== null)
  }
}

/** The rate over the last minute; null if the minute has too few samples. */
function recentTotals(totals: RunningTotals, due: number, { recentMs, recentLeast }: Policy): WindowCounts | null {
  const recent = countsBetween(totals, (due - recentMs) / bucketMs, due / bucketMs)
  return recent.n >= recentLeast ? recent : null
}

const countsBetween = ({ n, bad, slow }: RunningTotals, first: number, before: number): WindowCounts => ({
  ms: (before - first) * bucketMs,
  n: sumBetween(n, first, before),
  bad: sumBetween(bad, first, before),
  slow: sumBetween(slow, first, before),
})

function limitsOf(policy: Policy) {
  const scheduleMs = policy.silenceIntervals * (policy.expectedIntervalMs ?? 0)
  return {
    /** Shorter silence has no effect, in milliseconds. */
    silentMs: policy.silenceMeans === 'FALLANDO' ? scheduleMs : policy.silenceMinMs,
    silentForeverMs: Math.max(policy.silenceMaxMs, scheduleMs) + bucketMs,
  }
}

/** More than the buckets of an hour, the longest window; a power of two. */
const kept = 512
const mask = kept - 1

/** The samples of the last hour, totalled bucket by bucket, so that the sum over any part of it costs the same. */
type RunningTotals = { n: Float64Array; bad: Float64Array; slow: Float64Array; newest: number | null }

type Counts = { n: number; bad: number; slow: number }

const noCounts: Counts = { n: 0, bad: 0, slow: 0 }

/** Totals without samples. */
const createRunningTotals = (): RunningTotals => ({
  n: new Float64Array(kept),
  bad: new Float64Array(kept),
  slow: new Float64Array(kept),
  newest: null,
})

/** Adds a complete bucket, newer than all added before; buckets in between had no samples. */
function addTotals(totals: RunningTotals, number: number, counts: Counts): void {
  const before = totals.newest ?? number - 1
  for (let empty = Math.max(before + 1, number - kept); empty < number; empty++) put(totals, empty, before, noCounts)
  put(totals, number, number - 1, counts)
  totals.newest = number
}

/** The part of a total in the buckets from `first` (inclusive) to `before` (exclusive), at most an hour. */
const sumBetween = (total: Float64Array, first: number, before: number): number =>
  first >= before ? 0 : (total[(before - 1) & mask] ?? 0) - (total[(first - 1) & mask] ?? 0)

function put(totals: RunningTotals, number: number, after: number, { n, bad, slow }: Counts): void {
  const index = number & mask
  const previous = after & mask
  totals.n[index] = (totals.n[previous] ?? 0) + n
  totals.bad[index] = (totals.bad[previous] ?? 0) + bad
  totals.slow[index] = (totals.slow[previous] ?? 0) + slow
}
