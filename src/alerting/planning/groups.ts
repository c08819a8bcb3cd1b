import type { Database } from '../../database/database.ts'
import type { DeliveryGroup } from '../../generated/prisma/client.ts'
import type { GroupState, SentIncident } from './plan-group.ts'

/** The primary key of a group. */
export type GroupId = { destinationId: string; key: string }

/** The stored state of a group. */
export const readState = ({ nextAt, lastAt, sent }: DeliveryGroup): GroupState => ({
  nextAt: nextAt?.getTime() ?? null,
  lastAt: lastAt?.getTime() ?? null,
  sent: readSent(sent),
})

export const readSent = (sent: unknown) => sent as Record<string, SentIncident>

/** Reads a group, and creates it if it is missing. The destination must be locked. */
export async function requireGroup(tx: Database, { destinationId, key }: GroupId): Promise<DeliveryGroup> {
  await tx.deliveryGroup.createMany({ data: [{ destinationId, key }], skipDuplicates: true })
  return tx.deliveryGroup.findUniqueOrThrow({ where: { destinationId_key: { destinationId, key } } })
}

/**
 * Stores the state of a group whose destination is locked. `deliveryId` is the delivery written for the group; null
 * without one.
 */
export async function saveGroup(
  tx: Database,
  { destinationId, key, threadId }: DeliveryGroup,
  { nextAt, lastAt, sent }: GroupState,
  deliveryId: string | null,
): Promise<void> {
  await tx.deliveryGroup.update({
    where: { destinationId_key: { destinationId, key } },
    data: {
      nextAt: dateOf(nextAt),
      lastAt: dateOf(lastAt),
      sent,
      // A thread ends when the group's last incident is resolved.
      threadId: Object.keys(sent).length === 0 ? null : (threadId ?? deliveryId),
    },
  })
}

export const dateOf = (at: number | null): Date | null => (at === null ? null : new Date(at))
