import { dropIn, hasReturned, returnShare } from '../traffic/traffic-drop.ts'
import { beginTraffic, followTraffic, withoutDrop, type TrafficSummary } from '../traffic/traffic-state.ts'
import { evidenceOfTraffic } from './evidence.ts'
import type { Policy } from './policy.ts'
import type { RuleState } from './rule-state.ts'
import { type Evidence, isBad } from './state.ts'
import { enterState, type Evaluation } from './transition.ts'
import type { Summary } from './window-summary.ts'

/**
 * The rule state with its traffic as of the tick. Traffic begins with the first sample, also after a reset. If traffic
 * is no longer watched, its drop ends.
 */
export function withTraffic(memory: RuleState, { traffic, sinceSilence }: Summary, at: number): RuleState {
  if (!traffic) return memory.traffic ? { ...memory, traffic: { ...withoutDrop(memory.traffic), hour: null } } : memory
  if (memory.traffic) return { ...memory, traffic: followTraffic(memory.traffic, traffic, at) }
  return sinceSilence().n > 0 ? { ...memory, traffic: beginTraffic(at) } : memory
}

/** Whether a drop of the traffic was told and has not ended. */
export const isDropTold = ({ traffic }: Pick<RuleState, 'traffic'>): boolean => traffic?.told != null

/**
 * Whether a subject stays Degradado without samples: requests are expected and its service is not silent, so the lack
 * of samples is the drop itself.
 */
export const lacksRequests = (memory: RuleState, { traffic, service }: Summary): boolean =>
  memory.state === 'DEGRADADO' && isDropTold(memory) && traffic?.rate != null && !service?.isTold

/**
 * The evaluation of a subject with the effect of its traffic: a drop leads to Degradado. A subject that is Desconocido
 * has no samples, which only this rule takes as evidence.
 */
export function tellDrop(evaluation: Evaluation, summary: Summary, policy: Policy, at: number): Evaluation {
  const { memory, transition } = evaluation
  if (transition || !isDropTold(memory) || !isNews(memory, summary)) return evaluation
  const entered = enterState({ ...memory, cause: 'TRAFFIC' }, 'DEGRADADO', evidenceOfDrop(memory, summary, at), policy)
  return { ...entered, events: [...evaluation.events, ...entered.events] }
}

/**
 * Whether a drop changes the state. Only windows that count at present show a drop, and a subject that was Fallando
 * stays so without samples.
 */
const isNews = ({ state, incidentSeverity }: RuleState, { traffic }: Summary) =>
  !isBad(state) && incidentSeverity !== 'FALLANDO' && windowOf(traffic) !== null

/**
 * Whether a told drop shows at present: requests are expected, fewer arrive, and for five minutes nothing has explained
 * that.
 */
export function showsDrop(memory: RuleState, { traffic }: Summary): boolean {
  if (!isDropTold(memory) || !traffic?.rate || traffic.explanation) return false
  return traffic.observed.windows.length > 0 && !hasReturned(traffic.observed, traffic.rate)
}

const windowOf = (traffic: TrafficSummary | undefined) =>
  traffic?.rate ? dropIn(traffic.observed, traffic.rate) : null

/** The evidence of a told drop: the shortest window that shows it at present, otherwise the last five minutes. */
export function evidenceOfDrop({ traffic: state }: RuleState, summary: Summary, at: number): Evidence {
  const { traffic } = summary
  const rate = traffic?.rate ?? state?.told ?? null
  return evidenceOfTraffic('TRAFFIC_DROP', { window: windowOf(traffic) ?? lastFive(traffic), rate }, summary, at)
}

/**
 * The evidence of the end of a drop: the share of the expected requests that ends a drop; null if fewer requests
 * arrive.
 */
export function evidenceOfReturn(summary: Summary, at: number): Evidence | null {
  const { traffic } = summary
  if (!traffic?.rate || !hasReturned(traffic.observed, traffic.rate)) return null
  const returned = { window: lastFive(traffic), rate: traffic.rate }
  return { ...evidenceOfTraffic('RECOVERED', returned, summary, at), threshold: 100 * returnShare }
}

const lastFive = (traffic: TrafficSummary | undefined) => ({ ms: 300_000, n: traffic?.observed.lastFive ?? 0 })
