import { breachOf, thresholdOf, type Breach } from './breach.ts'
import type { Policy } from './policy.ts'
import type { Evidence, ReasonCode } from './state.ts'
import { rateOf, type Summary, type WindowCounts } from './window-summary.ts'

const codes = { failing: 'ERRORS_FAILING', degraded: 'ERRORS_DEGRADED', slow: 'SLOW' } as const

/**
 * The evidence of a breach: the shortest window in breach with the enter threshold; if no window is in breach, `recent`
 * with the exit threshold.
 */
export function evidenceOfBreach(breach: Breach, summary: Summary, policy: Policy, at: number): Evidence {
  const { what, enter } = thresholdOf(breach, policy)
  const window = breachOf(breach, summary, policy)
  return {
    ...numbers(codes[breach], window ?? summary.recent, summary, at),
    bad: (window ?? summary.recent)[what],
    recentRate: rateOf(summary.recent, what),
    threshold: inPercent(window ? enter : enter * policy.exitShare),
    ...(breach === 'slow' && budgetIn(summary, policy)),
  }
}

function budgetIn({ budget }: Summary, { slowBudgetMs }: Policy): Pick<Evidence, 'budgetMs' | 'normalP95Ms'> {
  const { budgetMs, normalP95Ms } = budget ?? { budgetMs: slowBudgetMs, normalP95Ms: null }
  return normalP95Ms === null ? { budgetMs } : { budgetMs, normalP95Ms }
}

/** The evidence of a recovery, full or from Fallando to Degradado: `recent` with the exit threshold. */
export function evidenceOfRecovery(
  to: 'OPERATIVO' | 'DEGRADADO',
  summary: Summary,
  policy: Policy,
  at: number,
): Evidence {
  const [code, enter] =
    to === 'OPERATIVO'
      ? (['RECOVERED', policy.degradedEnter] as const)
      : (['PARTLY_RECOVERED', policy.failingEnter] as const)
  return { ...numbers(code, summary.recent, summary, at), threshold: inPercent(enter * policy.exitShare) }
}

/** The evidence of an event that no threshold decided, with `recent` as context. */
export const evidenceOfEvent = (code: ReasonCode, summary: Summary, at: number): Evidence =>
  numbers(code, summary.recent, summary, at)

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

function numbers(code: ReasonCode, window: WindowCounts, summary: Summary, at: number): Evidence {
  return {
    code,
    windowSeconds: window.ms === 0 ? null : window.ms / 1000,
    n: window.n,
    bad: window.bad,
    recentRate: rateOf(summary.recent, 'bad'),
    p95: summary.p95(),
    threshold: null,
    at,
  }
}

const inPercent = (ratio: number) => Math.round(ratio * 10_000) / 100
