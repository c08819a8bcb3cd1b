import type { Database } from '../../database/database.ts'

/** A message that waits for its first processing, the number of starts without an end, and its trace. */
export type WaitingMessage = { id: string; beginnings: number; traceId: string | null }

/** A message before the start of its processing. */
type Beginning = Pick<WaitingMessage, 'id' | 'beginnings'>

/**
 * The oldest message that waits for its first processing; null if no message waits. Only the oldest one is started, so
 * messages are processed in order of arrival.
 */
export async function findOldestWaiting(db: Database): Promise<WaitingMessage | null> {
  const [oldest] = await db.$queryRaw<WaitingMessage[]>`
    SELECT "id", "beginnings", "traceId" FROM "InboundMessage" WHERE "status" IN ('RECEIVED', 'PROCESSING')
    ORDER BY "sequence" LIMIT 1`
  return oldest ?? null
}

/** Whether more than `limit` messages wait to be processed. */
export async function isQueueLongerThan(db: Database, limit: number): Promise<boolean> {
  const [next] = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM "InboundMessage" WHERE "status" IN ('RECEIVED', 'PROCESSING') OFFSET ${limit}::int LIMIT 1`
  return next !== undefined
}

/**
 * Marks a message as being processed and counts the start. False if another instance started or settled it meanwhile.
 */
export async function beginWaiting(db: Database, { id, beginnings }: Beginning): Promise<boolean> {
  const { count } = await db.inboundMessage.updateMany({
    where: { id, beginnings, status: { in: ['RECEIVED', 'PROCESSING'] } },
    data: { status: 'PROCESSING', beginnings: beginnings + 1 },
  })
  return count > 0
}

/**
 * Reverts a start that does not count, if the start was written and the message is not settled. Idempotent, because a
 * statement whose response was lost may have taken effect.
 */
export async function giveBackBeginning(db: Database, { id, beginnings }: Beginning): Promise<void> {
  // If another instance started the message meanwhile, it stays marked as being processed.
  await db.$executeRaw`
    UPDATE "InboundMessage" SET
      "beginnings" = "beginnings" - 1,
      "status" = CASE WHEN "beginnings" = ${beginnings + 1}::int THEN 'RECEIVED' ELSE "status" END
    WHERE "id" = ${id} AND "status" = 'PROCESSING' AND "beginnings" > ${beginnings}::int`
}
