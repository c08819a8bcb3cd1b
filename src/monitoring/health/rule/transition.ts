import { withoutDrop } from '../traffic/traffic-state.ts'
import type { RuleState } from './rule-state.ts'
import type { Policy } from './policy.ts'
import { type Evidence, isBad, type ReportEvidence, type State, type Transition } from './state.ts'

/**
 * Events besides changes of state. UNSTABLE: too many departures from Operativo. STILL_HOLDS: the condition outlasted
 * the grace after a resolution by force. OTHER_CAUSE: the subject stays Degradado for another reason than the one that
 * was told.
 */
export type HealthEvent = { name: 'UNSTABLE' | 'STILL_HOLDS' | 'OTHER_CAUSE'; evidence: Evidence }

/** The result of evaluating a subject at a tick: its new rule state, and the changes to act on. */
export type Evaluation = { memory: RuleState; transition: Transition | null; events: HealthEvent[] }

/** Timers that do not run. */
export const noPending: RuleState['pending'] = { failing: null, degraded: null, slow: null }
export const noCleanTimers: RuleState['clean'] = { failing: null, degraded: null }

/** An evaluation without a change of state. */
export const noChange = (memory: RuleState): Evaluation => ({ memory, transition: null, events: [] })

/** Enters the state `to` because of `evidence`, at the time of that evidence. */
export function enterState(memory: RuleState, to: State, evidence: Evidence, policy: Policy): Evaluation {
  const { at } = evidence
  const departs = memory.state === 'OPERATIVO' && isBad(to)
  const departures = departs ? [...memory.departures, at] : memory.departures
  const unstable = memory.unstable || departures.length >= policy.unstableDepartures
  return {
    memory: { ...memory, ...changesOnEntry(memory, to, at), state: to, since: at, departures, unstable },
    transition: { from: memory.state, to, at, evidence },
    events: unstable && !memory.unstable ? [{ name: 'UNSTABLE', evidence }] : [],
  }
}

function changesOnEntry(memory: RuleState, to: State, at: number): Partial<RuleState> {
  switch (to) {
    case 'DESCONOCIDO':
      return { silentSince: at, pending: noPending, clean: noCleanTimers }
    case 'OPERATIVO':
      return {
        ...{ silentSince: null, clean: noCleanTimers, forcedAt: null },
        ...withoutDropIn(memory),
        ...(isBad(memory.state) && afterResolution(memory, at)),
      }
    case 'DEGRADADO':
      return {
        silentSince: null,
        clean: { ...noCleanTimers, degraded: memory.clean.degraded },
        ...incidentOf(memory, to),
      }
    case 'FALLANDO':
      return { silentSince: null, clean: noCleanTimers, ...incidentOf(memory, to) }
  }
}

/**
 * The changes by a resolution: windows restart, and pending breaches end, because they belong to the resolved incident.
 */
export const afterResolution = (memory: RuleState, at: number) =>
  ({
    resolvedAt: at,
    forcedAt: null,
    incidentSeverity: null,
    pending: noPending,
    ...withoutDropIn(memory),
  }) satisfies Partial<RuleState>

/** A subject that becomes Operativo has no told drop. */
const withoutDropIn = ({ traffic }: RuleState) => traffic && { traffic: withoutDrop(traffic) }

// During the grace after a resolution by force, the state keeps changing but no incident opens.
const incidentOf = ({ forcedAt }: RuleState, severity: 'DEGRADADO' | 'FALLANDO') => ({
  incidentSeverity: forcedAt === null ? severity : null,
})

/** The evaluation with changed evidence in its transition and events. */
const withEvidence = (evaluation: Evaluation, change: (evidence: Evidence) => Evidence): Evaluation => ({
  ...evaluation,
  transition: evaluation.transition && { ...evaluation.transition, evidence: change(evaluation.transition.evidence) },
  events: evaluation.events.map((event) => ({ ...event, evidence: change(event.evidence) })),
})

/** The evaluation with the reports of the service added, if it is about silence. */
export const withReports = (evaluation: Evaluation, reports: ReportEvidence): Evaluation =>
  withEvidence(evaluation, (evidence) => (isOfSilence(evidence) ? { ...evidence, reports } : evidence))

const isOfSilence = ({ code }: Evidence) => code === 'SILENCE_FAILING' || code === 'NO_DATA'
