import { inTransaction, type Database, type RootDatabase } from '../../database/database.ts'
import { Prisma } from '../../generated/prisma/client.ts'

/** How long a delivery belongs to the instance that claimed it, unless renewed. */
export const leaseMs = 60_000

/** Includes the destination of a delivery, and the key of its integration. */
export const withDestination = {
  include: { destination: { include: { subject: { select: { key: true } } } } },
} as const satisfies Prisma.DeliveryDefaultArgs

/** A delivery that this instance has claimed, with its destination. */
export type ClaimedDelivery = Prisma.DeliveryGetPayload<typeof withDestination>

/**
 * Claims the deliveries that are due: at most the oldest one of each destination, and none of a destination with a
 * delivery in progress on any instance. A claim ends with its lease, so deliveries of a dead process are repeated.
 */
export function claimDeliveries(db: RootDatabase, limit: number, at: Date): Promise<ClaimedDelivery[]> {
  return inTransaction(db, async (tx) => {
    // Two statements: the second one sees leases committed by the previous holder of the destination's lock.
    const destinations = await tx.$queryRaw<{ id: string }[]>`
      SELECT "id" FROM "Destination" t WHERE "disabledAt" IS NULL
        AND EXISTS (SELECT FROM "Delivery" d WHERE d."destinationId" = t."id" AND ${isDue(at)})
        AND NOT EXISTS (SELECT FROM "Delivery" d WHERE d."destinationId" = t."id" AND d."leasedUntil" > ${at})
      ORDER BY "id" LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED`
    const ids = destinations.map(({ id }) => id)
    return ids.length === 0 ? [] : claimOldest(tx, ids, at)
  })
}

const isDue = (at: Date) => Prisma.sql`d."status" = 'PENDING' AND d."nextAt" <= ${at}`

async function claimOldest(tx: Database, destinationIds: readonly string[], at: Date): Promise<ClaimedDelivery[]> {
  const claimed = await tx.$queryRaw<{ id: string }[]>`
    UPDATE "Delivery" SET "leasedUntil" = ${new Date(at.getTime() + leaseMs)}
    WHERE "id" IN (
      SELECT DISTINCT ON (d."destinationId") d."id" FROM "Delivery" d
      WHERE d."destinationId" = ANY(${[...destinationIds]}) AND ${isDue(at)}
        AND NOT EXISTS (
          SELECT FROM "Delivery" o WHERE o."destinationId" = d."destinationId" AND o."leasedUntil" > ${at})
      ORDER BY d."destinationId", d."createdAt", d."id"
    )
    RETURNING "id"`
  return tx.delivery.findMany({ where: { id: { in: claimed.map(({ id }) => id) } }, ...withDestination })
}

/** Extends the leases of deliveries in progress on this instance. */
export async function renewLeases(db: Database, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return
  const leasedUntil = new Date(at.getTime() + leaseMs)
  await db.delivery.updateMany({ where: { id: { in: [...ids] }, leasedUntil: { not: null } }, data: { leasedUntil } })
}

/** Releases claimed deliveries: they are due at once. */
export async function releaseLeases(db: Database, ids: readonly string[]): Promise<void> {
  await db.delivery.updateMany({ where: { id: { in: [...ids] } }, data: { leasedUntil: null } })
}

/** Ends all leases. Call only at startup, when no other process can be delivering. */
export async function releaseAllLeases(db: Database): Promise<void> {
  await db.delivery.updateMany({ where: { leasedUntil: { not: null } }, data: { leasedUntil: null } })
}

/** When the next pending delivery of an enabled destination is due, in milliseconds since 1970; null without any. */
export async function nextDueAt(db: Database): Promise<number | null> {
  const next = await db.delivery.findFirst({
    where: { status: 'PENDING', destination: { disabledAt: null } },
    orderBy: { nextAt: 'asc' },
    select: { nextAt: true },
  })
  return next?.nextAt.getTime() ?? null
}
