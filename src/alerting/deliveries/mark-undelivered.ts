import type { Database } from '../../database/database.ts'

/**
 * Notes in their groups that the incidents of these deliveries, which were given up, were told to nobody: a later message
 * reports how they stand, an interval after `at` at the earliest. A newer message of the group has reported that already.
 */
export async function markUndelivered(tx: Database, deliveryIds: readonly string[], at: Date): Promise<void> {
  if (deliveryIds.length === 0) return
  await tx.$executeRaw`
    UPDATE "DeliveryGroup" g SET "sent" = g."sent" || u."told", "nextAt" = NULL, "lastAt" = ${at}
    FROM (
      SELECT d."destinationId", d."groupKey",
        jsonb_object_agg(i."incidentId", '{"severity": null, "acknowledged": false}'::jsonb) AS "told"
      FROM "Delivery" d JOIN "DeliveryIncident" i ON i."deliveryId" = d."id"
      WHERE d."id" = ANY(${[...deliveryIds]}) AND d."status" = 'DEAD' AND NOT EXISTS (
        SELECT FROM "Delivery" n
        WHERE n."destinationId" = d."destinationId" AND n."groupKey" = d."groupKey" AND n."createdAt" > d."createdAt")
      GROUP BY 1, 2
    ) u
    WHERE g."destinationId" = u."destinationId" AND g."key" = u."groupKey"`
}
