import { inTransaction, type Database, type RootDatabase } from '../../database/database.ts'
import { isAhead } from '../../lib/clock.ts'
import { maxListedForPeople } from '../channels/channel.ts'
import { canReceive } from '../channels/channels.ts'
import { newDelivery } from '../deliveries/new-delivery.ts'
import {
  matchesFilter,
  readFilter,
  type DestinationFilter,
  type FilteredIncident,
} from '../destinations/destination-filter.ts'
import type { DigestMessage, ExpiringKey } from '../message.ts'
import { incidentsUrl, listInMessage, sortWorstFirst } from './alert-incident.ts'
import { isDigestDue } from './digest-due.ts'
import { listAlertedIncidents, listIncidentsSince, type AlertedIncident } from './open-incidents.ts'
import type { PlannedDestination, PlanningContext } from './plan-deliveries.ts'
import { expiresSoon } from '../../auth/tokens/expires-soon.ts'
import { findServiceParts } from '../../monitoring/services/service-parts.ts'

const dayMs = 24 * 3_600_000

/** Writes the daily digests that are due. */
export async function planDigests(
  db: RootDatabase,
  destinations: readonly PlannedDestination[],
  context: PlanningContext,
): Promise<void> {
  const due = destinations.filter((destination) => isDue(destination, context.at))
  if (due.length === 0) return
  const incidents = await listAlertedIncidents(db, [])
  for (const destination of due) await writeDigest(db, destination, incidents, context)
}

const isDue = ({ type, digestHour, digestZone, lastDigestAt, createdAt }: PlannedDestination, at: number) =>
  canReceive(type, 'DIGEST') &&
  digestHour !== null &&
  digestZone !== null &&
  isDigestDue({ hour: digestHour, zone: digestZone, lastAt: (lastDigestAt ?? createdAt).getTime() }, at)

async function writeDigest(
  db: RootDatabase,
  destination: PlannedDestination,
  incidents: readonly AlertedIncident[],
  context: PlanningContext,
) {
  const { id, lastDigestAt, createdAt } = destination
  const at = new Date(context.at)
  const last = lastDigestAt ?? createdAt
  // The last digest is ahead: its time is from before the clock was set back, so the digest covers the last day.
  const from = isAhead(last.getTime(), context.at) ? new Date(context.at - dayMs) : last
  await inTransaction(db, async (tx) => {
    const message = await digestMessage(tx, { destination, from, incidents }, context)
    // If several instances try, only one of them writes the digest.
    const { count } = await tx.destination.updateMany({ where: { id, lastDigestAt }, data: { lastDigestAt: at } })
    if (count > 0) await tx.delivery.create({ data: newDelivery(id, message, { at }) })
  })
}

type DigestContent = { destination: PlannedDestination; from: Date; incidents: readonly AlertedIncident[] }

async function digestMessage(
  tx: Database,
  { destination, from, incidents }: DigestContent,
  { at, publicOrigin }: PlanningContext,
): Promise<DigestMessage> {
  const filter = readFilter(destination.filter)
  const isReported = (incident: AlertedIncident) =>
    incident.subjectId !== destination.subjectId && matchesFilter(filter, incident)
  const open = sortWorstFirst(incidents.filter(isReported))
  const recent = await listIncidentsSince(tx, from)
  const { listed, omitted } = await listInMessage(tx, open, { publicOrigin, limit: maxListedForPeople })
  const expiring = await listExpiringKeys(tx, filter, new Date(at))
  const since = from.getTime()
  return {
    kind: 'DIGEST',
    from: from.toISOString(),
    at: new Date(at).toISOString(),
    opened: recent.filter((incident) => incident.openSince >= since && isReported(incident)).length,
    resolved: recent.filter((incident) => (incident.resolvedAt ?? 0) >= since && isReported(incident)).length,
    open: listed,
    omitted,
    acknowledged: open.filter(({ status }) => status === 'ACKNOWLEDGED').length,
    expiring: expiring.slice(0, maxListedForPeople),
    expiringOmitted: Math.max(0, expiring.length - maxListedForPeople),
    url: incidentsUrl(publicOrigin),
  }
}

/** The services whose last reporting token expires soon, ordered by its expiry, as far as the filter includes them. */
async function listExpiringKeys(db: Database, filter: DestinationFilter, at: Date): Promise<ExpiringKey[]> {
  const services = await db.service.findMany({
    where: { retiredAt: null },
    include: {
      subject: true,
      tokens: {
        ...{ where: { revokedAt: null, scopes: { has: 'ingest:observations' } } },
        ...{ orderBy: { expiresAt: 'desc' }, take: 1 },
      },
    },
  })
  const expiring = services.flatMap(({ name, subject, tokens: [last] }) =>
    subject && last && expiresSoon(last, at)
      ? [{ service: name, expiresAt: last.expiresAt.toISOString(), subject }]
      : [],
  )
  const ids = expiring.map(({ subject }) => subject.id)
  const parts = await findServiceParts(db, ids)
  // Keys have no severity, so the severities of the filter are ignored.
  const ofAnySeverity = { ...filter, severities: [] }
  return expiring
    .filter(({ subject: { id, kind, key, critical } }) => {
      const one: FilteredIncident = { kind, subjectKey: key, critical, areaId: null, severity: 'DEGRADADO' }
      return matchesFilter(ofAnySeverity, { ...one, parts: parts.get(id) ?? [] })
    })
    .map(({ service, expiresAt }) => ({ service, expiresAt }))
    .sort((one, other) => (one.expiresAt < other.expiresAt ? -1 : 1))
}
