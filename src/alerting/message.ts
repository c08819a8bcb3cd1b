import type { IncidentStatus, Kind, Severity } from '../generated/prisma/client.ts'
import type { Localized } from '../lib/language.ts'

/**
 * The content of one delivery, independent of the format of the destination. Times are ISO strings, because it is
 * stored as JSON.
 */
export type AlertMessage = IncidentsMessage | TestMessage | DigestMessage | EventMessage

/** Incidents of one group that have opened, changed or been resolved. */
export type IncidentsMessage = {
  kind: 'INCIDENTS'
  /** The key of the group is empty and its label null if a destination groups all incidents. */
  group: { key: string; label: string | null }
  at: string
  /** The numbers of incidents; `firing` includes the acknowledged ones. */
  counts: { firing: number; acknowledged: number; resolved: number }
  /** Worst first: at most ten, or a thousand for Alertmanager. For PagerDuty, at most a thousand changed incidents. */
  firing: AlertIncident[]
  /** Number of incidents left out because of that limit. */
  omitted: number
  /** Same limit as `firing`. */
  resolved: AlertIncident[]
  omittedResolved: number
  /** The page of incidents; null without PUBLIC_ORIGIN. */
  url: string | null
  /** The id of the group's first delivery, which starts its e-mail thread; null for that delivery itself. */
  threadId: string | null
}

/** The incidents that a message lists. */
export const listedIncidents = ({ firing, resolved }: IncidentsMessage): AlertIncident[] => [...firing, ...resolved]

/** One request to a receiver that takes single incidents: an incident begins, is acknowledged, or is over. */
export type IncidentEvent = { incident: AlertIncident; says: IncidentStatus }

/**
 * The requests of a message to a receiver that takes single incidents, in order. An acknowledged incident begins first:
 * a receiver that does not have it would ignore the acknowledgement. A receiver that has it ignores the repeated
 * beginning.
 */
export const incidentEvents = (message: IncidentsMessage): IncidentEvent[] =>
  listedIncidents(message).flatMap((incident) => eventsOf[incident.status].map((says) => ({ incident, says })))

const eventsOf = {
  OPEN: ['OPEN'],
  ACKNOWLEDGED: ['OPEN', 'ACKNOWLEDGED'],
  RESOLVED: ['RESOLVED'],
} as const satisfies Record<IncidentStatus, readonly IncidentStatus[]>

/**
 * The ids of the incidents with requests that are left after the first `delivered` ones, for a receiver that takes
 * single incidents.
 */
export const incidentsLeft = (message: IncidentsMessage, delivered: number): ReadonlySet<string> =>
  idsIn(incidentEvents(message).slice(delivered))

/**
 * The ids of the incidents whose first request is among those sent when the count rose from `before` to `after`, for a
 * receiver that takes single incidents.
 */
export function incidentsBegun(message: IncidentsMessage, before: number, after: number): ReadonlySet<string> {
  const events = incidentEvents(message)
  const known = idsIn(events.slice(0, before))
  return new Set([...idsIn(events.slice(before, after))].filter((id) => !known.has(id)))
}

const idsIn = (events: readonly IncidentEvent[]) => new Set(events.map(({ incident }) => incident.id))

export type AlertIncident = {
  id: string
  number: number
  subject: { kind: Kind; key: string; name: string; area: string | null; critical: boolean }
  severity: Severity
  status: IncidentStatus
  openedAt: string
  resolvedAt: string | null
  /** The name of the operator who acknowledged the incident. */
  acknowledgedBy: string | null
  /** The numbers that decided; for an incident that is over, its severity and how it ended. */
  reason: Localized
  url: string | null
}

/** A message that an operator sends to try a destination. `by` is the operator's name. */
export type TestMessage = { kind: 'TEST'; at: string; by: string; url: string | null }

/** The incidents of a day. */
export type DigestMessage = {
  kind: 'DIGEST'
  from: string
  at: string
  opened: number
  resolved: number
  /** The incidents that are open now: at most ten, the worst first. */
  open: AlertIncident[]
  omitted: number
  /** Number of all open incidents that an operator has acknowledged; absent in messages of earlier versions. */
  acknowledged?: number
  /** Services whose keys expire soon, the earliest first, at most ten. Absent in messages of earlier versions. */
  expiring?: ExpiringKey[]
  expiringOmitted?: number
  url: string | null
}

/** A service, and the expiry of the last key with which it reports. */
export type ExpiringKey = { service: string; expiresAt: string }

/** An event that is not an incident, such as `customer.unlocked`. */
export type EventMessage = {
  kind: 'EVENT'
  at: string
  event: string
  data: Record<string, unknown>
  sentence: Localized
  url: string | null
}
