import type { Database } from '../../database/database.ts'

const dayMs = 24 * 60 * 60_000

/** How long deliveries are kept. */
const keptMs = 90 * dayMs

/** Longer than any interval between two messages of a group. */
const idleGroupMs = 7 * dayMs

/** Deletes deliveries after 90 days, and idle groups with no pending report and no reported incidents. */
export async function clearOldDeliveries(db: Database, at: Date): Promise<void> {
  const createdAt = { lte: new Date(at.getTime() - keptMs) }
  await db.delivery.deleteMany({ where: { createdAt, status: { not: 'PENDING' } } })
  const lastAt = { lte: new Date(at.getTime() - idleGroupMs) }
  await db.deliveryGroup.deleteMany({ where: { sent: { equals: {} }, nextAt: null, lastAt } })
}
