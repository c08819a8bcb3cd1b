import { evidenceOfEvent } from './evidence.ts'
import { conditionHolds } from './evaluate.ts'
import type { RuleState } from './rule-state.ts'
import { enterState, type Evaluation, afterResolution, noChange } from './transition.ts'
import type { Policy } from './policy.ts'
import { isBad } from './state.ts'
import type { Summary } from './window-summary.ts'

/** What an operator's resolution makes of a subject, and how its incident ended. */
export type ManualResolution = Evaluation & { resolution: 'BY_HAND' | 'BY_FORCE' }

/**
 * Resolves a subject's open incident by hand; null, and nothing may change, where the condition still holds and `force`
 * does not say so. By force the state stays what it is, and `judge` opens a new incident if the condition still holds
 * after the grace. A subject that is Desconocido stays so: an operator's word is not a sample.
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
