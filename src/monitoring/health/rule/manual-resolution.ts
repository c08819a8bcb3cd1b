import { evidenceOfEvent } from './evidence.ts'
import { conditionHolds } from './evaluate.ts'
import type { RuleState } from './rule-state.ts'
import { enterState, type Evaluation, afterResolution, noChange } from './transition.ts'
import type { Policy } from './policy.ts'
import { isBad } from './state.ts'
import type { Summary } from './window-summary.ts'

/** The evaluation that results from an operator's resolution, and how the incident ended. */
export type ManualResolution = Evaluation & { resolution: 'BY_HAND' | 'BY_FORCE' }

/**
 * Resolves a subject's open incident by hand. Returns null, and nothing may change, if the condition still holds and
 * `force` is false. With `force` the state stays, and `evaluate` emits STILL_HOLDS, which opens a new incident, if the
 * condition still holds after the grace. A Desconocido subject stays Desconocido: a resolution is not a sample.
 */
export function resolveManually(
  memory: RuleState,
  summary: Summary,
  policy: Policy,
  { at, force }: { at: number; force: boolean },
): ManualResolution | null {
  const condition = conditionHolds(memory, summary, policy, at)
  if (condition && !force) return null
  const resolved = { ...memory, ...afterResolution(at) }
  if (condition) return { ...noChange({ ...resolved, forcedAt: at }), resolution: 'BY_FORCE' }
  if (!isBad(memory.state)) return { ...noChange(resolved), resolution: 'BY_HAND' }
  const evidence = evidenceOfEvent('RESOLVED_BY_HAND', summary, at)
  return { ...enterState(resolved, 'OPERATIVO', evidence, policy), resolution: 'BY_HAND' }
}
