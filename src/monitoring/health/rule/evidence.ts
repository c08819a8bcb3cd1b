import { breachOf, thresholdOf, type Breach } from './breach.ts'
import type { ExpectedRate, TrafficWindow } from '../traffic/traffic-drop.ts'
import type { Policy } from './policy.ts'
import type { Cause, Evidence, HealthSignal, ReasonCode } from './state.ts'
import { rateOf, type Summary, type WindowCounts } from './window-summary.ts'

const codes = { failing: 'ERRORS_FAILING', degraded: 'ERRORS_DEGRADED', slow: 'SLOW' } as const

/**
 * The evidence of a breach: the shortest window in breach with the enter threshold; without a window in breach, the
 * evidence of the condition.
 */
export function evidenceOfBreach(breach: Breach, summary: Summary, policy: Policy, at: number): Evidence {
  const window = breachOf(breach, summary, policy)
  const condition = evidenceOfCondition(breach, summary, policy, at)
  if (!window) return condition
  const { windowSeconds, n, bad } = numbers(codes[breach], { window, signal: signalOfBreach(breach) }, summary, at)
  return { ...condition, windowSeconds, n, bad, threshold: inPercent(thresholdOf(breach, policy).enter) }
}

/**
 * The evidence that a condition holds: the counts of `recent` with the exit threshold, which decide whether it holds.
 */
export const evidenceOfCondition = (breach: Breach, summary: Summary, policy: Policy, at: number): Evidence => ({
  ...numbers(codes[breach], { window: summary.recent, signal: signalOfBreach(breach) }, summary, at),
  threshold: inPercent(thresholdOf(breach, policy).enter * policy.exitShare),
  ...(breach === 'slow' && budgetIn(summary, policy)),
})

function budgetIn({ budget }: Summary, { slowBudgetMs }: Policy): Pick<Evidence, 'budgetMs' | 'normalP95Ms'> {
  const { budgetMs, normalP95Ms } = budget ?? { budgetMs: slowBudgetMs, normalP95Ms: null }
  return normalP95Ms === null ? { budgetMs } : { budgetMs, normalP95Ms }
}

/** The samples that a breach counts. */
export const signalOfBreach = (breach: Breach): HealthSignal => (breach === 'slow' ? 'SLOW' : 'ERRORS')

/**
 * The evidence of a recovery, full or from Fallando to Degradado: the counts of `recent` with the exit threshold of the
 * former state. A subject leaves Fallando with fewer errors.
 */
export function evidenceOfRecovery(
  { to, cause }: { to: 'OPERATIVO' | 'DEGRADADO'; cause: Cause },
  summary: Summary,
  policy: Policy,
  at: number,
): Evidence {
  const isFull = to === 'OPERATIVO'
  const breach = !isFull ? 'failing' : cause === 'SLOW' ? 'slow' : 'degraded'
  return {
    ...numbers(
      isFull ? 'RECOVERED' : 'PARTLY_RECOVERED',
      { window: summary.recent, signal: signalOfBreach(breach) },
      summary,
      at,
    ),
    threshold: inPercent(thresholdOf(breach, policy).enter * policy.exitShare),
  }
}

/** The evidence of an event that no threshold decided, with the failed (or slow) samples of `recent` as context. */
export const evidenceOfEvent = (
  { code, cause }: { code: ReasonCode; cause?: Cause | undefined },
  summary: Summary,
  at: number,
): Evidence => numbers(code, { window: summary.recent, signal: cause === 'SLOW' ? 'SLOW' : 'ERRORS' }, summary, at)

/** The evidence of silence; its window is the duration of the silence. */
export const evidenceOfSilence = (code: ReasonCode, silenceMs: number, at: number): Evidence => ({
  code,
  windowSeconds: Math.round(silenceMs / 1000),
  n: 0,
  bad: 0,
  recentRate: null,
  p95: null,
  threshold: null,
  at,
})

/** The evidence of the traffic in a window; `rate` is null if the expected traffic is unknown. */
export const evidenceOfTraffic = (
  code: ReasonCode,
  { window: { ms, n }, rate }: { window: TrafficWindow; rate: ExpectedRate | null },
  summary: Summary,
  at: number,
): Evidence => ({
  ...numbers(
    code,
    { window: { ms, n, bad: summary.traffic?.failedIn(ms) ?? 0, slow: 0 }, signal: 'ERRORS' },
    summary,
    at,
  ),
  observedPerMinute: toTenths((n * 60_000) / ms),
  ...(rate && { expectedPerMinute: toTenths(rate.perMinute) }),
})

const toTenths = (value: number) => Math.round(value * 10) / 10

/** The evidence of the removal of a subject. */
export const evidenceOfRemoval = (at: number): Evidence => evidenceOfSilence('REMOVED', 0, at)

type Counted = { window: WindowCounts; signal: HealthSignal }

function numbers(code: ReasonCode, { window, signal }: Counted, summary: Summary, at: number): Evidence {
  const what = signal === 'SLOW' ? 'slow' : 'bad'
  return {
    code,
    ...(signal === 'SLOW' && { signal }),
    windowSeconds: window.ms === 0 ? null : window.ms / 1000,
    n: window.n,
    bad: window[what],
    recentRate: rateOf(summary.recent, what),
    p95: summary.p95(),
    threshold: null,
    at,
  }
}

const inPercent = (ratio: number) => Math.round(ratio * 10_000) / 100
