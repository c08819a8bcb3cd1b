import { inTransaction, type Database, type RootDatabase } from '../../database/database.ts'
import { jsonRows } from '../../database/json-rows.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { log } from '../../lib/log.ts'
import { slices } from '../../lib/slices.ts'
import { interruptionOf } from './interruption.ts'
import { nothingLegible, readLegible, type LegibleContent } from './legible-content.ts'
import { countsAgainst, isGivenUp, limitLockWait } from './retry.ts'

/** Increased when more can be read: failed messages that were read by an earlier version are read again. */
const salvageVersion = 1

/** Reads what is legible in failed messages, so that they are found: those that failed just now, and older ones. */
export type Salvage = {
  /** Reads one more message; false if none is left. Hands it back if `handBack` is aborted. */
  next: (handBack: AbortSignal) => Promise<boolean>
}

/** Interval of the progress in the log, in messages. */
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

/** Deletes what was read of a message that is no longer failed. If it fails again, it is read again. */
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

/** A message whose content cannot be stored counts as read: it must not hold up the others. */
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
 * Counts the start, as that of a processing is: a message that kills the process each time is given up. The count also
 * ends a reading that another instance has started since. False if the message was started or settled meanwhile.
 */
async function begin(db: Database, { id, beginnings }: FailedMessage): Promise<boolean> {
  const { count } = await db.inboundMessage.updateMany({
    where: { id, beginnings, status: 'FAILED' },
    data: { beginnings: beginnings + 1 },
  })
  return count > 0
}

/** Reverts a start that does not count. Where the database does not respond, it counts. */
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

/** Parts per transaction: a replay waits for no longer than these take, and the embedded database serves others between. */
const partsPerTransaction = 500

async function store(
  db: RootDatabase,
  message: FailedMessage,
  { content, handBack }: { content: LegibleContent; handBack: AbortSignal },
): Promise<void> {
  const { id: messageId } = message
  const parts = content.parts.map((part, position) => ({ messageId, position, ...part }))
  const some = [...slices(parts, partsPerTransaction)]
  // Until the last part is written, the message may hold more than what is found.
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

/** Locks the row: a replay that settles the message waits, or has settled it. The end of the reading reverts its start. */
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
