import type { Database } from '../../database/database.ts'
import type { Delivery, Destination, Severity } from '../../generated/prisma/client.ts'
import { channelOf } from '../channels/channels.ts'
import { incidentsLeft, listedIncidents, type AlertIncident, type IncidentsMessage } from '../message.ts'
import { readSent } from './groups.ts'
import { findAlertedIncidents, type AlertedIncident } from './open-incidents.ts'
import { standingOf, type IsMuted, type Standing } from './standing.ts'

/** An incident that a delivery still has to report, its present standing, and whether the report is still true. */
export type Statement = { incident: AlertedIncident; standing: Standing; isTrue: boolean }

/** A delivery's statement about an incident: its severity (null if it is over), and its list entry if it is listed. */
type Report = { severity: Severity | null; listed: AlertIncident | undefined }

/** The statements that a delivery about the incidents of a group still has to make. */
export async function readStatements(
  db: Database,
  {
    id: deliveryId,
    destination,
    groupKey: key,
    ...delivery
  }: Delivery & { groupKey: string; destination: Destination },
  isMuted: IsMuted,
): Promise<Statement[]> {
  const { id: destinationId, type, tellsResolved } = destination
  const rows = await db.deliveryIncident.findMany({ where: { deliveryId } })
  const message = delivery.message as unknown as IncidentsMessage
  // Requests that were delivered are not statements any more: the next message of the group reports later changes.
  const unsaid = channelOf(type).takesSingleIncidents ? incidentsLeft(message, delivery.delivered) : null
  const left = rows.filter(({ incidentId }) => unsaid?.has(incidentId) ?? true)
  const incidents = await findAlertedIncidents(
    db,
    left.map(({ incidentId }) => incidentId),
  )
  const group = await db.deliveryGroup.findUnique({ where: { destinationId_key: { destinationId, key } } })
  const sent = readSent(group?.sent ?? {})
  const severities = new Map(left.map(({ incidentId, severity }) => [incidentId, severity]))
  const entries = new Map(listedIncidents(message).map((entry) => [entry.id, entry]))
  return incidents.map((incident) => {
    const standing = standingOf(incident, type, isMuted)
    const report = { severity: severities.get(incident.id) ?? null, listed: entries.get(incident.id) }
    const holds = { FIRING: isStillFiring, OVER: isStillOver, HELD: () => false }[standing]
    const isFollowed = standing === 'FIRING' ? incident.id in sent : tellsResolved
    return { incident, standing, isTrue: isFollowed && holds(incident, report) }
  })
}

const isStillFiring = ({ severity, status }: AlertedIncident, report: Report) =>
  severity === report.severity && (report.listed === undefined || report.listed.status === status)

const isStillOver = ({ resolvedAt }: AlertedIncident, { severity, listed }: Report) =>
  severity === null && (!listed?.resolvedAt || resolvedAt === null || Date.parse(listed.resolvedAt) === resolvedAt)
