import { DomainError } from '../../../lib/errors.ts'
import { fieldRules, type FieldRule } from './policy-validation.ts'

/**
 * The parameters a subject is evaluated by. Source: docs/health.md. Fields ending in `Ms` are milliseconds; those
 * ending in `Enter` and `Share` are ratios from 0 to 1; the rest are counts or factors.
 */
export type Policy = {
  /** Samples longer than this are slow. */
  slowBudgetMs: number
  /** The four windows checked for a breach, shortest first: multiples of 10 s, an hour at most. */
  shortWindowMs: number
  mediumWindowMs: number
  longWindowMs: number
  longestWindowMs: number
  /** Enter thresholds: the share of bad samples for Degradado and Fallando, and of slow samples for Degradado. */
  degradedEnter: number
  failingEnter: number
  slowEnter: number
  /** The least number of bad (slow) samples in a breach. */
  degradedLeast: number
  failingLeast: number
  /** The exit threshold, as a share of the enter threshold. */
  exitShare: number
  /** The range of `recent`: `recentMs`, or longer until it holds `recentLeast` samples, up to `recentMostMs`. */
  recentMs: number
  recentLeast: number
  recentMostMs: number
  /** How long a breach must last before its state is entered; slowness counts as Degradado. */
  pendingDegradedMs: number
  pendingFailingMs: number
  /** How long the numbers must be clean before the state is left, and how many good samples in a row it takes. */
  cleanDegradedMs: number
  cleanFailingMs: number
  cleanGoodRun: number
  /** From this many samples on, Degradado compares the Wilson lower bound of the rate with the exit threshold. */
  cleanBoundFrom: number
  /** This many departures from Operativo within this time make a subject unstable; the factor extends clean times. */
  unstableDepartures: number
  unstableWithinMs: number
  unstableFactor: number
  /** After this long without samples, timers and state stay as they are. */
  freezeAfterMs: number
  /**
   * Silence leads to Desconocido after `silenceGapFactor` times the mean gap of the last `silenceGapSamples` samples,
   * at least `silenceMinMs` and at most `silenceMaxMs`.
   */
  silenceGapFactor: number
  silenceGapSamples: number
  silenceMinMs: number
  silenceMaxMs: number
  /** The state that silence leads to; for scheduled samples Fallando, after `silenceIntervals` intervals. */
  silenceMeans: 'DESCONOCIDO' | 'FALLANDO'
  silenceIntervals: number
  /** The interval of the schedule; null if there is none. */
  expectedIntervalMs: number | null
  /** A bad state within this time after an incident's automatic resolution reopens it. */
  reopenWithinMs: number
  /** The grace after a resolution by force: a condition that still holds afterwards opens a new incident. */
  forcedGraceMs: number
}

/** The inputs of a subject's policy. */
export type PolicyInput = { critical: boolean; probed: boolean; overrides?: Readonly<Record<string, unknown>> }

/**
 * The policy of one subject: the defaults with the changes for critical and probed endpoints, and the overrides.
 * @throws DomainError INVALID_INPUT naming every unknown or invalid override.
 */
export function policyFor({ critical, probed, overrides = {} }: PolicyInput): Policy {
  const complaints = Object.entries(overrides).flatMap(([name, value]) => complaintAbout(name, value))
  if (complaints.length > 0) throw new DomainError('INVALID_INPUT', complaints.join(' '))
  const policy: Policy = { ...normal, ...(critical && criticalChanges), ...(probed && probedChanges), ...overrides }
  const odd = oddity(policy)
  if (odd) throw new DomainError('INVALID_INPUT', odd)
  return policy
}

function complaintAbout(name: string, value: unknown): string[] {
  if (!isField(name)) return [`There is no threshold "${name}"; there are ${Object.keys(rules).join(', ')}.`]
  const rule = rules[name]
  return rule.holds(value) ? [] : [`The threshold ${name} is ${rule.is}, not ${JSON.stringify(value)}.`]
}

// The error of a policy whose fields are valid by themselves but contradict each other; null if there is none.
function oddity(policy: Policy): string | null {
  const inOrder = [policy.shortWindowMs, policy.mediumWindowMs, policy.longWindowMs, policy.longestWindowMs]
  if (inOrder.some((ms, index) => ms < (inOrder[index - 1] ?? 0)))
    return 'The windows go from shortWindowMs over mediumWindowMs and longWindowMs to longestWindowMs, none shorter than the one before.'
  if (policy.degradedEnter > policy.failingEnter) return 'The threshold degradedEnter is at most failingEnter.'
  if (policy.recentMs > policy.recentMostMs) return 'The threshold recentMs is at most recentMostMs.'
  if (policy.silenceMinMs > policy.silenceMaxMs) return 'The threshold silenceMinMs is at most silenceMaxMs.'
  if (policy.silenceMeans === 'FALLANDO' && policy.expectedIntervalMs === null)
    return 'Where silenceMeans is FALLANDO, expectedIntervalMs says how often samples are expected.'
  return null
}

const isField = (name: string): name is keyof Policy => Object.hasOwn(rules, name)

const rules: Readonly<Record<keyof Policy, FieldRule>> = fieldRules

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const normal: Policy = {
  slowBudgetMs: 1000,
  shortWindowMs: MINUTE,
  mediumWindowMs: 5 * MINUTE,
  longWindowMs: 15 * MINUTE,
  longestWindowMs: HOUR,
  degradedEnter: 0.05,
  failingEnter: 0.25,
  slowEnter: 0.05,
  degradedLeast: 4,
  failingLeast: 3,
  exitShare: 0.5,
  recentMs: MINUTE,
  recentLeast: 5,
  recentMostMs: HOUR,
  pendingDegradedMs: 120 * SECOND,
  pendingFailingMs: 30 * SECOND,
  cleanDegradedMs: 300 * SECOND,
  cleanFailingMs: 180 * SECOND,
  cleanGoodRun: 3,
  cleanBoundFrom: 30,
  unstableDepartures: 2,
  unstableWithinMs: HOUR,
  unstableFactor: 3,
  freezeAfterMs: 15 * MINUTE,
  silenceGapFactor: 5,
  silenceGapSamples: 20,
  silenceMinMs: 15 * MINUTE,
  silenceMaxMs: 6 * HOUR,
  silenceMeans: 'DESCONOCIDO',
  silenceIntervals: 1.5,
  expectedIntervalMs: null,
  reopenWithinMs: 15 * MINUTE,
  forcedGraceMs: 5 * MINUTE,
}

const criticalChanges = {
  slowBudgetMs: 500,
  degradedEnter: 0.02,
  failingEnter: 0.1,
  pendingDegradedMs: 60 * SECOND,
  pendingFailingMs: 20 * SECOND,
} satisfies Partial<Policy>

const probedChanges = { silenceMinMs: 5 * MINUTE, silenceMaxMs: 5 * MINUTE } satisfies Partial<Policy>
