import { inTransaction, type Database, type RootDatabase } from '../../database/database.ts'
import type { DeliveryGroup, Destination } from '../../generated/prisma/client.ts'
import { createDelivery, undeliveredFields } from './create-delivery.ts'
import type { AlertedIncident } from './open-incidents.ts'
import type { GroupPlan, GroupState } from './plan-group.ts'

/** A group with its state before a step, its plan, and its incidents. */
export type PlannedGroup = {
  key: string
  before: GroupState
  plan: GroupPlan
  incidents: readonly AlertedIncident[]
}

/** Stores the states of groups that report nothing yet, unless a message was written meanwhile. */
export async function saveGroupStates(
  db: Database,
  destinationId: string,
  groups: readonly PlannedGroup[],
): Promise<void> {
  if (groups.length === 0) return
  const rows = groups.map(({ key, before, plan }) => ({
    key,
    nextAt: dateOf(plan.nextAt),
    sent: plan.sent,
    lastAt: dateOf(before.lastAt),
  }))
  await db.$executeRaw`
    INSERT INTO "DeliveryGroup" AS g ("destinationId", "key", "nextAt", "sent", "lastAt")
    SELECT ${destinationId}, r."key", r."nextAt", r."sent", r."lastAt"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS r("key" text, "nextAt" timestamp(3), "sent" jsonb, "lastAt" timestamp(3))
    ON CONFLICT ("destinationId", "key") DO UPDATE SET "nextAt" = excluded."nextAt", "sent" = excluded."sent"
    WHERE g."lastAt" IS NOT DISTINCT FROM excluded."lastAt"`
}

const dateOf = (at: number | null) => (at === null ? null : new Date(at))

/**
 * Writes the message of a group, if it has one, as a delivery, with the new state of the group, in one transaction;
 * pending messages of the group are superseded. It is not written if the group changed meanwhile, or if it would only
 * repeat a message that is still to be delivered.
 */
export async function writeGroupMessage(
  db: RootDatabase,
  destination: Destination,
  group: PlannedGroup,
  context: { at: number; publicOrigin: string | null },
): Promise<void> {
  const { plan, key } = group
  const { message } = plan
  if (!message) return
  const id = { destinationId: destination.id, key }
  await inTransaction(db, async (tx) => {
    const row = await lockGroup(tx, id)
    if (!row || (row.lastAt?.getTime() ?? null) !== group.before.lastAt) return
    const pending = await tx.delivery.findMany({ where: pendingOf(id), ...undeliveredFields })
    if (message.isRepetition && pending.length > 0) return
    const { delivery, omitted } = await createDelivery(tx, destination, { row, group, message, pending }, context)
    await tx.delivery.updateMany({
      where: { ...pendingOf(id), id: { not: delivery.id } },
      data: { status: 'SUPERSEDED', endedAt: new Date(context.at) },
    })
    await tx.deliveryGroup.update({
      where: { destinationId_key: id },
      data: {
        ...columnsOf({ ...plan, sent: { ...plan.sent, ...omitted } }),
        threadId: threadAfter(plan, row, delivery.id),
      },
    })
  })
}

const columnsOf = ({ nextAt, lastAt, sent }: GroupState) => ({ nextAt: dateOf(nextAt), lastAt: dateOf(lastAt), sent })

// A thread ends when the group's last incident is resolved.
const threadAfter = ({ sent }: GroupState, { threadId }: DeliveryGroup, deliveryId: string) =>
  Object.keys(sent).length === 0 ? null : (threadId ?? deliveryId)

type GroupId = { destinationId: string; key: string }

// Returns null for a group that another instance is writing.
async function lockGroup(tx: Database, { destinationId, key }: GroupId): Promise<DeliveryGroup | null> {
  await tx.deliveryGroup.createMany({ data: [{ destinationId, key }], skipDuplicates: true })
  const [locked] = await tx.$queryRaw<object[]>`
    SELECT 1 FROM "DeliveryGroup" WHERE "destinationId" = ${destinationId} AND "key" = ${key} FOR UPDATE SKIP LOCKED`
  return locked ? tx.deliveryGroup.findUnique({ where: { destinationId_key: { destinationId, key } } }) : null
}

const pendingOf = ({ destinationId, key }: GroupId) => ({ destinationId, groupKey: key, status: 'PENDING' as const })
