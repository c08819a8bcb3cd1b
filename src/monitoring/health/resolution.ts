import { evidenceOfEvent } from './evidence.ts'
import { holds } from './health.ts'
import type { Memory } from './memory.ts'
import { enter, type Judgement, resolvedBy, stay } from './moves.ts'
import type { Policy } from './policy.ts'
import { isBad } from './state.ts'
import type { Summary } from './summary.ts'

/** What an operator's resolution makes of a subject, and how its incident ended. */
export type HandResolution = Judgement & { resolution: 'BY_HAND' | 'BY_FORCE' }

/**
 * Resolves a subject's open incident by hand; null, and nothing may change, where the condition still holds and `force`
 * does not say so. By force the state stays what it is, and `judge` opens a new incident if the condition still holds
 * after the grace. A subject that is Desconocido stays so: an operator's word is not a sample.
 */
export function resolvedByHand(
  memory: Memory,
  summary: Summary,
  policy: Policy,
  { at, force }: { at: number; force: boolean },
): HandResolution | null {
  const condition = holds(memory, summary, policy, at)
  if (condition && !force) return null
  const resolved = { ...memory, ...resolvedBy(at) }
  if (condition) return { ...stay({ ...resolved, forcedAt: at }), resolution: 'BY_FORCE' }
  if (!isBad(memory.state)) return { ...stay(resolved), resolution: 'BY_HAND' }
  const evidence = evidenceOfEvent('RESOLVED_BY_HAND', summary, at)
  return { ...enter(resolved, 'OPERATIVO', evidence, policy), resolution: 'BY_HAND' }
}
