import type { TrafficState } from '../traffic/traffic-state.ts'
import type { Cause, Severity, State } from './state.ts'

/**
 * The state that the rule keeps of a subject between ticks. Plain JSON, because it is stored. Timers are incremented at
 * each tick, so they exclude times without ticks and times in which the subject was frozen. Times are never shifted:
 * pauses are subtracted when a duration is computed.
 */
export type RuleState = {
  state: State
  /** Time at which the state was entered. All times here are in milliseconds since 1970. */
  since: number
  /** The cause of the present bad state, or of the last one. Absent in rule states of earlier versions. */
  cause?: Cause
  /** How long each breach has lasted, in milliseconds; null if there is none. */
  pending: { failing: number | null; degraded: number | null; slow: number | null }
  /** How long the numbers have been clean enough to leave each bad state, in milliseconds; null if they are not. */
  clean: { failing: number | null; degraded: number | null }
  /** The tick up to which the timers have run; null while no timer runs. */
  timersAt: number | null
  /** Whether the timers have been paused since `timersAt`, for lack of samples or of evaluations. */
  timersPaused: boolean
  /** Times at which the subject left Operativo for a bad state, within `unstableWithinMs`, oldest first. */
  departures: number[]
  unstable: boolean
  /** Time of the last sample; null before the first. The stored time is up to 10 minutes older. */
  lastSampleAt: number | null
  /**
   * Start of the silence if no sample is later: the start of a schedule, or the return of the service. Absent: the last
   * sample.
   */
  silenceFrom?: number
  /**
   * Start of a silence; older samples do not end it. For Desconocido this is the time of that state; for Fallando, the
   * bucket after the last sample before it. Null otherwise, and if the subject never had a sample.
   */
  silentSince: number | null
  /** Time of the last resolution: the windows of a summary exclude earlier samples. Null before the first. */
  resolvedAt: number | null
  /** Time of a resolution by force whose condition may still hold; null if there is none. */
  forcedAt: number | null
  /** The severity of the open incident; null if none is open. */
  incidentSeverity: Severity | null
  /**
   * The traffic of the subject; absent while traffic is not learned, and before the first sample, also after a reset.
   */
  traffic?: TrafficState
}

/** The initial rule state of a subject; `incidentSeverity` is that of an incident already open. */
export const createRuleState = (at: number, incidentSeverity: Severity | null = null): RuleState => ({
  state: 'DESCONOCIDO',
  since: at,
  pending: { failing: null, degraded: null, slow: null },
  clean: { failing: null, degraded: null },
  timersAt: null,
  timersPaused: false,
  departures: [],
  unstable: false,
  lastSampleAt: null,
  silentSince: null,
  resolvedAt: null,
  forcedAt: null,
  incidentSeverity,
})

/** The rule state at a tick that advanced its timers, or at which they were paused. */
export function stampTimers(memory: RuleState, at: number, paused: boolean): RuleState {
  if (!hasTimers(memory)) return { ...memory, timersAt: null, timersPaused: false }
  if (paused && memory.timersPaused) return memory
  return { ...memory, timersAt: at, timersPaused: paused }
}

/** Whether any timer runs or is paused, including timers without effect in the current state. */
export const hasTimers = ({ pending, clean, traffic }: Pick<RuleState, 'pending' | 'clean' | 'traffic'>): boolean =>
  traffic?.timersAt != null ||
  [pending.failing, pending.degraded, pending.slow, clean.failing, clean.degraded].some((elapsed) => elapsed !== null)
