import type { Database } from '../../database/database.ts'
import type { Destination, Prisma } from '../../generated/prisma/client.ts'
import type { Language } from '../../lib/language.ts'
import { channelOf } from '../channels/channels.ts'
import { newDelivery } from '../deliveries/new-delivery.ts'
import { incidentsLeft, listedIncidents, type IncidentsMessage } from '../message.ts'
import { groupLabelOf } from './group-key.ts'
import { incidentsMessage } from './incidents-message.ts'
import { findAlertedIncidents, type AlertedIncident } from './open-incidents.ts'
import { notSent, type PlannedMessage, type SentIncident } from './plan-group.ts'
import { standingOf, type IsMuted } from './standing.ts'

/** The fields to read of a pending delivery that a newer message of its group replaces. */
export const undeliveredFields = {
  select: {
    ...{ id: true, message: true, delivered: true, leasedUntil: true },
    incidents: { select: { incidentId: true } },
  },
} as const satisfies Prisma.DeliveryDefaultArgs

type Undelivered = Prisma.DeliveryGetPayload<typeof undeliveredFields>

/** A message of a group, the group with its incidents, and the deliveries that the message replaces. */
type GroupMessage = {
  group: { key: string; threadId: string | null; incidents: readonly AlertedIncident[] }
  message: PlannedMessage
  pending: readonly Undelivered[]
}

/** The time of a message in milliseconds since 1970, the origin of its URLs, and which incidents are muted. */
export type MessageContext = { at: number; publicOrigin: string | null; isMuted: IsMuted }

/**
 * Writes the delivery of a group's message. Also returns the incidents that a later message has to report: those beyond
 * the limit of a receiver that tracks alerts, and those that a replaced message reported but that are held now.
 */
export async function createDelivery(
  tx: Database,
  destination: Destination,
  { group: { key, threadId, incidents }, message, pending }: GroupMessage,
  context: MessageContext,
): Promise<{ delivery: { id: string }; untold: Record<string, SentIncident> }> {
  const { id: destinationId, type, groupBy, language } = destination
  const { tracksAlerts, takesSingleIncidents, maxListed } = channelOf(type)
  const byId = new Map(incidents.map((incident) => [incident.id, incident]))
  const firing = message.firing.flatMap((id) => byId.get(id) ?? [])
  const left = await readUndelivered(tx, destination, { message, pending, byId }, context)
  const resolved = [...message.resolved.flatMap((id) => byId.get(id) ?? []), ...left.resolved]
  const [first] = [...firing, ...resolved]
  const label = first ? groupLabelOf(groupBy, first, language as Language) : null
  const news = new Set([...message.news, ...(tracksAlerts ? pending.flatMap(idsLeft) : [])])
  const listing = { news: tracksAlerts ? news : null, onlyNews: takesSingleIncidents, limit: maxListed }
  const content = { group: { key, label }, firing, resolved, listing, threadId }
  const written = await incidentsMessage(tx, content, context)
  const delivery = newDelivery(destinationId, written, { at: new Date(context.at), groupKey: key })
  await tx.delivery.create({ data: delivery })
  const listed = new Set(listedIncidents(written).map(({ id }) => id))
  const isTold = ({ id }: AlertedIncident) => !tracksAlerts || listed.has(id)
  const rows = [...firing.filter(isTold).map(asFiring), ...resolved.filter(isTold).map(asResolved)]
  // Inserting the rows locks their incidents. The order is that of all writers of incidents, because any other could
  // deadlock.
  const inOrder = rows.toSorted((one, other) => (one.incidentId < other.incidentId ? -1 : 1))
  await tx.deliveryIncident.createMany({ data: inOrder.map((row) => ({ ...row, deliveryId: delivery.id })) })
  const omitted = [...firing.filter(({ id }) => news.has(id)), ...resolved].filter((incident) => !isTold(incident))
  const untold = [...omitted, ...left.held].map(({ id }) => [id, notSent] as const)
  return { delivery, untold: Object.fromEntries(untold) }
}

/** The incidents that a delivery still has to report to a receiver that tracks alerts. */
const idsLeft = ({ message, delivered }: Undelivered) => [
  ...incidentsLeft(message as unknown as IncidentsMessage, delivered),
]

const asFiring = ({ id, severity }: AlertedIncident) => ({ incidentId: id, severity })
const asResolved = ({ id }: AlertedIncident) => ({ incidentId: id, severity: null })

type Replacing = Pick<GroupMessage, 'message' | 'pending'> & { byId: ReadonlyMap<string, AlertedIncident> }

/**
 * The incidents of the replaced messages that the new message does not name: those that are over, if the destination is
 * told of ends, and those to report later.
 */
async function readUndelivered(
  tx: Database,
  { type, tellsResolved }: Destination,
  { message, pending, byId }: Replacing,
  { isMuted }: MessageContext,
): Promise<{ resolved: AlertedIncident[]; held: AlertedIncident[] }> {
  const named = new Set([...message.firing, ...message.resolved])
  const ids = new Set(pending.flatMap(({ incidents }) => incidents.map(({ incidentId }) => incidentId)))
  const others = [...ids].filter((id) => !named.has(id))
  const unread = others.filter((id) => !byId.has(id))
  const read = unread.length > 0 ? await findAlertedIncidents(tx, unread) : []
  const incidents = [...others.flatMap((id) => byId.get(id) ?? []), ...read]
  const isOver = (incident: AlertedIncident) => standingOf(incident, type, isMuted) === 'OVER'
  return {
    resolved: incidents.filter((incident) => tellsResolved && isOver(incident)),
    held: incidents.filter((incident) => !isOver(incident)),
  }
}
