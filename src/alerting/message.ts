import type { IncidentStatus, Kind, Severity } from '../generated/prisma/client.ts'
import type { Localized } from '../lib/language.ts'

/** The content of one delivery, in no format of a destination. Times are ISO strings: it is stored as JSON. */
export type AlertMessage = IncidentsMessage | TestMessage | DigestMessage | EventMessage

/** Incidents of one group that have opened, changed or been resolved. */
export type IncidentsMessage = {
  kind: 'INCIDENTS'
  /** The key of the group is empty and its label null if a destination groups all incidents. */
  group: { key: string; label: string | null }
  at: string
  /** `firing` includes the acknowledged ones. */
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

/** One request to a receiver that takes single incidents: that an incident begins, is acknowledged, or is over. */
export type IncidentEvent = { incident: AlertIncident; says: IncidentStatus }

/**
 * The requests of a message to a receiver that takes single incidents, in order. An acknowledged incident begins first:
 * the receiver may not have it yet, and ignores the acknowledgement then. If it has it, the beginning changes nothing.
 */
export const incidentEvents = (message: IncidentsMessage): IncidentEvent[] =>
  listedIncidents(message).flatMap((incident) => eventsOf[incident.status].map((says) => ({ incident, says })))

const eventsOf = {
  OPEN: ['OPEN'],
  ACKNOWLEDGED: ['OPEN', 'ACKNOWLEDGED'],
  RESOLVED: ['RESOLVED'],
} as const satisfies Record<IncidentStatus, readonly IncidentStatus[]>

/** The ids of the incidents of which requests are left after so many, for a receiver that takes single incidents. */
export const incidentsLeft = (message: IncidentsMessage, delivered: number): ReadonlySet<string> =>
  idsIn(incidentEvents(message).slice(delivered))

/** The ids of the incidents of which it got the first request when its count of requests rose from `before` to `after`. */
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
  /** The name of the operator who has acknowledged it. */
  acknowledgedBy: string | null
  /** The numbers that decided; of an incident that is over, how bad it was and how it ended. */
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
  /** How many of all open ones somebody is handling; absent in messages of earlier versions. */
  acknowledged?: number
  /** Services whose keys expire soon, the next first: at most ten. Absent in messages of earlier versions. */
  expiring?: ExpiringKey[]
  expiringOmitted?: number
  url: string | null
}

/** A service and when the last key with which it reports expires. */
export type ExpiringKey = { service: string; expiresAt: string }

/** An event that is no incident, such as `customer.unlocked`. */
export type EventMessage = {
  kind: 'EVENT'
  at: string
  event: string
  data: Record<string, unknown>
  sentence: Localized
  url: string | null
}
