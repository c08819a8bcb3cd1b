import { isDeepStrictEqual } from 'node:util'
import { inTransaction, type Database, type RootDatabase } from '../../database/database.ts'
import type { Destination } from '../../generated/prisma/client.ts'
import { lockDestination } from '../destinations/lock-destination.ts'
import { createDelivery, undeliveredFields, type MessageContext } from './create-delivery.ts'
import { dateOf, requireGroup, readState, saveGroup, type GroupId } from './groups.ts'
import type { AlertedIncident } from './open-incidents.ts'
import type { GroupPlan, GroupState } from './plan-group.ts'

/** A group with its state before a step, its plan, and its incidents. */
export type PlannedGroup = {
  key: string
  before: GroupState
  plan: GroupPlan
  incidents: readonly AlertedIncident[]
}

/** Stores the states of groups that report nothing yet, unless they were changed meanwhile. */
export async function saveGroupStates(
  db: RootDatabase,
  destinationId: string,
  groups: readonly PlannedGroup[],
): Promise<void> {
  if (groups.length === 0) return
  const rows = groups.map(({ key, before, plan }) => ({
    key,
    nextAt: dateOf(plan.nextAt),
    sent: plan.sent,
    lastAt: dateOf(plan.lastAt),
    lastAtBefore: dateOf(before.lastAt),
    sentBefore: before.sent,
  }))
  await inTransaction(db, async (tx) => {
    if (await lockDestination(tx, destinationId)) await saveRows(tx, destinationId, rows)
  })
}

const saveRows = (tx: Database, destinationId: string, rows: readonly object[]) =>
  tx.$executeRaw`
    WITH r AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS r("key" text, "nextAt" timestamp(3), "sent" jsonb, "lastAt" timestamp(3), "lastAtBefore" timestamp(3),
          "sentBefore" jsonb)
    )
    INSERT INTO "DeliveryGroup" AS g ("destinationId", "key", "nextAt", "sent", "lastAt")
    SELECT ${destinationId}, r."key", r."nextAt", r."sent", r."lastAt" FROM r
    ON CONFLICT ("destinationId", "key") DO UPDATE
      SET "nextAt" = excluded."nextAt", "sent" = excluded."sent", "lastAt" = excluded."lastAt"
    WHERE EXISTS (SELECT FROM r WHERE r."key" = g."key"
      AND r."lastAtBefore" IS NOT DISTINCT FROM g."lastAt" AND r."sentBefore" = g."sent")`

/**
 * Writes the message of a group, if it has one, as a delivery, with the new state of the group, in one transaction;
 * pending messages of the group are superseded. Nothing is written if the group changed meanwhile, while one of the
 * pending messages is being attempted, or if the message would only repeat a pending one.
 */
export async function writeGroupMessage(
  db: RootDatabase,
  destination: Destination,
  group: PlannedGroup,
  context: MessageContext,
): Promise<void> {
  const { plan, key } = group
  const { message } = plan
  if (!message) return
  const id = { destinationId: destination.id, key }
  await inTransaction(db, async (tx) => {
    if (!(await lockDestination(tx, destination.id))) return
    const row = await requireGroup(tx, id)
    if (!isAsBefore(readState(row), group.before)) return
    const pending = await tx.delivery.findMany({ where: pendingOf(id), ...undeliveredFields })
    // The result of the attempt in progress is known at its end; until then nothing is sent to the destination.
    if (pending.some(({ leasedUntil }) => leasedUntil !== null)) return
    if (message.isRepetition && pending.length > 0) return
    const written = { group: { ...group, threadId: row.threadId }, message, pending }
    const { delivery, untold } = await createDelivery(tx, destination, written, context)
    await tx.delivery.updateMany({
      where: { ...pendingOf(id), id: { not: delivery.id } },
      data: { status: 'SUPERSEDED', endedAt: new Date(context.at) },
    })
    await saveGroup(tx, row, { ...plan, sent: { ...plan.sent, ...untold } }, delivery.id)
  })
}

// The group has changed if another message was written for it, or a message was renewed or given up.
const isAsBefore = (now: GroupState, before: GroupState) =>
  now.lastAt === before.lastAt && isDeepStrictEqual(now.sent, before.sent)

const pendingOf = ({ destinationId, key }: GroupId) => ({ destinationId, groupKey: key, status: 'PENDING' as const })
