import type { Evidence, Severity } from '../health/rule/state.ts'

/** The way an incident ended. */
export type Resolution = 'AUTOMATIC' | 'BY_HAND' | 'BY_FORCE' | 'SUBJECT_REMOVED' | 'ACCEPTED_AS_NORMAL'

/**
 * The reason for which an incident is suppressed: a maintenance, the incident of an upstream subject, or that its library
 * is under test.
 */
export type Suppression =
  | { maintenanceId: string; suppressedById: null; onboarding: false }
  | { maintenanceId: null; suppressedById: string; onboarding: false }
  | { maintenanceId: null; suppressedById: null; onboarding: true }

/** An incident, a period during which a subject was in a bad state: the fields its lifecycle depends on. */
export type Incident = {
  id: string
  status: 'OPEN' | 'ACKNOWLEDGED' | 'RESOLVED'
  severity: Severity
  maxSeverity: Severity
  noData: boolean
  /** In milliseconds since 1970, as is `resolvedAt`. */
  openedAt: number
  resolvedAt: number | null
  resolution: Resolution | null
  previousId: string | null
  /**
   * Whether it is excluded from the counts; then exactly one of `maintenanceId`, `suppressedById` and `onboarding` is
   * set as the reason.
   */
  suppressed: boolean
  maintenanceId: string | null
  suppressedById: string | null
  onboarding: boolean
  /** Since when it waits, suppressed without a reason, in milliseconds since 1970; null while it has one. */
  reasonEndedAt: number | null
  /** When it was last unsuppressed, in milliseconds since 1970; null if it never was. */
  unsuppressedAt: number | null
  /** When it last reopened, in milliseconds since 1970; null if it never did. */
  reopenedAt: number | null
}

/** The usual values before and after an operator accepted something as normal; null if they are not known. */
export type Accepted = { before: UsualValue; after: UsualValue }
type UsualValue = { normalP95Ms: number } | { expectedPerMinute: number | null }

/** One event of an incident, named as in its timeline. `severity` is the severity after it. */
export type IncidentChange = { id: string; severity: Severity; evidence: Evidence | null } & (
  | { event: 'OPENED'; previousId: string | null }
  | { event: 'RESOLVED'; resolution: Resolution; accepted?: Accepted }
  | { event: 'REOPENED' | 'ESCALATED' | 'DEESCALATED' }
  | { event: 'RELEASED' | 'UNSUPPRESSED' }
  | ({ event: 'SUPPRESSED' } & Suppression)
  | { event: 'TAKEN_OVER'; /** The e-mail of the operator it was taken from. */ from: string | null }
  | { event: 'ACKNOWLEDGED' | 'ACKNOWLEDGEMENT_WITHDRAWN' | 'UNSTABLE' | 'NO_DATA' | 'DATA_RETURNED' }
)

/** The incident after a change; `incident` is null if the change opens it. Any other change of null returns null. */
export function applyChange(incident: Incident | null, change: IncidentChange, at: number): Incident | null {
  if (change.event === 'OPENED') return openIncident(change, change.previousId, at)
  return incident && { ...incident, ...effectOf(change, incident, at) }
}

const openIncident = ({ id, severity }: IncidentChange, previousId: string | null, at: number): Incident => ({
  id,
  status: 'OPEN',
  severity,
  maxSeverity: severity,
  noData: false,
  openedAt: at,
  resolvedAt: null,
  resolution: null,
  previousId,
  ...notSuppressed,
  unsuppressedAt: null,
  reopenedAt: null,
})

const notSuppressed = {
  suppressed: false,
  maintenanceId: null,
  suppressedById: null,
  onboarding: false,
  reasonEndedAt: null,
} as const

function effectOf(change: IncidentChange, { maxSeverity }: Incident, at: number): Partial<Incident> {
  const { severity } = change
  if (change.event === 'RESOLVED')
    return { status: 'RESOLVED', resolvedAt: at, resolution: change.resolution, noData: false }
  if (change.event === 'SUPPRESSED') {
    const { maintenanceId, suppressedById, onboarding } = change
    return { suppressed: true, maintenanceId, suppressedById, onboarding, reasonEndedAt: null }
  }
  if (change.event === 'UNSUPPRESSED') return { ...notSuppressed, unsuppressedAt: at }
  const reopened = change.event === 'REOPENED' && { reopenedAt: at }
  return { ...effects[change.event], ...reopened, severity, maxSeverity: worse(severity, maxSeverity) }
}

// The fields each event sets, besides `severity`, which every change has.
const effects = {
  OPENED: {},
  ESCALATED: {},
  DEESCALATED: {},
  REOPENED: { status: 'OPEN', resolvedAt: null, resolution: null, ...notSuppressed },
  ACKNOWLEDGED: { status: 'ACKNOWLEDGED' },
  ACKNOWLEDGEMENT_WITHDRAWN: { status: 'OPEN' },
  RELEASED: { status: 'OPEN' },
  TAKEN_OVER: {},
  UNSTABLE: {},
  NO_DATA: { noData: true },
  DATA_RETURNED: { noData: false },
} as const satisfies Record<string, Partial<Incident>>

const worse = (one: Severity, other: Severity) => (one === 'FALLANDO' ? one : other)
