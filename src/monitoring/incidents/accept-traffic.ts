import { beginLearning } from '../health/traffic/expected-traffic.ts'
import { evidenceOfDrop, isDropTold } from '../health/rule/evaluate-traffic.ts'
import { exceedsExit } from '../health/rule/breach.ts'
import { evidenceOfCondition, evidenceOfEvent } from '../health/rule/evidence.ts'
import { leaveIncident } from '../health/rule/manual-resolution.ts'
import type { Evidence } from '../health/rule/state.ts'
import { afterResolution } from '../health/rule/transition.ts'
import type { SubjectSnapshot } from '../health/subject-queries.ts'
import { conflict, type DomainError } from '../../lib/errors.ts'
import type { IncidentRow } from './incident-queries.ts'
import { asIncident } from './incident-rows.ts'
import { resolvedEvent } from './lifecycle.ts'
import { conditionHoldsError } from './operator-actions.ts'
import type { OperatorChange } from './persist-verdict.ts'

/** Whether an incident is about lost traffic. */
export const isTrafficCause = ({ severity, evidence }: Pick<IncidentRow, 'severity' | 'evidence'>): boolean =>
  severity === 'DEGRADADO' && (evidence as Evidence).code === 'TRAFFIC_DROP'

/**
 * The change by which an operator accepts the present traffic of a subject as normal: the usual traffic is learned
 * anew, and the incident is resolved. Without samples the subject becomes Desconocido.
 */
export function acceptTraffic(
  row: IncidentRow,
  { subject, memory, summary, policy }: SubjectSnapshot,
  at: number,
): OperatorChange | DomainError {
  if (!isDropTold(memory)) return conflict('TRAFFIC_IS_USUAL', { code: 'TRAFFIC_USUAL', parameters: {} })
  if (exceedsExit('degraded', summary, policy))
    return conditionHoldsError(evidenceOfCondition('degraded', summary, policy, at), 'CONDITION_HOLDS')
  const evidence = evidenceOfEvent({ code: 'RESOLVED_BY_HAND' }, summary, at)
  const resolved = { ...memory, ...afterResolution(memory, at) }
  const evaluation = leaveIncident(resolved, evidence, summary, policy)
  const { expectedPerMinute = null } = evidenceOfDrop(memory, summary, at)
  const accepted = { before: { expectedPerMinute }, after: { expectedPerMinute: null } }
  return {
    change: { ...resolvedEvent(asIncident(row), 'ACCEPTED_AS_NORMAL', evidence), accepted },
    verdict: { subject, policy, evaluation },
    learned: { traffic: beginLearning(at) },
  }
}
