import type { Policy } from './policy.ts'
import type { Summary, WindowCounts } from './window-summary.ts'
import type { Severity } from './state.ts'

/** The three ways to be in breach: errors of Fallando, errors of Degradado, slowness (which only ever makes Degradado). */
export type Breach = 'failing' | 'degraded' | 'slow'

/**
 * The lower end of the 95 % Wilson score interval (z = 1.96) for `bad` out of `n`, from 0 to 1: the share that can be
 * assumed with confidence. 0 without samples. Source: docs/health.md.
 */
export function wilson(bad: number, n: number): number {
  if (bad <= 0 || n <= 0) return 0
  const p = bad / n
  const margin = Z * Math.sqrt((p * (1 - p)) / n + Z2 / (4 * n * n))
  return Math.max(0, (p + Z2 / (2 * n) - margin) / (1 + Z2 / n))
}

/** The shortest window in which the share of bad (slow) samples is over the threshold with confidence; null where none is. */
export function breachOf(breach: Breach, summary: Summary, policy: Policy): WindowCounts | null {
  const { what, least, enter } = thresholdOf(breach, policy)
  const first = breach === 'failing' ? 0 : 1
  for (let index = first; index < summary.windows.length; index++) {
    const window = summary.windows[index]
    if (window && window[what] >= least && wilson(window[what], window.n) >= enter) return window
  }
  return null
}

/** Whether the last minute or so is at or over the threshold to enter. */
export function isRecent(breach: Breach, { recent }: Summary, policy: Policy): boolean {
  const { what, enter } = thresholdOf(breach, policy)
  return recent.n > 0 && recent[what] / recent.n >= enter
}

/**
 * Whether the last minute or so is clean enough to leave this state, for now. Exactly on the exit threshold is not. From
 * `cleanBoundFrom` samples on, Degradado compares the lower bound, so that a base that is never quite clean can be left.
 */
export function isClean(state: Severity, { recent }: Summary, policy: Policy): boolean {
  if (recent.n === 0) return false
  if (state === 'FALLANDO') return recent.bad / recent.n < policy.failingEnter * policy.exitShare
  const share = (part: number) => (recent.n >= policy.cleanBoundFrom ? wilson(part, recent.n) : part / recent.n)
  const cleanOfErrors = share(recent.bad) < policy.degradedEnter * policy.exitShare
  return cleanOfErrors && share(recent.slow) < policy.slowEnter * policy.exitShare
}

/** What a breach counts, how many of them it takes, and from which share on. */
export function thresholdOf(breach: Breach, policy: Policy): { what: 'bad' | 'slow'; least: number; enter: number } {
  if (breach === 'failing') return { what: 'bad', least: policy.failingLeast, enter: policy.failingEnter }
  if (breach === 'degraded') return { what: 'bad', least: policy.degradedLeast, enter: policy.degradedEnter }
  return { what: 'slow', least: policy.degradedLeast, enter: policy.slowEnter }
}

const Z = 1.96
const Z2 = Z * Z
