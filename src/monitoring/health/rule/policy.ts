import type { enumerations } from '../../../generated/contract.ts'
import { DomainError } from '../../../lib/errors.ts'
import { render, several, type Sentence } from '../../../messages/sentences.ts'
import { constraints, fieldRules, type FieldConstraint } from './policy-validation.ts'

/**
 * The parameters a subject is evaluated by. Source: docs/health.md. Fields ending in `Ms` are milliseconds; those
 * ending in `Enter` and `Share` are ratios from 0 to 1; the rest are counts or factors.
 */
export type Policy = {
  /** Duration above which samples are slow, and the upper limit of a learned budget. */
  slowBudgetMs: number
  /** Whether the budget follows the usual p95: `learnedFactor` times as much, at least `learnedFloorMs`. */
  slowBudget: 'LEARNED' | 'FIXED'
  learnedFactor: number
  learnedFloorMs: number
  /** Whether far fewer requests than usual are a breach, once they are learned. */
  traffic: 'LEARNED' | 'OFF'
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
  /**
   * Length of `recent`: `recentMs`, extended up to `recentMostMs` until it holds `recentLeast` samples. 0 and 1 mean:
   * the last sample alone.
   */
  recentMs: number
  recentLeast: number
  recentMostMs: number
  /** Time that a breach must last before its state is entered, in milliseconds; slowness counts as Degradado. */
  pendingDegradedMs: number
  pendingFailingMs: number
  /**
   * Time that the numbers must be clean before the state is left, in milliseconds, and required number of good samples
   * in a row.
   */
  cleanDegradedMs: number
  cleanFailingMs: number
  cleanGoodRun: number
  /** From this many samples on, Degradado compares the Wilson lower bound of the rate with the exit threshold. */
  cleanBoundFrom: number
  /**
   * Number of departures from Operativo, within this time, that make a subject unstable; the factor then extends clean
   * times.
   */
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
  /** The state that silence leads to. For scheduled samples this is Fallando, after `silenceIntervals` intervals. */
  silenceMeans: 'DESCONOCIDO' | 'FALLANDO'
  silenceIntervals: number
  /** The interval of the schedule; null if there is none. */
  expectedIntervalMs: number | null
  /** A bad state within this time after an incident's automatic resolution reopens it. */
  reopenWithinMs: number
  /** The grace after a resolution by force: a condition that still holds afterwards opens a new incident. */
  forcedGraceMs: number
}

type Kind = (typeof enumerations.Kind)[number]

/** The inputs of a subject's policy; without a kind, that of an endpoint. */
export type PolicyInput = {
  kind?: Kind
  critical: boolean
  probed: boolean
  overrides?: Readonly<Record<string, unknown>>
}

/** A refused override: the fields it is about, and why. */
export type PolicyProblem = { fields: string[]; sentence: Sentence }

/** The reasons of all problems, one after the other. */
export const inOneSentence = (problems: readonly PolicyProblem[]): Sentence =>
  several(problems.map(({ sentence }) => sentence))

/** The problems of a policy: unknown or invalid overrides, and contradictions between the remaining fields. */
export function problemsIn(input: PolicyInput): PolicyProblem[] {
  const entries = Object.entries(input.overrides ?? {})
  const invalid = entries.flatMap((entry) => checkOverride(entry).map((sentence) => ({ fields: [entry[0]], sentence })))
  const valid = Object.fromEntries(entries.filter((entry) => checkOverride(entry).length === 0))
  const contradictions = contradictionsIn(merge({ ...input, overrides: valid }))
  return [...invalid, ...contradictions.map(({ fields, sentence }) => ({ fields: [...fields], sentence }))]
}

/**
 * The policy of one subject: the defaults with the changes for libraries, critical and probed endpoints, and the overrides.
 * @throws DomainError INVALID_INPUT naming every unknown or invalid override, and every contradiction.
 */
export function policyFor(input: PolicyInput): Policy {
  const problems = problemsIn(input)
  if (problems.length > 0) throw new DomainError('INVALID_INPUT', inOneSentence(problems))
  return merge(input)
}

/** The policy with only the valid overrides, and an error for each invalid override and each contradiction. */
export function validPolicyFor(input: PolicyInput): { policy: Policy; errors: string[] } {
  const problems = problemsIn(input)
  // A field is in at most one constraint, so dropping the fields of one constraint cannot violate another.
  const dropped = new Set(problems.flatMap(({ fields }) => fields))
  const entries = Object.entries(input.overrides ?? {}).filter(([name]) => !dropped.has(name))
  return {
    policy: merge({ ...input, overrides: Object.fromEntries(entries) }),
    errors: problems.map(({ sentence }) => render(sentence, 'en')),
  }
}

const merge = ({ kind, critical, probed, overrides }: PolicyInput): Policy => ({
  ...normal,
  ...changesOfKind[kind ?? 'ENDPOINTS'],
  ...(critical && criticalChanges),
  ...(watchesTraffic[kind ?? 'ENDPOINTS'](critical) && trafficChanges),
  ...(probed && probedChanges),
  ...overrides,
})

/** The error of an override; none if it is valid. */
function checkOverride([threshold, value]: [string, unknown]): Sentence[] {
  if (!isField(threshold))
    return [{ code: 'THRESHOLD_UNKNOWN', parameters: { threshold, existing: Object.keys(rules).join(', ') } }]
  const { is: rule, holds } = rules[threshold]
  const parameters = { threshold, rule, value: JSON.stringify(value) }
  return holds(value) ? [] : [{ code: 'THRESHOLD_INVALID', parameters }]
}

const contradictionsIn = (policy: Policy) => constraints.filter(({ holds }) => !holds(policy))

const isField = (name: string): name is keyof Policy => Object.hasOwn(rules, name)

const rules: Readonly<Record<keyof Policy, FieldConstraint>> = fieldRules

const second = 1000
const minute = 60 * second
const hour = 60 * minute

const normal: Policy = {
  slowBudgetMs: 1000,
  slowBudget: 'LEARNED',
  learnedFactor: 4,
  learnedFloorMs: 100,
  traffic: 'OFF',
  shortWindowMs: minute,
  mediumWindowMs: 5 * minute,
  longWindowMs: 15 * minute,
  longestWindowMs: hour,
  degradedEnter: 0.05,
  failingEnter: 0.25,
  slowEnter: 0.05,
  degradedLeast: 4,
  failingLeast: 3,
  exitShare: 0.5,
  recentMs: minute,
  recentLeast: 5,
  recentMostMs: hour,
  pendingDegradedMs: 120 * second,
  pendingFailingMs: 30 * second,
  cleanDegradedMs: 300 * second,
  cleanFailingMs: 180 * second,
  cleanGoodRun: 3,
  cleanBoundFrom: 30,
  unstableDepartures: 2,
  unstableWithinMs: hour,
  unstableFactor: 3,
  freezeAfterMs: 15 * minute,
  silenceGapFactor: 5,
  silenceGapSamples: 20,
  silenceMinMs: 15 * minute,
  silenceMaxMs: 6 * hour,
  silenceMeans: 'DESCONOCIDO',
  silenceIntervals: 1.5,
  expectedIntervalMs: null,
  reopenWithinMs: 15 * minute,
  forcedGraceMs: 5 * minute,
}

// The documents of a bookshop differ in size, so there is no usual duration.
const changesOfKind: Readonly<Record<Kind, Partial<Policy>>> = {
  LIBRERIAS: { slowBudget: 'FIXED' },
  ENDPOINTS: {},
  INTEGRACIONES: {},
}

const criticalChanges = {
  slowBudgetMs: 500,
  degradedEnter: 0.02,
  failingEnter: 0.1,
  pendingDegradedMs: 60 * second,
  pendingFailingMs: 20 * second,
} satisfies Partial<Policy>

// A lack of calls matters for critical endpoints and integrations. A bookshop may stop sending for reasons of its own.
const watchesTraffic: Readonly<Record<Kind, (critical: boolean) => boolean>> = {
  ENDPOINTS: (critical) => critical,
  LIBRERIAS: () => false,
  INTEGRACIONES: () => true,
}

const trafficChanges = { traffic: 'LEARNED' } satisfies Partial<Policy>

const probedChanges = { silenceMinMs: 5 * minute, silenceMaxMs: 5 * minute } satisfies Partial<Policy>
