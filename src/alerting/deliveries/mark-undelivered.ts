import type { Database } from '../../database/database.ts'

/**
 * Records in the delivery groups that the incidents of these abandoned deliveries were not reported: a later message
 * reports their current state, at least one interval after `at`. Skips groups with a newer message, which already
 * reported it.
 */
export async function markUndelivered(tx: Database, deliveryIds: readonly string[], at: Date): Promise<void> {
  if (deliveryIds.length === 0) return
  await tx.$executeRaw`
    UPDATE "DeliveryGroup" g SET "sent" = g."sent" || u."reported", "nextAt" = NULL, "lastAt" = ${at}
    FROM (
      SELECT d."destinationId", d."groupKey",
        jsonb_object_agg(i."incidentId", '{"severity": null, "acknowledged": false}'::jsonb) AS "reported"
      FROM "Delivery" d JOIN "DeliveryIncident" i ON i."deliveryId" = d."id"
      WHERE d."id" = ANY(${[...deliveryIds]}) AND d."status" = 'DEAD' AND NOT EXISTS (
        SELECT FROM "Delivery" n
        WHERE n."destinationId" = d."destinationId" AND n."groupKey" = d."groupKey" AND n."createdAt" > d."createdAt")
      GROUP BY 1, 2
    ) u
    WHERE g."destinationId" = u."destinationId" AND g."key" = u."groupKey"`
}
