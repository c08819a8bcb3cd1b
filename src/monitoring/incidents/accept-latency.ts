import type { RootDatabase } from '../../database/database.ts'
import { conflict, DomainError } from '../../lib/errors.ts'
import { acceptAsNormal, type LearnedLatency } from '../health/learned-budget/learned-latency.ts'
import { budgetInForce } from '../health/learned-budget/slow-budget.ts'
import { exceedsExit } from '../health/rule/breach.ts'
import { evidenceOfCondition, evidenceOfEvent } from '../health/rule/evidence.ts'
import type { Evidence } from '../health/rule/state.ts'
import { afterResolution, enterState } from '../health/rule/transition.ts'
import type { SubjectSnapshot } from '../health/subject-queries.ts'
import { acceptTraffic, isTrafficCause } from './accept-traffic.ts'
import type { IncidentRow, IncidentWithNames } from './incident-queries.ts'
import { asIncident } from './incident-rows.ts'
import type { ChangeAuthor } from './incident-changes.ts'
import { resolvedEvent } from './lifecycle.ts'
import { conditionHoldsError, type WithFrozenSubject } from './operator-actions.ts'
import { requireIncident, requireIncidentRow } from './require-incident.ts'
import { applyOperatorChange, type OperatorChange } from './persist-verdict.ts'

/**
 * Accepts the present latency or the present traffic of a subject as normal, and resolves the incident. The p95 of the
 * last five minutes becomes the usual p95 at once; traffic is learned anew. Only incidents that opened because of the
 * learned budget or of lost traffic can be accepted.
 * @throws DomainError NOT_FOUND; CONFLICT when the incident is resolved, has another cause (also than `cause`), or the
 * latency exceeds the fixed budget; CONDITION_HOLDS when there are errors too.
 */
export async function acceptLatency(
  db: RootDatabase,
  withFrozenSubject: WithFrozenSubject,
  { id, cause = null }: { id: string; cause?: Evidence['code'] | null | undefined },
  author: ChangeAuthor,
): Promise<IncidentWithNames> {
  const { subjectId } = await requireIncidentRow(db, id)
  await withFrozenSubject(subjectId, async (present, at) => {
    await applyOperatorChange(db, id, { author, at, present }, (incident) => {
      if (incident.status === 'RESOLVED') return resolvedError()
      if (cause !== null && cause !== (incident.evidence as Evidence).code) return changedCauseError()
      return isTrafficCause(incident) ? acceptTraffic(incident, present, at) : acceptanceOf(incident, present, at)
    })
  })
  return requireIncident(db, id)
}

/**
 * Whether the cause of an incident can be accepted as normal: the incident lasts, and learned values led to its
 * severity.
 */
export const canAcceptLatency = (incident: Pick<IncidentRow, 'status' | 'severity' | 'evidence'>): boolean =>
  incident.status !== 'RESOLVED' && (isLearnedCause(incident) || isTrafficCause(incident))

const isLearnedCause = ({ severity, evidence }: Pick<IncidentRow, 'severity' | 'evidence'>): boolean => {
  const { code, normalP95Ms } = evidence as Evidence
  return severity === 'DEGRADADO' && code === 'SLOW' && normalP95Ms !== undefined
}

function acceptanceOf(row: IncidentRow, snapshot: SubjectSnapshot, at: number): OperatorChange | DomainError {
  const { subject, memory, summary, policy } = snapshot
  const latency = subject.latency as LearnedLatency | null
  const p95Ms = summary.p95()
  const refusal = refusalOf(row, latency) ?? refusalOfState(snapshot, p95Ms, at)
  if (refusal || !latency || p95Ms === null) return refusal ?? otherCauseError()
  const accepted = acceptAsNormal(latency, Math.max(p95Ms, latency.normalP95Ms), at)
  const { budgetMs } = budgetInForce(policy, accepted)
  if (p95Ms > budgetMs)
    return conflict('LATENCY_OVER_LIMIT', { code: 'LATENCY_OVER_BUDGET', parameters: { p95Ms, budgetMs } })
  const evidence = evidenceOfEvent({ code: 'RESOLVED_BY_HAND', cause: 'SLOW' }, summary, at)
  const change = {
    ...resolvedEvent(asIncident(row), 'ACCEPTED_AS_NORMAL', evidence),
    accepted: {
      before: { normalP95Ms: Math.round(latency.normalP95Ms) },
      after: { normalP95Ms: Math.round(accepted.normalP95Ms) },
    },
  }
  const resolved = { ...memory, ...afterResolution(memory, at) }
  const evaluation = enterState(resolved, 'OPERATIVO', evidence, policy)
  return { change, verdict: { subject, policy, evaluation }, learned: { latency: accepted } }
}

function refusalOf(row: IncidentRow, latency: LearnedLatency | null): DomainError | null {
  return isLearnedCause(row) && latency ? null : otherCauseError()
}

function refusalOfState(
  { memory, summary, policy }: SubjectSnapshot,
  p95Ms: number | null,
  at: number,
): DomainError | null {
  if (memory.state !== 'DEGRADADO' || p95Ms === null)
    return conflict('LATENCY_UNKNOWN', { code: 'LATENCY_NOT_KNOWN', parameters: {} })
  if (!exceedsExit('degraded', summary, policy)) return null
  return conditionHoldsError(evidenceOfCondition('degraded', summary, policy, at), 'CONDITION_HOLDS')
}

const resolvedError = () => new DomainError('CONFLICT', { code: 'INCIDENT_RESOLVED', parameters: {} })
const changedCauseError = () => conflict('LATENCY_NOT_THE_CAUSE', { code: 'CAUSE_CHANGED', parameters: {} })
const otherCauseError = () => conflict('LATENCY_NOT_THE_CAUSE', { code: 'CAUSE_NOT_ACCEPTABLE', parameters: {} })
