import type { Database } from '../../database/database.ts'
import { olderThan } from '../../database/keyset.ts'
import type { Delivery, DeliveryAttempt, DeliveryStatus, DestinationType } from '../../generated/prisma/client.ts'
import { writePlaceInTime } from '../../lib/ordering.ts'
import type { AlertMessage } from '../message.ts'

export type { Delivery, DeliveryAttempt }

const newestFirst = [{ createdAt: 'desc' }, { id: 'desc' }] as const

/** The deliveries of a destination to list; without `status` all of them. */
export type DeliveryFilter = { destinationId: string; status?: readonly DeliveryStatus[] | null | undefined }

/**
 * The deliveries that match, newest first, at most `limit`. `after` is the place of the last one seen.
 * @throws DomainError INVALID_INPUT for a place in another list.
 */
export async function listDeliveries(db: Database, filter: DeliveryFilter, limit: number, after: string | null) {
  const rows = await db.delivery.findMany({
    where: { AND: [whereOf(filter), olderThan('createdAt', after)] },
    orderBy: [...newestFirst],
    take: limit + 1,
  })
  return { rows: rows.slice(0, limit), more: rows.length > limit }
}

/** The place of a delivery in `listDeliveries`. */
export const placeOfDelivery = ({ id, createdAt }: Delivery): string => writePlaceInTime(id, createdAt)

/** The number of deliveries that match. */
export const countDeliveries = (db: Database, filter: DeliveryFilter): Promise<number> =>
  db.delivery.count({ where: whereOf(filter) })

const whereOf = ({ destinationId, status }: DeliveryFilter) => ({
  destinationId,
  ...(status && { status: { in: [...status] } }),
})

/** The number of pending deliveries, by type of destination; types without destinations are omitted. */
export const countPendingDeliveries = (db: Database) =>
  db.$queryRaw<{ type: DestinationType; count: number }[]>`
    SELECT d."type"::text AS "type", count(v."id")::int AS "count"
    FROM "Destination" d LEFT JOIN "Delivery" v ON v."destinationId" = d."id" AND v."status" = 'PENDING'
    GROUP BY d."type"`

/** The newest delivery of each of these destinations. */
export const listLastDeliveries = (db: Database, destinationIds: readonly string[]): Promise<Delivery[]> =>
  db.$queryRaw<Delivery[]>`
    SELECT d.* FROM unnest(${[...destinationIds]}::text[]) AS destination(id) CROSS JOIN LATERAL (
      SELECT * FROM "Delivery" WHERE "destinationId" = destination.id ORDER BY "createdAt" DESC, "id" DESC LIMIT 1
    ) d`

/** The attempts of these deliveries, oldest first. */
export const listDeliveryAttempts = (db: Database, deliveryIds: readonly string[]): Promise<DeliveryAttempt[]> =>
  db.deliveryAttempt.findMany({ where: { deliveryId: { in: [...deliveryIds] } }, orderBy: { id: 'asc' } })

/** Maximum number of incidents listed for a delivery, and of deliveries listed for an incident. */
export const maxIncidentsPerDelivery = 200
export const maxDeliveriesPerIncident = 50

/** The ids of the incidents of each delivery, the newest ones first, at most 200 each. */
export const listIncidentIdsOfDeliveries = (db: Database, deliveryIds: readonly string[]) =>
  db.$queryRaw<{ deliveryId: string; incidentId: string }[]>`
    SELECT delivery.id AS "deliveryId", i."id" AS "incidentId"
    FROM unnest(${[...deliveryIds]}::text[]) AS delivery(id) CROSS JOIN LATERAL (
      SELECT n."id", n."openedAt" FROM "DeliveryIncident" d JOIN "Incident" n ON n."id" = d."incidentId"
      WHERE d."deliveryId" = delivery.id ORDER BY n."openedAt" DESC, n."id" DESC LIMIT ${maxIncidentsPerDelivery}
    ) i
    ORDER BY i."openedAt" DESC, i."id" DESC`

/** The deliveries that report each of these incidents, newest first, at most 50 each. */
export const listDeliveriesOfIncidents = (db: Database, incidentIds: readonly string[]) =>
  db.$queryRaw<(Delivery & { incidentId: string })[]>`
    SELECT incident.id AS "incidentId", d.*
    FROM unnest(${[...incidentIds]}::text[]) AS incident(id) CROSS JOIN LATERAL (
      SELECT v.* FROM "DeliveryIncident" r JOIN "Delivery" v ON v."id" = r."deliveryId"
      WHERE r."incidentId" = incident.id ORDER BY v."createdAt" DESC, v."id" DESC LIMIT ${maxDeliveriesPerIncident}
    ) d
    ORDER BY d."createdAt" DESC, d."id" DESC`

/** The number of incidents that a message reports as open, and as ended. */
export function countsOf({ message }: Pick<Delivery, 'message'>): { firing: number; resolved: number } {
  const content = message as AlertMessage
  return content.kind === 'INCIDENTS' ? content.counts : { firing: 0, resolved: 0 }
}
