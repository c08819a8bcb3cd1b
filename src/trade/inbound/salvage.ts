import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { inTransaction, type Database, type RootDatabase } from '../../database/database.ts'
import { jsonRows } from '../../database/json-rows.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { log } from '../../lib/log.ts'
import { slices } from '../../lib/slices.ts'
import { interruptionOf } from './interruption.ts'
import { nothingLegible, readLegible, type LegibleContent } from './legible-content.ts'
import { findParties } from './parties.ts'
import { countsAgainst, isGivenUp, settleTimeoutMs } from './retry.ts'

/** Increased when more can be read: failed messages that were read by an earlier version are read again. */
const salvageVersion = 1

/** Reads what is legible in failed messages, so that they are found: those that failed just now, and older ones. */
export type Salvage = {
  /** Reads one more message; false if none is left. Writes nothing if `handBack` is aborted. */
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
  try {
    await store(db, id, await readStored(db, message), handBack)
  } catch (error) {
    const interruption = await interruptionOf(db, error, handBack)
    if (interruption === 'handed back') return false
    if (!countsAgainst(interruption)) throw error
    log.error({ err: error, message: id }, 'could not read what is legible in a failed SINLI message')
    await store(db, id, nothingLegible, handBack)
  }
  return true
}

// A message whose processing killed the process several times is not read again.
async function readStored(db: Database, { id, beginnings }: FailedMessage): Promise<LegibleContent> {
  if (isGivenUp(beginnings)) return nothingLegible
  const message = await db.inboundMessage.findUnique({
    where: { id },
    select: { contentType: true, raw: true, toldSubject: true },
  })
  return message ? readLegible({ ...message, declaredSubject: message.toldSubject }) : nothingLegible
}

function store(db: RootDatabase, messageId: string, content: LegibleContent, handBack: AbortSignal): Promise<void> {
  const work = async (tx: Database) => {
    // Locks the row: a replay that settles the message waits, or has settled it.
    const { count } = await tx.inboundMessage.updateMany({
      where: { id: messageId, status: 'FAILED', salvage: { lt: salvageVersion } },
      data: { salvage: salvageVersion },
    })
    if (count === 0) return
    await tx.salvagedDocument.deleteMany({ where: { messageId } })
    await tx.salvagedDocument.create({ data: { messageId, complete: content.complete, ...content.document } })
    const parts = [...content.parts, ...(await registeredParties(tx, content))]
    for (const some of slices(
      parts.map((part, position) => ({ messageId, position, ...part })),
      insertBatchSize,
    )) {
      // As in `storeDocument`: the embedded database responds without yielding to the event loop.
      await yieldToEventLoop()
      handBack.throwIfAborted()
      await insertParts(tx, some)
    }
    handBack.throwIfAborted()
  }
  return inTransaction(db, work, { timeoutMs: settleTimeoutMs })
}

const insertBatchSize = 500

async function insertParts(tx: Database, parts: readonly object[]) {
  await tx.$executeRaw`
    INSERT INTO "SalvagedPart" ("messageId", "position", "number", "isbn", "ean", "text") ${jsonRows(parts, columns)}`
}

const columns = Prisma.sql`"messageId" text, "position" int, "number" text, "isbn" text, "ean" text, "text" text`

/** The names under which the parties are registered, which differ from those in the file or are not legible there. */
async function registeredParties(db: Database, { document: { sender, receiver } }: LegibleContent) {
  const ids = [sender, receiver].filter((id) => id !== null)
  const names = ids.length > 0 ? (await findParties(db, ids)).map(({ name }) => name) : []
  return names.length > 0 ? [{ number: null, isbn: null, ean: null, text: names.join(' · ') }] : []
}
