import type { Evidence, Severity } from '../health/rule/state.ts'

/** The way an incident ended. */
export type Resolution = 'AUTOMATIC' | 'BY_HAND' | 'BY_FORCE' | 'SUBJECT_REMOVED'

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
}

/** One event of an incident, named as in its timeline. `severity` is the severity after it. */
export type IncidentChange = { id: string; severity: Severity; evidence: Evidence | null } & (
  | { event: 'OPENED'; previousId: string | null }
  | { event: 'RESOLVED'; resolution: Resolution }
  | { event: 'REOPENED' | 'ESCALATED' | 'DEESCALATED' }
  | { event: 'ACKNOWLEDGED' | 'ACKNOWLEDGEMENT_WITHDRAWN' | 'UNSTABLE' | 'NO_DATA' | 'DATA_RETURNED' }
)

/** The incident after a change; `incident` is null if the change opens it. Any other change of null returns null. */
export function applyChange(incident: Incident | null, change: IncidentChange, at: number): Incident | null {
  if (change.event === 'OPENED') return opened(change, change.previousId, at)
  return incident && { ...incident, ...effectOf(change, incident, at) }
}

const opened = ({ id, severity }: IncidentChange, previousId: string | null, at: number): Incident => ({
  id,
  status: 'OPEN',
  severity,
  maxSeverity: severity,
  noData: false,
  openedAt: at,
  resolvedAt: null,
  resolution: null,
  previousId,
})

function effectOf(change: IncidentChange, { maxSeverity }: Incident, at: number): Partial<Incident> {
  const { severity } = change
  if (change.event === 'RESOLVED')
    return { status: 'RESOLVED', resolvedAt: at, resolution: change.resolution, noData: false }
  return { ...effects[change.event], severity, maxSeverity: worse(severity, maxSeverity) }
}

// The fields each event sets, besides `severity`, which every change has.
const effects = {
  OPENED: {},
  ESCALATED: {},
  DEESCALATED: {},
  REOPENED: { status: 'OPEN', resolvedAt: null, resolution: null },
  ACKNOWLEDGED: { status: 'ACKNOWLEDGED' },
  ACKNOWLEDGEMENT_WITHDRAWN: { status: 'OPEN' },
  UNSTABLE: {},
  NO_DATA: { noData: true },
  DATA_RETURNED: { noData: false },
} as const satisfies Record<string, Partial<Incident>>

const worse = (one: Severity, other: Severity) => (one === 'FALLANDO' ? one : other)
