import type { Database } from '../../database/database.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Sentence } from '../../messages/sentences.ts'
import { toStored } from '../../messages/stored.ts'
import { noWait } from '../deliveries/destination-wait.ts'
import { markUndelivered } from '../deliveries/mark-undelivered.ts'

/**
 * Disables a destination and gives up its pending deliveries. `because` is Vigía's reason; null if an operator disables
 * it.
 */
export async function disableDestination(tx: Database, id: string, because: Sentence | null, at: Date): Promise<void> {
  const reason = because && toStored(because)
  await tx.destination.updateMany({
    where: { id, disabledAt: null },
    data: {
      disabledAt: at,
      disabledBecause: reason?.text ?? null,
      disabledSentence: (reason?.sentence as Prisma.InputJsonObject | null | undefined) ?? Prisma.DbNull,
      version: { increment: 1 },
    },
  })
  const given = await tx.delivery.updateManyAndReturn({
    where: { destinationId: id, status: 'PENDING' },
    data: { status: 'DEAD', endedAt: at, givenUpBecause: 'DESTINATION_DISABLED' },
    select: { id: true },
  })
  await markUndelivered(
    tx,
    given.map((delivery) => delivery.id),
    at,
  )
}

/** Enables a destination: the incidents that are open then are reported again. */
export async function enableDestination(tx: Database, id: string): Promise<void> {
  await tx.destination.updateMany({
    where: { id },
    data: {
      ...noWait,
      disabledAt: null,
      disabledBecause: null,
      disabledSentence: Prisma.DbNull,
      version: { increment: 1 },
    },
  })
  await tx.deliveryGroup.updateMany({ where: { destinationId: id }, data: { lastAt: null, nextAt: null } })
}
