import { degradedBreach, isClean } from './breach.ts'
import { evidenceOfDrop, isDropTold, showsDrop } from './evaluate-traffic.ts'
import { evidenceOfCondition, evidenceOfSilence } from './evidence.ts'
import { silenceFromOf, silenceOf } from './no-data.ts'
import { elapsedMs } from './pauses.ts'
import type { Policy } from './policy.ts'
import type { RuleState } from './rule-state.ts'
import { type Evidence, isBad } from './state.ts'
import type { Evaluation } from './transition.ts'
import type { Summary } from './window-summary.ts'

/**
 * Whether the condition of an incident still holds: a drop of the traffic has not ended, or scheduled samples are
 * missing, or the state is bad and `recent` is not clean.
 */
export function conditionHolds(memory: RuleState, summary: Summary, policy: Policy, at: number): boolean {
  if (isDropTold(memory)) return true
  if (!isBad(memory.state)) return false
  if (silenceOf(memory, summary, policy, at) === 'FAILING') return true
  return !isClean(memory.state, summary, policy)
}

/** Opens a new incident if the condition still holds after the grace of a resolution by force. */
export function checkForced(evaluation: Evaluation, summary: Summary, policy: Policy, at: number): Evaluation {
  const { memory } = evaluation
  if (memory.forcedAt === null || elapsedMs(memory.forcedAt, at, summary.pauses ?? []) < policy.forcedGraceMs)
    return evaluation
  if (!isBad(memory.state) || !isTold(memory, summary, policy, at)) return evaluation
  const evidence = evidenceOfState(memory, summary, policy, at)
  return {
    memory: { ...memory, forcedAt: null, incidentSeverity: memory.state },
    transition: evaluation.transition,
    events: [...evaluation.events, { name: 'STILL_HOLDS', evidence }],
  }
}

/**
 * Whether the condition is told now. A told drop must show at present: at night, or while it is explained, it does not
 * open an incident.
 */
const isTold = (memory: RuleState, summary: Summary, policy: Policy, at: number): boolean =>
  memory.state === 'DEGRADADO' && isDropTold(memory)
    ? showsDrop(memory, summary) || samplesShowBad(summary, policy)
    : isBad(memory.state) && conditionHolds(memory, summary, policy, at)

/** Whether the samples at present suffice for Degradado. */
export const samplesShowBad = (summary: Summary, policy: Policy): boolean =>
  summary.recent.n > 0 && !isClean('DEGRADADO', summary, policy)

/** The evidence that the condition of a bad state holds, from the numbers that decide whether it does. */
export function evidenceOfState(memory: RuleState, summary: Summary, policy: Policy, at: number): Evidence {
  if (silenceOf(memory, summary, policy, at) === 'FAILING')
    return evidenceOfSilence('SILENCE_FAILING', silentMs(memory, summary, at), at)
  if (memory.state === 'FALLANDO') return evidenceOfCondition('failing', summary, policy, at)
  if (isDropTold(memory) && (showsDrop(memory, summary) || !samplesShowBad(summary, policy)))
    return evidenceOfDrop(memory, summary, at)
  return evidenceOfCondition(degradedBreach(summary, policy), summary, policy, at)
}

/** The time without a sample, pauses included, in milliseconds. */
export const silentMs = (memory: RuleState, summary: Summary, at: number) => at - (silenceFromOf(memory, summary) ?? at)
