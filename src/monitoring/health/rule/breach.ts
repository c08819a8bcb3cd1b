import type { Policy } from './policy.ts'
import type { Summary, WindowCounts } from './window-summary.ts'
import type { Severity } from './state.ts'

/** The kinds of breach: errors for Fallando, errors for Degradado, and slowness, which only leads to Degradado. */
export type Breach = 'failing' | 'degraded' | 'slow'

/**
 * The lower bound of the 95 % Wilson score interval (z = 1.96) for `bad` out of `n`, from 0 to 1. 0 without samples.
 * Source: docs/health.md.
 */
export function wilson(bad: number, n: number): number {
  if (bad <= 0 || n <= 0) return 0
  const p = bad / n
  const margin = z * Math.sqrt((p * (1 - p)) / n + z2 / (4 * n * n))
  return Math.max(0, (p + z2 / (2 * n) - margin) / (1 + z2 / n))
}

/**
 * The shortest window in breach: it has at least `minCount` bad (or slow) samples, and their Wilson lower bound reaches
 * the enter threshold. Null if no window is in breach.
 */
export function breachOf(
  breach: Breach,
  summary: Pick<Summary, 'windows' | 'budget'>,
  policy: Policy,
): WindowCounts | null {
  const { what, minCount, enter } = thresholdOf(breach, policy)
  const isOver = (window: WindowCounts, count: number) => count >= minCount && wilson(count, window.n) >= enter
  const [shortest, ...longer] = summary.windows
  if (shortest && isOver(shortest, countInShortest(breach, shortest, isLearned(summary, policy)))) return shortest
  return longer.find((window) => isOver(window, window[what])) ?? null
}

/**
 * The bad (or slow) samples that count in the shortest window. Errors there lead only to Fallando; slow samples count
 * only over a learned budget.
 */
function countInShortest(breach: Breach, window: WindowCounts, learned: boolean): number {
  if (breach === 'failing') return window.bad
  return breach === 'slow' && learned ? slowBeside(window) : 0
}

/**
 * The slow samples in excess of the bad ones. The usual latency is that of good samples, so a few requests that fail
 * slowly, as usual, must not look like a rise in latency.
 */
const slowBeside = ({ slow, bad }: WindowCounts) => slow - bad

// A learned budget is rarely exceeded while latency is as usual, so that the shortest window is reliable too.
const isLearned = ({ budget }: Pick<Summary, 'budget'>, { slowBudgetMs }: Policy) =>
  budget !== undefined && budget.normalP95Ms !== null && budget.budgetMs < slowBudgetMs

/** With fewer samples in `recent`, a single slow sample may be chance. Source: `npm run bench -- judgement`. */
const leastForOne = 20

/**
 * Whether a breach continues although no window is in breach any more. Slowness over a learned budget continues until
 * `recent` is below the exit threshold, because a minute of a lasting rise can have few slow samples by chance.
 */
export function lastsOn(breach: Breach, summary: Pick<Summary, 'recent' | 'budget'>, policy: Policy): boolean {
  if (breach !== 'slow' || !isLearned(summary, policy)) return false
  const { n } = summary.recent
  const slow = slowBeside(summary.recent)
  return slow >= (n >= leastForOne ? 1 : 2) && slow / n >= policy.slowEnter * policy.exitShare
}

/** Whether the rate in `recent` (the last minute or so) is at or over the enter threshold. */
export function isRecent(breach: Breach, { recent }: Pick<Summary, 'recent'>, policy: Policy): boolean {
  const { what, enter } = thresholdOf(breach, policy)
  return recent.n > 0 && recent[what] / recent.n >= enter
}

/**
 * Whether the rate in `recent` (the last minute or so) is below the exit threshold of this state. From `cleanBoundFrom`
 * samples on, Degradado compares the Wilson lower bound, so that a subject with a constant low error rate can recover.
 */
export function isClean(state: Severity, { recent }: Pick<Summary, 'recent'>, policy: Policy): boolean {
  if (recent.n === 0) return false
  if (state === 'FALLANDO') return !exceedsExit('failing', { recent }, policy)
  return !exceedsExit('degraded', { recent }, policy) && !exceedsExit('slow', { recent }, policy)
}

/** Whether `recent` is at or over the exit threshold of a breach; false without samples. */
export function exceedsExit(breach: Breach, { recent }: Pick<Summary, 'recent'>, policy: Policy): boolean {
  if (recent.n === 0) return false
  const { what, enter } = thresholdOf(breach, policy)
  const usesBound = breach !== 'failing' && recent.n >= policy.cleanBoundFrom
  const share = usesBound ? wilson(recent[what], recent.n) : recent[what] / recent.n
  return share >= enter * policy.exitShare
}

/**
 * The breach that explains Degradado in `recent`: the breach over its exit threshold; if both or neither are over it,
 * the one with more samples.
 */
export function degradedBreach({ recent }: Pick<Summary, 'recent'>, policy: Policy): 'degraded' | 'slow' {
  const [errors, slow] = [exceedsExit('degraded', { recent }, policy), exceedsExit('slow', { recent }, policy)]
  if (errors !== slow) return errors ? 'degraded' : 'slow'
  return recent.slow > recent.bad ? 'slow' : 'degraded'
}

/** The counter that a breach looks at, its minimum count, and its enter threshold. */
export function thresholdOf(breach: Breach, policy: Policy): { what: 'bad' | 'slow'; minCount: number; enter: number } {
  if (breach === 'failing') return { what: 'bad', minCount: policy.failingLeast, enter: policy.failingEnter }
  if (breach === 'degraded') return { what: 'bad', minCount: policy.degradedLeast, enter: policy.degradedEnter }
  return { what: 'slow', minCount: policy.degradedLeast, enter: policy.slowEnter }
}

const z = 1.96
const z2 = z * z
