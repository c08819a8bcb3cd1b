/** The health of a subject, in the words of the source document. */
export type State = 'OPERATIVO' | 'DEGRADADO' | 'FALLANDO' | 'DESCONOCIDO'

/** The severity of an incident. */
export type Severity = 'FALLANDO' | 'DEGRADADO'

/** The kind of samples that a limit counts: failed ones or slow ones. */
export type HealthSignal = 'ERRORS' | 'SLOW'

/** A cause of a bad state: too many failed or slow samples, or too few requests. */
export type Cause = HealthSignal | 'TRAFFIC'

/** The reason for a state. */
export type ReasonCode =
  | 'ERRORS_FAILING'
  | 'ERRORS_DEGRADED'
  | 'SLOW'
  | 'SILENCE_FAILING'
  | 'TRAFFIC_DROP'
  | 'PARTLY_RECOVERED'
  | 'RECOVERED'
  | 'FIRST_SAMPLE'
  | 'NO_DATA'
  | 'DATA_RETURNED'
  | 'RESOLVED_BY_HAND'
  | 'REMOVED'

/** The numbers that decided a state; stored as JSON with every transition. */
export type Evidence = {
  code: ReasonCode
  /** The deciding window in seconds; for silence, its duration. Null if no window decided. */
  windowSeconds: number | null
  /** Samples in that window. */
  n: number
  /** SLOW if `bad` and `recentRate` count slow samples. Absent if they count failed ones, and in older evidence. */
  signal?: HealthSignal
  /** Bad samples in that window, or slow ones. */
  bad: number
  /** Bad (or slow) samples in the last minute or so, in percent with two decimals; null without samples. */
  recentRate: number | null
  /** p95 of the last 5 minutes in whole milliseconds; null without samples. */
  p95: number | null
  /** The threshold of the comparison in percent; null if there was none. */
  threshold: number | null
  /** For SLOW: the duration above which samples are slow, in milliseconds. Absent in older evidence. */
  budgetMs?: number
  /** For SLOW: the usual p95 that the budget follows from; absent if the budget is fixed. */
  normalP95Ms?: number
  /**
   * Observed requests a minute in that window, and the expected minimum. Only for TRAFFIC_DROP and for a recovery from
   * it.
   */
  observedPerMinute?: number
  expectedPerMinute?: number
  /**
   * The reports of the silent service, or of the service of a silent subject. Absent otherwise, and in older evidence.
   */
  reports?: ReportEvidence
  /** Time of the evaluation, in milliseconds since 1970. */
  at: number
}

/** The reports of a service by the time of an evaluation. */
export type ReportEvidence = {
  /** Name of the service; null for the reports of all watched services. */
  service: string | null
  /** In milliseconds since 1970. */
  lastReportAt: number
  /** The interval between reports as the service states it; null if unknown. */
  intervalSeconds: number | null
  /** The last refused request since `lastReportAt`: its code and the values in its sentence; null if there is none. */
  refusal: { reason: string; values: { environment?: string; at?: string }; at: number; count: number } | null
}

/** The samples that `bad` and `recentRate` count. */
export const signalOf = ({ signal, code }: Pick<Evidence, 'signal' | 'code'>): HealthSignal =>
  signal ?? (code === 'SLOW' ? 'SLOW' : 'ERRORS')

/** A change of state with its evidence. */
export type Transition = { from: State; to: State; at: number; evidence: Evidence }

/** Whether this state causes an incident, whose severity then has the same name. */
export const isBad = (state: State): state is Severity => state === 'FALLANDO' || state === 'DEGRADADO'
