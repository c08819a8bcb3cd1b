import { inTransaction, type Database, type RootDatabase } from '../../database/database.ts'
import { log } from '../../lib/log.ts'
import { keptSince } from '../../lib/retention.ts'
import { lockFreeDestinations } from '../destinations/lock-destination.ts'
import { maxRetryAfterMs } from '../outbound/retry-after.ts'
import { patientKinds } from './destination-wait.ts'
import { scheduleMs } from './retry-schedule.ts'

/**
 * Time that a message which is not about incidents is tried: the longest wait that does not count, and all attempts; in
 * milliseconds.
 */
const triedMs = maxRetryAfterMs + scheduleMs

/**
 * Gives up messages not about incidents that their destination has not accepted for more than a day since they were
 * written or sent again. Deletes deliveries after 90 days, and idle groups without pending reports or reported
 * incidents. Destinations that are locked at the moment are left to the next call.
 */
export const clearOldDeliveries = (db: RootDatabase, at: Date): Promise<void> =>
  inTransaction(db, async (tx) => {
    const ids = await lockFreeDestinations(tx)
    await giveUpOld(tx, ids, at)
    const destinationId = { in: ids }
    const createdAt = { lte: keptSince('delivery', at) }
    await tx.delivery.deleteMany({ where: { destinationId, createdAt, status: { not: 'PENDING' } } })
    const lastAt = { lte: keptSince('idleGroup', at) }
    await tx.deliveryGroup.deleteMany({ where: { destinationId, sent: { equals: {} }, nextAt: null, lastAt } })
  })

/**
 * Gives up old messages, except those in progress. The lease of a dead process stays until the delivery is claimed
 * again.
 */
async function giveUpOld(tx: Database, destinationIds: string[], at: Date): Promise<void> {
  const before = { lte: new Date(at.getTime() - triedMs) }
  const { count } = await tx.delivery.updateMany({
    where: {
      ...{ destinationId: { in: destinationIds }, status: 'PENDING', kind: { in: patientKinds } },
      AND: [
        { OR: [{ leasedUntil: null }, { leasedUntil: { lte: at } }] },
        { OR: [{ sentAgainAt: null, createdAt: before }, { sentAgainAt: before }] },
      ],
    },
    data: { status: 'DEAD', endedAt: at, givenUpBecause: 'TOO_OLD' },
  })
  if (count > 0) log.warn({ count }, 'gave up events and digests that their destinations had not taken for over a day')
}
