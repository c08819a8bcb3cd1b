import type { RuleState } from './rule-state.ts'
import type { Policy } from './policy.ts'
import { type Evidence, isBad, type State, type Transition } from './state.ts'

/** What can happen beside a change of state: it went back and forth too often, or outlasted a resolution by force. */
export type HealthEvent = { name: 'UNSTABLE' | 'STILL_HOLDS'; evidence: Evidence }

/** What a tick made of a subject: its memory from here on, and what others should hear about. */
export type Evaluation = { memory: RuleState; transition: Transition | null; events: HealthEvent[] }

/** No timer runs. */
export const noPending: RuleState['pending'] = { failing: null, degraded: null, slow: null }
export const noCleanTimers: RuleState['clean'] = { failing: null, degraded: null }

/** A tick after which the state is what it was. */
export const noChange = (memory: RuleState): Evaluation => ({ memory, transition: null, events: [] })

/** Enters a state because of `evidence`, at the time it was judged. */
export function enterState(memory: RuleState, to: State, evidence: Evidence, policy: Policy): Evaluation {
  const { at } = evidence
  const departs = memory.state === 'OPERATIVO' && isBad(to)
  const departures = departs ? [...memory.departures, at] : memory.departures
  const unstable = memory.unstable || departures.length >= policy.unstableDepartures
  return {
    memory: { ...memory, ...memoryChanges(memory, to, at), state: to, since: at, departures, unstable },
    transition: { from: memory.state, to, at, evidence },
    events: unstable && !memory.unstable ? [{ name: 'UNSTABLE', evidence }] : [],
  }
}

function memoryChanges(memory: RuleState, to: State, at: number): Partial<RuleState> {
  switch (to) {
    case 'DESCONOCIDO':
      return { silentSince: at, forcedAt: null, pending: noPending, clean: noCleanTimers }
    case 'OPERATIVO':
      return { silentSince: null, clean: noCleanTimers, ...(isBad(memory.state) && afterResolution(at)) }
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

/** What a resolution does: windows begin anew, and what was pending was part of what is over. */
export const afterResolution = (at: number) =>
  ({ resolvedAt: at, forcedAt: null, incidentSeverity: null, pending: noPending }) satisfies Partial<RuleState>

// After a resolution by force the state goes on changing, but opens no incident until the grace is over.
const incidentOf = ({ forcedAt }: RuleState, severity: 'DEGRADADO' | 'FALLANDO') => ({
  incidentSeverity: forcedAt === null ? severity : null,
})
