import type { Database } from '../../database/database.ts'
import { matchesFilter, type DestinationFilter } from '../destinations/destination-filter.ts'
import { readSent } from '../planning/groups.ts'
import { findAlertedIncidents } from '../planning/open-incidents.ts'

/**
 * Records in the delivery groups that the incidents of these abandoned deliveries were not reported: a later message
 * reports their present state, at least one interval after `at`. Incidents that another message of the group reported
 * as well are told again, because the times do not show which message came last, and the other one may lack what the
 * abandoned one said.
 */
export async function markUndelivered(tx: Database, deliveryIds: readonly string[], at: Date): Promise<void> {
  if (deliveryIds.length === 0) return
  await tx.$executeRaw`
    UPDATE "DeliveryGroup" g SET "sent" = g."sent" || u."reported", "nextAt" = NULL, "lastAt" = ${at}
    FROM (
      SELECT d."destinationId", d."groupKey",
        jsonb_object_agg(i."incidentId", '{"severity": null, "acknowledged": false}'::jsonb) AS "reported"
      FROM "Delivery" d JOIN "DeliveryIncident" i ON i."deliveryId" = d."id"
      WHERE d."id" = ANY(${[...deliveryIds]}) AND d."status" = 'DEAD'
      GROUP BY 1, 2
    ) u
    WHERE g."destinationId" = u."destinationId" AND g."key" = u."groupKey"`
}

/**
 * Records in the delivery groups of a destination with a new target that only pending messages are reported to it.
 * Later messages report the present state of the other incidents, without waiting for an interval after the messages to
 * the former target. Open incidents that do not match the new `filter` are removed: the new target was never told of
 * them.
 */
export async function markUntold(tx: Database, destinationId: string, filter: DestinationFilter | null): Promise<void> {
  const excluded = filter ? await findExcluded(tx, destinationId, filter) : []
  await tx.$executeRaw`
    UPDATE "DeliveryGroup" g SET "nextAt" = NULL,
      "sent" = (g."sent" - coalesce(u."ids", '{}')) || coalesce(u."untold", '{}'),
      "lastAt" = g."lastAt" - t."intervalMs" * interval '1 millisecond'
    FROM "Destination" t, (
      SELECT r."key", array_agg(s."id") AS "ids",
        jsonb_object_agg(s."id", '{"severity": null, "acknowledged": false}'::jsonb)
          FILTER (WHERE s."id" <> ALL(${excluded}::text[])) AS "untold"
      FROM "DeliveryGroup" r, jsonb_object_keys(r."sent") s("id")
      WHERE r."destinationId" = ${destinationId} AND NOT EXISTS (
        SELECT FROM "Delivery" d JOIN "DeliveryIncident" i ON i."deliveryId" = d."id"
        WHERE d."destinationId" = r."destinationId" AND d."groupKey" = r."key" AND d."status" = 'PENDING'
          AND i."incidentId" = s."id"
      )
      GROUP BY 1
    ) u
    WHERE g."destinationId" = ${destinationId} AND g."key" = u."key" AND t."id" = g."destinationId"`
}

/** The open incidents reported to a destination that do not match a filter. */
async function findExcluded(tx: Database, destinationId: string, filter: DestinationFilter): Promise<string[]> {
  const groups = await tx.deliveryGroup.findMany({ where: { destinationId } })
  const reported = await findAlertedIncidents(
    tx,
    groups.flatMap(({ sent }) => Object.keys(readSent(sent))),
  )
  return reported.filter((one) => one.isOpen && !matchesFilter(filter, one)).map(({ id }) => id)
}
