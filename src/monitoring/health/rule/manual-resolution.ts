import { evidenceOfEvent } from './evidence.ts'
import { conditionHolds, evidenceOfState } from './condition.ts'
import { fallSilent } from './evaluate.ts'
import { silenceOf } from './no-data.ts'
import type { RuleState } from './rule-state.ts'
import { enterState, type Evaluation, afterResolution, noChange } from './transition.ts'
import type { Policy } from './policy.ts'
import { type Evidence, isBad } from './state.ts'
import type { Summary } from './window-summary.ts'

/** The evaluation that results from an operator's resolution, how the incident ended, and the numbers at that time. */
export type ManualResolution = Evaluation & { resolution: 'BY_HAND' | 'BY_FORCE'; evidence: Evidence }

/**
 * Resolves a subject's open incident by hand. If the condition still holds and `force` is false, returns null, and
 * nothing may change. With `force` the state stays; if the condition still holds after the grace, `evaluate` emits
 * STILL_HOLDS, which opens a new incident. A Desconocido subject stays Desconocido, because a resolution is not a
 * sample.
 */
export function resolveManually(
  memory: RuleState,
  summary: Summary,
  policy: Policy,
  { at, force }: { at: number; force: boolean },
): ManualResolution | null {
  const condition = conditionHolds(memory, summary, policy, at)
  if (condition && !force) return null
  const resolved = { ...memory, ...afterResolution(memory, at) }
  if (condition) {
    const evidence = evidenceOfState(memory, summary, policy, at)
    // While the condition holds, neither the state nor a drop of the traffic ends.
    const { traffic } = memory
    const forced = { ...resolved, ...(traffic && { traffic }), forcedAt: at }
    return { ...noChange(forced), resolution: 'BY_FORCE', evidence }
  }
  const evidence = evidenceOfEvent({ code: 'RESOLVED_BY_HAND', cause: memory.cause }, summary, at)
  return { ...leaveIncident(resolved, evidence, summary, policy), resolution: 'BY_HAND', evidence }
}

/** The evaluation of a subject whose incident an operator has ended: Operativo, or Desconocido without samples. */
export function leaveIncident(resolved: RuleState, evidence: Evidence, summary: Summary, policy: Policy): Evaluation {
  if (!isBad(resolved.state)) return noChange(resolved)
  return silenceOf(resolved, summary, policy, evidence.at) === 'UNKNOWN'
    ? fallSilent(resolved, summary, policy, evidence.at)
    : enterState(resolved, 'OPERATIVO', evidence, policy)
}
