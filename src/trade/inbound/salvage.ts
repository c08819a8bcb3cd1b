import { inTransaction, type Database, type RootDatabase } from '../../database/database.ts'
import { jsonRows } from '../../database/json-rows.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { log } from '../../lib/log.ts'
import { slices } from '../../lib/slices.ts'
import { interruptionOf } from './interruption.ts'
import { nothingLegible, readLegible, type LegibleContent } from './legible-content.ts'
import { countsAgainst, isGivenUp, limitLockWait } from './retry.ts'

/** Version of the reading. Increase it when more can be read: then all failed messages are read again. */
const salvageVersion = 1

/** Reads the legible content of failed messages, so that a search finds them. Newly failed messages come first. */
export type Salvage = {
  /** Reads one more message; false if none is left. Hands it back if `handBack` is aborted. */
  next: (handBack: AbortSignal) => Promise<boolean>
}

/** The progress is logged once per this many messages. */
const progressEvery = 1_000

export function createSalvage(db: RootDatabase): Salvage {
  let done = 0
  return {
    async next(handBack) {
      const message = await findNext(db)
      if (!message) {
        if (done >= progressEvery) log.info({ messages: done }, 'read what is legible in all failed SINLI messages')
        done = 0
        return false
      }
      if (done % progressEvery === 0 && done > 0)
        log.info({ messages: done, left: await countUnread(db) }, 'reading what is legible in failed SINLI messages')
      done++
      return salvage(db, message, handBack)
    },
  }
}

/** The number of failed messages that this version has yet to read. */
export const countUnread = (db: Database): Promise<number> =>
  db.inboundMessage.count({ where: { status: 'FAILED', salvage: { lt: salvageVersion } } })

/** Deletes the legible content of a message that is no longer failed. If the message fails again, it is read again. */
export async function forgetSalvage(tx: Database, messageId: string): Promise<void> {
  await tx.salvagedDocument.deleteMany({ where: { messageId } })
  await tx.inboundMessage.updateMany({ where: { id: messageId }, data: { salvage: 0 } })
}

type FailedMessage = { id: string; beginnings: number }

// The newest first: they are searched most.
async function findNext(db: Database): Promise<FailedMessage | null> {
  const [next] = await db.$queryRaw<FailedMessage[]>`
    SELECT "id", "beginnings" FROM "InboundMessage" WHERE "status" = 'FAILED' AND "salvage" < ${salvageVersion}::int
    ORDER BY "salvage", "receivedAt" DESC LIMIT 1`
  return next ?? null
}

/** Reads a message. If its content cannot be stored, it counts as read, so that it does not hold up the others. */
async function salvage(db: RootDatabase, message: FailedMessage, handBack: AbortSignal): Promise<boolean> {
  const { id } = message
  if (!(await begin(db, message))) return true
  try {
    await store(db, message, { content: await readStored(db, message), handBack })
  } catch (error) {
    const interruption = await interruptionOf(db, error, handBack)
    if (!countsAgainst(interruption)) await giveBack(db, message)
    if (interruption === 'handed back') return false
    if (!countsAgainst(interruption)) throw error
    log.error({ err: error, message: id }, 'could not read what is legible in a failed SINLI message')
    await store(db, message, { content: nothingLegible, handBack })
  }
  return true
}

/**
 * Counts the start of a reading, so that a message that kills the process each time is given up. An older reading on
 * another instance sees the new count and ends. False if the message was started or settled meanwhile.
 */
async function begin(db: Database, { id, beginnings }: FailedMessage): Promise<boolean> {
  const { count } = await db.inboundMessage.updateMany({
    where: { id, beginnings, status: 'FAILED' },
    data: { beginnings: beginnings + 1 },
  })
  return count > 0
}

/** Reverts the count of a start. If the database does not respond, the start stays counted. */
const giveBack = (db: Database, { id, beginnings }: FailedMessage): Promise<unknown> =>
  db.inboundMessage
    .updateMany({ where: { id, beginnings: beginnings + 1 }, data: { beginnings } })
    .catch((error: unknown) => {
      log.warn({ err: error, message: id }, 'an interrupted reading of a failed SINLI message counts against it')
    })

// A message whose processing killed the process several times is not read again.
async function readStored(db: Database, { id, beginnings }: FailedMessage): Promise<LegibleContent> {
  if (isGivenUp(beginnings)) return nothingLegible
  const message = await db.inboundMessage.findUnique({
    where: { id },
    select: { contentType: true, raw: true, toldSubject: true },
  })
  return message ? readLegible({ ...message, declaredSubject: message.toldSubject }) : nothingLegible
}

/** Parts per transaction: few enough that a replay, or another user of the embedded database, does not wait long. */
const partsPerTransaction = 500

async function store(
  db: RootDatabase,
  message: FailedMessage,
  { content, handBack }: { content: LegibleContent; handBack: AbortSignal },
): Promise<void> {
  const { id: messageId } = message
  const parts = content.parts.map((part, position) => ({ messageId, position, ...part }))
  const some = [...slices(parts, partsPerTransaction)]
  // Until the last part is written, a search cannot find everything in the message.
  const first = { messageId, ...content.document, complete: false }
  for (const [index, slice] of (some.length > 0 ? some : [[]]).entries()) {
    const isLast = index >= some.length - 1
    handBack.throwIfAborted()
    const isStored = await inTransaction(db, async (tx) => {
      await limitLockWait(tx)
      if (!(await isStillReading(tx, message, isLast))) return false
      if (index === 0) await replaceDocument(tx, first)
      if (slice.length > 0) await insertParts(tx, slice)
      if (isLast) await tx.salvagedDocument.update({ where: { messageId }, data: { complete: content.complete } })
      return true
    })
    if (!isStored) return
  }
}

/**
 * Whether the message is still to be read by this reading. Locks its row, so that a replay waits until the commit. With
 * `isLast`, the count of the start is reverted.
 */
async function isStillReading(tx: Database, { id, beginnings }: FailedMessage, isLast: boolean): Promise<boolean> {
  const { count } = await tx.inboundMessage.updateMany({
    where: { id, status: 'FAILED', beginnings: beginnings + 1 },
    data: isLast ? { beginnings, salvage: salvageVersion } : { beginnings: beginnings + 1 },
  })
  return count > 0
}

async function replaceDocument(tx: Database, data: Prisma.SalvagedDocumentUncheckedCreateInput): Promise<void> {
  await tx.salvagedDocument.deleteMany({ where: { messageId: data.messageId } })
  await tx.salvagedDocument.create({ data })
}

async function insertParts(tx: Database, parts: readonly object[]) {
  await tx.$executeRaw`
    INSERT INTO "SalvagedPart" ("messageId", "position", "number", "isbn", "ean", "text") ${jsonRows(parts, columns)}`
}

const columns = Prisma.sql`"messageId" text, "position" int, "number" text, "isbn" text, "ean" text, "text" text`
