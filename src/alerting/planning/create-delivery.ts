import type { Database } from '../../database/database.ts'
import type { DeliveryGroup, Destination, Prisma } from '../../generated/prisma/client.ts'
import type { Language } from '../../lib/language.ts'
import { takesSingleIncidents, tracksAlerts } from '../channels/channels.ts'
import { newDelivery } from '../deliveries/new-delivery.ts'
import type { IncidentsMessage } from '../message.ts'
import { maxListed } from './alert-incident.ts'
import { groupLabelOf } from './group-key.ts'
import { incidentsMessage } from './incidents-message.ts'
import { findAlertedIncidents, type AlertedIncident } from './open-incidents.ts'
import type { PlannedMessage, SentIncident } from './plan-group.ts'

/** Maximum incidents in a message to a receiver that tracks one alert per incident. */
const maxTracked = 1_000

/** The fields of a pending delivery that a newer message of its group replaces. */
export const undeliveredFields = {
  select: { id: true, message: true, delivered: true, incidents: { select: { incidentId: true, severity: true } } },
} as const satisfies Prisma.DeliveryDefaultArgs

type Undelivered = Prisma.DeliveryGetPayload<typeof undeliveredFields>

/** A message of a group, the group as it was before, its incidents, and the deliveries that the message replaces. */
type GroupMessage = {
  row: DeliveryGroup
  group: { key: string; incidents: readonly AlertedIncident[] }
  message: PlannedMessage
  pending: readonly Undelivered[]
}

/**
 * Writes the delivery of a group's message. Also returns the incidents beyond the limit of the message, for receivers
 * that only learn of listed incidents: a later message has to report them.
 */
export async function createDelivery(
  tx: Database,
  { id: destinationId, type, groupBy, language }: Destination,
  { row, group: { key, incidents }, message, pending }: GroupMessage,
  { at, publicOrigin }: { at: number; publicOrigin: string | null },
): Promise<{ delivery: { id: string }; omitted: Record<string, SentIncident> }> {
  const byId = new Map(incidents.map((incident) => [incident.id, incident]))
  const firing = message.firing.flatMap((id) => byId.get(id) ?? [])
  const resolved = await withUndelivered(tx, { message, pending, byId })
  const [first] = [...firing, ...resolved]
  const label = first ? groupLabelOf(groupBy, first, language as Language) : null
  const isSingle = takesSingleIncidents(type)
  const news = isSingle ? new Set([...message.news, ...pending.flatMap(idsLeft)]) : null
  const limit = tracksAlerts(type) ? maxTracked : maxListed
  const content = { group: { key, label }, firing, resolved, news, limit, threadId: row.threadId }
  const written = await incidentsMessage(tx, content, { at, publicOrigin })
  const delivery = newDelivery(destinationId, written, { at: new Date(at), groupKey: key })
  await tx.delivery.create({ data: delivery })
  const candidates = [...firing.filter(({ id }) => news?.has(id) ?? true), ...resolved]
  const listed = new Set(listedIds(written))
  const included = isSingle ? candidates.filter(({ id }) => listed.has(id)) : candidates
  // Inserting the rows locks their incidents. Use the order of other writers of incidents: any other could deadlock.
  const inOrder = included.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  await tx.deliveryIncident.createMany({ data: inOrder.map((incident) => toRow(incident, delivery.id)) })
  const omitted = candidates.filter((incident) => !included.includes(incident)).map(({ id }) => [id, notSent] as const)
  return { delivery, omitted: Object.fromEntries(omitted) }
}

const notSent: SentIncident = { severity: null, acknowledged: false }

const toRow = ({ id, severity, isOpen }: AlertedIncident, deliveryId: string) => ({
  deliveryId,
  incidentId: id,
  severity: isOpen ? severity : null,
})

const listedIds = ({ firing, resolved }: IncidentsMessage) => [...firing, ...resolved].map(({ id }) => id)

/** The incidents whose request a delivery has not sent yet. */
const idsLeft = ({ message, delivered }: Undelivered) =>
  listedIds(message as unknown as IncidentsMessage).slice(delivered)

type Resolving = Pick<GroupMessage, 'message' | 'pending'> & { byId: ReadonlyMap<string, AlertedIncident> }

/** The resolved incidents of a message, with those of the undelivered messages that it replaces. */
async function withUndelivered(tx: Database, { message, pending, byId }: Resolving): Promise<AlertedIncident[]> {
  const undelivered = pending.flatMap(({ incidents }) => incidents).filter(({ severity }) => severity === null)
  const ids = new Set([...message.resolved, ...undelivered.map(({ incidentId }) => incidentId)])
  for (const id of message.firing) ids.delete(id)
  const unread = [...ids].filter((id) => !byId.has(id))
  const read = unread.length > 0 ? await findAlertedIncidents(tx, unread) : []
  return [...[...ids].flatMap((id) => byId.get(id) ?? []), ...read].filter(({ isOpen }) => !isOpen)
}
