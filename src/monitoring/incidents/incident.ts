import type { Columns } from '../../database/columns.ts'
import type { Incident as IncidentRow, Resolution } from '../../generated/prisma/client.ts'
import type { Evidence, Severity } from '../health/rule/state.ts'

export type { Resolution }

/**
 * The reason for which an incident is suppressed: a maintenance, the incident of an upstream subject, or a library
 * under test.
 */
export type Suppression =
  | { maintenanceId: string; suppressedById: null; onboarding: false }
  | { maintenanceId: null; suppressedById: string; onboarding: false }
  | { maintenanceId: null; suppressedById: null; onboarding: true }

const columnsOfOpening = {
  id: 'text',
  kind: '"Kind"',
  subjectId: 'int',
  openedAt: 'timestamp(3)',
  previousId: 'text',
} as const satisfies Columns

/** The columns of an incident that change after it opened. */
export const changingColumns = {
  openKey: 'text',
  status: '"IncidentStatus"',
  severity: '"Severity"',
  maxSeverity: '"Severity"',
  suppressed: 'boolean',
  suppressedById: 'text',
  maintenanceId: 'text',
  onboarding: 'boolean',
  reasonEndedAt: 'timestamp(3)',
  unsuppressedAt: 'timestamp(3)',
  reopenedAt: 'timestamp(3)',
  noData: 'boolean',
  acknowledgedAt: 'timestamp(3)',
  acknowledgedById: 'text',
  resolvedAt: 'timestamp(3)',
  resolution: '"Resolution"',
  evidence: 'jsonb',
} as const satisfies Columns

/** The columns of an incident, except its number, which the database generates. */
export const incidentColumns = { ...columnsOfOpening, ...changingColumns } satisfies Record<
  Exclude<keyof IncidentRow, 'number'>,
  unknown
>

/**
 * An incident, a period during which a subject was in a bad state: the columns that its lifecycle decides, with times
 * in milliseconds since 1970. While an incident is suppressed, exactly one of `maintenanceId`, `suppressedById` and
 * `onboarding` is set as the reason. While it waits (since `reasonEndedAt`), all three are empty.
 */
export type Incident = InMilliseconds<
  Omit<IncidentRow, 'number' | 'kind' | 'subjectId' | 'openKey' | 'acknowledgedAt' | 'acknowledgedById' | 'evidence'>
>
type InMilliseconds<Row> = {
  [Name in keyof Row]: Date extends Row[Name] ? number | Exclude<Row[Name], Date> : Row[Name]
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

/**
 * The incident after a change. OPENED creates an incident; any other change of an `incident` that is null returns null.
 */
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
