import type { TrafficState } from '../traffic/traffic-state.ts'
import type { Cause, Severity, State } from './state.ts'

/**
 * The state that the rule keeps of a subject between ticks. Plain JSON, because it is stored. Timers are incremented at
 * each tick, so they exclude time without ticks and time during which the subject was frozen. Times are never shifted:
 * pauses are subtracted from the time since.
 */
export type RuleState = {
  state: State
  /** When the state was entered. All times here are in milliseconds since 1970. */
  since: number
  /** The cause of its bad state, or of its last one. Absent in rule states of earlier versions. */
  cause?: Cause
  /** How long each breach has lasted, in milliseconds; null if there is none. */
  pending: { failing: number | null; degraded: number | null; slow: number | null }
  /** How long the numbers have been clean enough to leave each bad state, in milliseconds; null if they are not. */
  clean: { failing: number | null; degraded: number | null }
  /** The tick as of which the timers hold; null while none runs. */
  timersAt: number | null
  /** Whether the timers have been paused since `timersAt`, for lack of samples or of evaluations. */
  timersPaused: boolean
  /** Times at which it left Operativo for a bad state, within `unstableWithinMs`, oldest first. */
  departures: number[]
  unstable: boolean
  /** Time of the last sample; null before the first. The stored one is up to 10 minutes older than the last sample. */
  lastSampleAt: number | null
  /** Silence counts from here if no sample is later: since a schedule began, or its service returned. Absent: from a sample. */
  silenceFrom?: number
  /**
   * When it became Desconocido for lack of samples, or the bucket after the last one before it became Fallando for it:
   * older samples do not end the silence. Null otherwise, and if it never had a sample.
   */
  silentSince: number | null
  /** Time of the last resolution: the windows of a summary exclude earlier samples. Null before the first. */
  resolvedAt: number | null
  /** Time of a resolution by force whose condition may still hold; null if there is none. */
  forcedAt: number | null
  /** The severity of the open incident; null if none is open. */
  incidentSeverity: Severity | null
  /** Its traffic; absent while that is not learned, and before the first sample, also after a reset. */
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
