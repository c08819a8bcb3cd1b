import { dropIn } from '../traffic/traffic-drop.ts'
import { followTraffic, withoutDrop, type TrafficSummary } from '../traffic/traffic-state.ts'
import { evidenceOfTraffic } from './evidence.ts'
import type { Policy } from './policy.ts'
import type { RuleState } from './rule-state.ts'
import type { Evidence } from './state.ts'
import { enterState, type Evaluation } from './transition.ts'
import type { Summary } from './window-summary.ts'

/** The rule state with its traffic as of the tick. A drop of traffic that is watched no more is over. */
export function withTraffic(memory: RuleState, { traffic }: Summary, at: number): RuleState {
  if (traffic) return { ...memory, traffic: followTraffic(memory.traffic, traffic, at) }
  return memory.traffic?.told ? { ...memory, traffic: withoutDrop(memory.traffic) } : memory
}

/** Whether a drop of its traffic was told and has not ended. */
export const isDropTold = ({ traffic }: Pick<RuleState, 'traffic'>): boolean => traffic?.told != null

/**
 * The evaluation of a subject with what its traffic adds: a drop leads to Degradado. One that is Desconocido has no
 * samples, which for this rule alone is evidence.
 */
export function tellDrop(evaluation: Evaluation, summary: Summary, policy: Policy, at: number): Evaluation {
  const { memory, transition } = evaluation
  if (transition || !isDropTold(memory) || !isNews(memory)) return evaluation
  const entered = enterState({ ...memory, cause: 'TRAFFIC' }, 'DEGRADADO', evidenceOfDrop(memory, summary, at), policy)
  return { ...entered, events: [...evaluation.events, ...entered.events] }
}

/** A Desconocido subject has told its drop if it has an incident, or one was resolved by force. */
const isNews = ({ state, incidentSeverity, forcedAt }: RuleState) =>
  state === 'OPERATIVO' || (state === 'DESCONOCIDO' && incidentSeverity === null && forcedAt === null)

/** The evidence of a drop that was told: the shortest window that shows it now, else that of five minutes. */
export function evidenceOfDrop({ traffic: state }: RuleState, { traffic }: Summary, at: number): Evidence {
  const rate = traffic?.rate ?? state?.told ?? null
  const window = traffic && rate ? dropIn(traffic.observed, rate) : null
  return evidenceOfTraffic('TRAFFIC_DROP', { window: window ?? lastFive(traffic), rate }, at)
}

/** The evidence of the end of a drop. */
export const evidenceOfReturn = ({ traffic }: Summary, at: number): Evidence =>
  evidenceOfTraffic('RECOVERED', { window: lastFive(traffic), rate: traffic?.rate ?? null }, at)

const lastFive = (traffic: TrafficSummary | undefined) => ({ ms: 300_000, n: traffic?.observed.lastFive ?? 0 })
