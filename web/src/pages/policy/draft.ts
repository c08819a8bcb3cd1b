import {
  type Policy,
  type PolicyProblem,
  type ThresholdName,
  type ThresholdOverrides,
  type Thresholds,
} from '../../api/health/policy.ts'
import { wholeThresholds } from '../../policy/thresholdUnits.ts'

/** The edited thresholds, in the server's units. NaN if a number is missing. */
export type Draft = Partial<Thresholds>

/** The names of all thresholds. */
const thresholdNames = (policy: Policy) => Object.keys(policy.effective) as ThresholdName[]

/** The value of a threshold: the edited one, otherwise the saved one. */
export const valueOf = <Name extends ThresholdName>(name: Name, draft: Draft, policy: Policy): Thresholds[Name] =>
  draft[name] === undefined ? policy.effective[name] : draft[name]

/** The largest whole number that the server accepts. */
export const MAX_WHOLE = 2_147_483_647

/** Whether a number is missing, or cannot be sent in a request at all. */
export const isUnreadable = (name: ThresholdName, value: Thresholds[ThresholdName] | undefined): boolean =>
  Number.isNaN(value) || (wholeThresholds.includes(name) && (!Number.isInteger(value) || Number(value) > MAX_WHOLE))

/**
 * The changes of a draft; null as a value restores the default. The result is null if the server cannot read a number.
 */
export function changesIn(draft: Draft, policy: Policy): ThresholdOverrides | null {
  const edited = thresholdNames(policy).filter((name) => valueOf(name, draft, policy) !== policy.effective[name])
  if (edited.some((name) => isUnreadable(name, draft[name]))) return null
  return Object.fromEntries(edited.map((name) => [name, draft[name] === policy.default[name] ? null : draft[name]]))
}

/** The changes that restore an earlier policy. */
export function changesBackTo(previous: Policy, policy: Policy): ThresholdOverrides {
  const own = thresholdNames(policy).filter((name) => [previous, policy].some((one) => one.overridden.includes(name)))
  return Object.fromEntries(
    own.map((name) => [name, previous.overridden.includes(name) ? previous.effective[name] : null]),
  )
}

/** The problem of a threshold; undefined if there is none. */
export const problemOf = (name: ThresholdName, problems: readonly PolicyProblem[]): PolicyProblem | undefined =>
  problems.find(({ fields }) => fields.includes(name))
