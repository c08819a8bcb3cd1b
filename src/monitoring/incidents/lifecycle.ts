import type { Incident, IncidentChange, Resolution } from './incident.ts'
import type { Evaluation } from '../health/rule/transition.ts'
import type { Policy } from '../health/rule/policy.ts'
import { type Evidence, isBad, type Severity, type Transition } from '../health/rule/state.ts'

/** A subject's incidents before an evaluation: the open one, and the one resolved last. */
export type IncidentState = { open: Incident | null; last: Pick<Incident, 'id' | 'resolvedAt' | 'resolution'> | null }

/** The changes of incidents after an evaluation, in order. `newId` creates incident ids. Source: docs/health.md. */
export function incidentEventsFor(
  evaluation: Evaluation,
  incidents: IncidentState,
  policy: Policy,
  newId: () => string,
): IncidentChange[] {
  const changes = incidents.open
    ? changesOfOpen(incidents.open, evaluation.transition)
    : opening(evaluation, incidents.last, policy, newId)
  return [...changes, ...unstableEvents(evaluation, changes[0] ?? incidents.open)]
}

/** The change that ends an incident. */
export type ResolvedChange = Extract<IncidentChange, { event: 'RESOLVED' }>

/** The change that resolves an incident. */
export const resolvedEvent = (open: Incident, resolution: Resolution, evidence: Evidence | null): ResolvedChange => ({
  event: 'RESOLVED',
  id: open.id,
  severity: open.severity,
  resolution,
  evidence,
})

function changesOfOpen(open: Incident, transition: Transition | null): IncidentChange[] {
  if (!transition) return []
  const { to, evidence } = transition
  const { id, severity } = open
  if (to === 'DESCONOCIDO') return [{ event: 'NO_DATA', id, severity, evidence }]
  if (to === 'OPERATIVO')
    return [resolvedEvent(open, evidence.code === 'RESOLVED_BY_HAND' ? 'BY_HAND' : 'AUTOMATIC', evidence)]
  const returned: IncidentChange[] = open.noData ? [{ event: 'DATA_RETURNED', id, severity, evidence }] : []
  return to === severity ? returned : [...returned, ...changesOfSeverity(open, to, evidence)]
}

function changesOfSeverity({ id, status }: Incident, severity: Severity, evidence: Evidence): IncidentChange[] {
  if (severity === 'DEGRADADO') return [{ event: 'DEESCALATED', id, severity, evidence }]
  const escalated: IncidentChange = { event: 'ESCALATED', id, severity, evidence }
  return status === 'ACKNOWLEDGED' ? [escalated, { ...escalated, event: 'ACKNOWLEDGEMENT_WITHDRAWN' }] : [escalated]
}

// A bad state opens an incident unless `incidentSeverity` is null, as during the grace after a resolution by force.
function opening(
  { memory, transition, events }: Evaluation,
  last: IncidentState['last'],
  policy: Policy,
  newId: () => string,
): IncidentChange[] {
  const severity = memory.incidentSeverity
  const evidence = causeIn(transition, events)
  if (!severity || !evidence) return []
  if (last && isSoonAfter(last, evidence.at, policy)) return [{ event: 'REOPENED', id: last.id, severity, evidence }]
  return [{ event: 'OPENED', id: newId(), severity, evidence, previousId: last?.id ?? null }]
}

function causeIn(transition: Transition | null, events: Evaluation['events']): Evidence | null {
  if (transition && isBad(transition.to)) return transition.evidence
  return events.find(({ name }) => name === 'STILL_HOLDS')?.evidence ?? null
}

function isSoonAfter(
  { resolution, resolvedAt }: NonNullable<IncidentState['last']>,
  at: number,
  policy: Policy,
): boolean {
  return resolution === 'AUTOMATIC' && resolvedAt !== null && at - resolvedAt <= policy.reopenWithinMs
}

function unstableEvents({ memory, events }: Evaluation, incident: Pick<Incident, 'id'> | null): IncidentChange[] {
  const severity = memory.incidentSeverity
  const event = events.find(({ name }) => name === 'UNSTABLE')
  if (!event || !incident || !severity) return []
  return [{ event: 'UNSTABLE', id: incident.id, severity, evidence: event.evidence }]
}
