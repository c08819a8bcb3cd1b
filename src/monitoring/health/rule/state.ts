/** The health of a subject, in the words of the source document. */
export type State = 'OPERATIVO' | 'DEGRADADO' | 'FALLANDO' | 'DESCONOCIDO'

/** How bad an incident is. */
export type Severity = 'FALLANDO' | 'DEGRADADO'

/** What decided a state. */
export type ReasonCode =
  | 'ERRORS_FAILING'
  | 'ERRORS_DEGRADED'
  | 'SLOW'
  | 'SILENCE_FAILING'
  | 'PARTLY_RECOVERED'
  | 'RECOVERED'
  | 'FIRST_SAMPLE'
  | 'NO_DATA'
  | 'DATA_RETURNED'
  | 'RESOLVED_BY_HAND'

/** The numbers a state was judged by; as JSON it is stored with every transition. */
export type Evidence = {
  code: ReasonCode
  /** The window that decided, in seconds; for silence, how long it had lasted. Null where none did. */
  windowSeconds: number | null
  /** Samples in that window. */
  n: number
  /** Bad samples in that window; for SLOW, slow ones. */
  bad: number
  /** Bad (for SLOW: slow) samples in the last minute or so, in percent with two decimals; null without samples. */
  recentRate: number | null
  /** p95 of the last 5 minutes in whole milliseconds; null without samples. */
  p95: number | null
  /** The threshold compared with, in percent; null where none was. */
  threshold: number | null
  /** When it was judged, in milliseconds since 1970. */
  at: number
}

/** A change of state and what decided it. */
export type Transition = { from: State; to: State; at: number; evidence: Evidence }

/** Whether this state is a reason for an incident, and then of this very severity. */
export const isBad = (state: State): state is Severity => state === 'FALLANDO' || state === 'DEGRADADO'
