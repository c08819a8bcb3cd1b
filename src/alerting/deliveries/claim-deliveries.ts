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
 * Claims the deliveries that are due: at most one of each destination, the oldest one, and none of a destination that
 * has one under way on any instance. A claim ends with its lease, so a delivery whose process died is delivered again.
 */
export function claimDeliveries(db: RootDatabase, limit: number, at: Date): Promise<ClaimedDelivery[]> {
  return inTransaction(db, async (tx) => {
    // Two statements: the second one sees the leases of whoever held the lock on a destination before.
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

/** Extends the leases of deliveries that are under way on this instance. */
export async function renewLeases(db: Database, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return
  const leasedUntil = new Date(at.getTime() + leaseMs)
  await db.delivery.updateMany({ where: { id: { in: [...ids] }, leasedUntil: { not: null } }, data: { leasedUntil } })
}

/** Gives claimed deliveries back: they are due at once. */
export async function releaseLeases(db: Database, ids: readonly string[]): Promise<void> {
  await db.delivery.updateMany({ where: { id: { in: [...ids] } }, data: { leasedUntil: null } })
}

/** Ends all leases. Only for a start at which no other process can be delivering. */
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
