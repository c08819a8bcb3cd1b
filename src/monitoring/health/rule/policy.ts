import { DomainError } from '../../../lib/errors.ts'
import { fieldRules, type FieldRule } from './policy-validation.ts'

/**
 * Every number by which a subject is judged. Source: docs/health.md. Fields ending in `Ms` are milliseconds; `Enter` and
 * `Share` are ratios from 0 to 1; the rest are counts or factors.
 */
export type Policy = {
  /** Longer than this is slow. */
  slowBudgetMs: number
  /** The four windows in which a breach is looked for, shortest first: multiples of 10 s, an hour at most. */
  shortWindowMs: number
  mediumWindowMs: number
  longWindowMs: number
  longestWindowMs: number
  /** The share of bad samples at which Degradado and Fallando are entered, and of slow ones at which Degradado is. */
  degradedEnter: number
  failingEnter: number
  slowEnter: number
  /** How many bad (slow) samples a breach takes at least. */
  degradedLeast: number
  failingLeast: number
  /** The exit threshold, as a share of the one to enter. */
  exitShare: number
  /** What `recent` looks at: this stretch, or as much more as holds so many samples, up to the most. */
  recentMs: number
  recentLeast: number
  recentMostMs: number
  /** How long a breach (slowness: as for Degradado) lasts before its state is entered. */
  pendingDegradedMs: number
  pendingFailingMs: number
  /** How long the numbers are clean before the state is left, and how many good samples in a row that takes. */
  cleanDegradedMs: number
  cleanFailingMs: number
  cleanGoodRun: number
  /** From so many samples on, clean for Degradado means that the lower bound of the rate is under the exit threshold. */
  cleanBoundFrom: number
  /** So many departures from Operativo within this time make a subject unstable, and clean times so many times as long. */
  unstableDepartures: number
  unstableWithinMs: number
  unstableFactor: number
  /** After this long without samples nothing counts and nothing moves. */
  freezeAfterMs: number
  /** Silence makes Desconocido after so many mean gaps of the last so many samples, within these limits. */
  silenceGapFactor: number
  silenceGapSamples: number
  silenceMinMs: number
  silenceMaxMs: number
  /** What silence means: nothing known, or, for samples that arrive on a schedule, a failure after so many intervals. */
  silenceMeans: 'DESCONOCIDO' | 'FALLANDO'
  silenceIntervals: number
  /** The interval of that schedule; null where there is none. */
  expectedIntervalMs: number | null
  /** A bad state this soon after an incident resolved by itself reopens it. */
  reopenWithinMs: number
  /** What still holds this long after being resolved by force opens a new incident. */
  forcedGraceMs: number
}

/** What the policy of one subject depends on. */
export type PolicyInput = { critical: boolean; probed: boolean; overrides?: Readonly<Record<string, unknown>> }

/** The policy of one subject. Throws a DomainError (INVALID_INPUT) naming every override that is unknown or makes no sense. */
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

// What does not fit together although each field is right by itself.
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
