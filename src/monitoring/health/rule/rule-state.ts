import type { Severity, State } from './state.ts'

/**
 * What the rule remembers of a subject from tick to tick. Plain JSON, because it is stored. Timers are time that was
 * counted tick by tick, so time during which nothing ticked, or nothing counted, is not in them.
 */
export type RuleState = {
  state: State
  /** When the state was entered, as every moment here in milliseconds since 1970. */
  since: number
  /** How long each breach has lasted, in milliseconds; null where there is none. */
  pending: { failing: number | null; degraded: number | null; slow: number | null }
  /** How long the numbers have been clean enough to leave each bad state; null where they are not. */
  clean: { failing: number | null; degraded: number | null }
  /** When it left Operativo for a bad state, within the time that counts for `unstable`, oldest first. */
  departures: number[]
  unstable: boolean
  /** When the last sample was; null before the first. */
  lastSampleAt: number | null
  /** Since when it is Desconocido for want of samples; null where it is not, or never had one. */
  silentSince: number | null
  /** The last resolution: no window reaches behind it. Null before the first. */
  resolvedAt: number | null
  /** The resolution by force whose condition may still hold; null where there is none. */
  forcedAt: number | null
  /** The severity of the open incident; null where none is open. */
  incidentSeverity: Severity | null
}

/** The memory of a subject about which nothing is known yet; `incidentSeverity` is that of an incident found open. */
export const createMemory = (at: number, incidentSeverity: Severity | null = null): RuleState => ({
  state: 'DESCONOCIDO',
  since: at,
  pending: { failing: null, degraded: null, slow: null },
  clean: { failing: null, degraded: null },
  departures: [],
  unstable: false,
  lastSampleAt: null,
  silentSince: null,
  resolvedAt: null,
  forcedAt: null,
  incidentSeverity,
})

/** The memory after the service was down for so many milliseconds: that time is not silence, and not grace after a resolution by force. */
export const afterDowntime = (memory: RuleState, downMs: number): RuleState => ({
  ...memory,
  lastSampleAt: memory.lastSampleAt === null ? null : memory.lastSampleAt + downMs,
  forcedAt: memory.forcedAt === null ? null : memory.forcedAt + downMs,
})
