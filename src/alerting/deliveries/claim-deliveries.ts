import { inTransaction, type Database, type RootDatabase } from '../../database/database.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { maxAheadMs } from '../../lib/clock.ts'
import { maxRetryAfterMs } from '../outbound/retry-after.ts'
import { maxWaitMs, urgentKinds } from './destination-wait.ts'

/** Time that a delivery belongs to the instance that claimed it, unless renewed, in milliseconds. */
export const leaseMs = 60_000

/** Includes the destination of a delivery, and the key of its integration. */
export const withDestination = {
  include: { destination: { include: { subject: { select: { key: true } } } } },
} as const satisfies Prisma.DeliveryDefaultArgs

/** A delivery that this instance has claimed, with its destination. */
export type ClaimedDelivery = Prisma.DeliveryGetPayload<typeof withDestination>

/**
 * Claims deliveries that are due: one for each destination that is not waiting and has no delivery in progress on any
 * instance. Messages about incidents go first, then those due for the longest time. A claim ends with its lease, so the
 * deliveries of a dead process are repeated.
 */
export const claimDeliveries = (db: RootDatabase, at: Date): Promise<ClaimedDelivery[]> =>
  inTransaction(db, (tx) => claimWithin(tx, at))

/** Claims within a transaction. */
export async function claimWithin(tx: Database, at: Date): Promise<ClaimedDelivery[]> {
  // Two statements: the second one sees leases committed by the previous holder of the destination's lock.
  const destinations = await tx.$queryRaw<{ id: string }[]>`
    SELECT t."id" FROM ${withFirst(at)} ORDER BY t."id" FOR NO KEY UPDATE OF t SKIP LOCKED`
  const ids = destinations.map(({ id }) => id)
  return ids.length === 0 ? [] : claimFirst(tx, ids, at)
}

/**
 * The destinations `t` that are not waiting and have no delivery in progress, each with its first due delivery `d`. The
 * subqueries with LIMIT run once per destination, by index, even if the planner's statistics are out of date: a queue
 * grows faster than they do.
 */
const withFirst = (at: Date) => Prisma.sql`"Destination" t CROSS JOIN LATERAL (
    SELECT d."id" FROM "Delivery" d WHERE d."destinationId" = t."id" AND ${isDue(at)}
      AND (${isUrgent} OR ${isOver('notBefore', maxRetryAfterMs, at)})
    ORDER BY ${isUrgent} DESC, d."nextAt", d."createdAt", d."id" LIMIT 1
  ) d
  WHERE t."disabledAt" IS NULL AND ${isOver('retryAt', maxWaitMs, at)} AND (
    SELECT l."id" FROM "Delivery" l WHERE l."destinationId" = t."id" AND l."leasedUntil" IS NOT NULL
      AND ${isAhead(Prisma.sql`l."leasedUntil"`, leaseMs, at)} LIMIT 1
  ) IS NULL`

/**
 * Whether a delivery is due. A delivery whose last attempt is ahead is due too: that attempt, and the plan for the next
 * one, are from before the clock was set back.
 */
const isDue = (
  at: Date,
) => Prisma.sql`d."status" = 'PENDING' AND (d."nextAt" <= ${at} OR ${later(at, maxAheadMs)} < coalesce(
    (SELECT a."at" FROM "DeliveryAttempt" a WHERE a."deliveryId" = d."id" ORDER BY a."id" DESC LIMIT 1), d."createdAt"))`

/** Whether a delivery is of a kind that goes before other kinds. */
const isUrgent = Prisma.sql`(d."kind"::text = ANY(${urgentKinds}))`

const isOver = (column: 'retryAt' | 'notBefore', longestMs: number, at: Date) =>
  Prisma.sql`${isAhead(Prisma.sql`t.${Prisma.raw(`"${column}"`)}`, longestMs, at)} IS NOT TRUE`

/**
 * Whether a stored time is in the future. A time further ahead than the longest wait was stored before the clock was
 * set back.
 */
const isAhead = (time: Prisma.Sql, longestMs: number, at: Date) =>
  Prisma.sql`(${time} > ${at} AND ${time} <= ${later(at, longestMs + maxAheadMs)})`

const later = (at: Date, ms: number) => new Date(at.getTime() + ms)

async function claimFirst(tx: Database, destinationIds: readonly string[], at: Date): Promise<ClaimedDelivery[]> {
  const claimed = await tx.$queryRaw<{ id: string }[]>`
    UPDATE "Delivery" SET "leasedUntil" = ${later(at, leaseMs)}
    WHERE "id" IN (SELECT d."id" FROM ${withFirst(at)} AND t."id" = ANY(${[...destinationIds]}))
    RETURNING "id"`
  return tx.delivery.findMany({ where: { id: { in: claimed.map(({ id }) => id) } }, ...withDestination })
}

/** Extends the leases of deliveries in progress on this instance. */
export async function renewLeases(db: Database, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return
  // The deliveries belong to several destinations, so locked rows are skipped instead of waited for; the next renewal
  // comes before a lease ends.
  await db.$executeRaw`
    UPDATE "Delivery" SET "leasedUntil" = ${later(at, leaseMs)} WHERE "id" IN (
      SELECT "id" FROM "Delivery" WHERE "id" = ANY(${[...ids]}) AND "leasedUntil" IS NOT NULL
      FOR NO KEY UPDATE SKIP LOCKED
    )`
}

/** Ends all leases. Call only at startup, when no other process can be delivering. */
export async function releaseAllLeases(db: Database): Promise<void> {
  await db.delivery.updateMany({ where: { leasedUntil: { not: null } }, data: { leasedUntil: null } })
}

/**
 * Time at which the next pending delivery of an enabled destination is due, in milliseconds since 1970; null without
 * any.
 */
export async function nextDueAt(db: Database): Promise<number | null> {
  const [next] = await db.$queryRaw<{ at: Date | null }[]>`
    SELECT min(greatest(d."nextAt", t."retryAt", CASE WHEN NOT ${isUrgent} THEN t."notBefore" END)) AS "at"
    FROM "Delivery" d JOIN "Destination" t ON t."id" = d."destinationId"
    WHERE d."status" = 'PENDING' AND t."disabledAt" IS NULL`
  return next?.at?.getTime() ?? null
}
