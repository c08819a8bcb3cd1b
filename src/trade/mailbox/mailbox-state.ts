import { inTransaction, type Database, type RootDatabase } from '../../database/database.ts'
import type { Mailbox, Prisma } from '../../generated/prisma/client.ts'
import { mailboxAddress, type MailboxSettings } from '../../lib/mailbox-url.ts'
import { log } from '../../lib/log.ts'
import { newTraceId } from '../../lib/trace-context.ts'
import { storeMessage } from '../inbound/process-message.ts'
import type { MailboxError, MailboxErrorCode } from './mailbox-error.ts'

/** The state of a mailbox, the same on all instances. */
export type MailboxStatus = Omit<Mailbox, 'errorCode' | 'uidValidity' | 'lastUid'> & {
  errorCode: MailboxErrorCode | null
}

/** The reason for leaving a mail in the mailbox. */
export type LeftAlone = 'skipped' | 'oversized'

/** The read position of a mailbox: the next mail is the first one above `lastUid`. */
export type Position = { address: string; uidValidity: bigint; lastUid: number }

/** Another instance advanced the position, or UIDVALIDITY changed. */
export class PositionLostError extends Error {}

/** The state of the configured mailbox; null if none is configured. */
export async function readMailboxStatus(db: Database, settings: MailboxSettings | null): Promise<MailboxStatus | null> {
  const where = settings && { address: mailboxAddress(settings) }
  const mailbox = where && (await db.mailbox.findUnique({ where, omit: { uidValidity: true, lastUid: true } }))
  // Only `markDisconnected` writes the code.
  return mailbox && { ...mailbox, errorCode: mailbox.errorCode as MailboxErrorCode | null }
}

/** Adds the mailbox unless it exists. */
export async function ensureMailbox(db: Database, address: string, at: Date): Promise<void> {
  await db.mailbox.createMany({ data: { address, since: at }, skipDuplicates: true })
}

/**
 * The position in the mailbox. If UIDVALIDITY changed, reading restarts at the first mail: Message-ID and content then
 * identify the messages already stored. Reading also restarts if an instance of an earlier version, which may still run
 * during an upgrade, gave mails up, because earlier versions stored only the number of such mails.
 */
export async function openPosition(
  db: RootDatabase,
  { address, uidValidity }: Omit<Position, 'lastUid'>,
): Promise<Position> {
  const { lastUid } = await inTransaction(db, async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "Mailbox" WHERE "address" = ${address} FOR UPDATE`
    const known = await tx.mailbox.findUniqueOrThrow({ where: { address } })
    if (known.uidValidity !== uidValidity) await restartNumbering(tx, known, uidValidity)
    else if (known.unreadable > (await tx.unreadableMail.count({ where: { address } })))
      await restartReading(tx, address)
    return tx.mailbox.findUniqueOrThrow({ where: { address } })
  })
  return { address, uidValidity, lastUid: Number(lastUid) }
}

async function restartNumbering(tx: Database, { address, uidValidity: former }: Mailbox, uidValidity: bigint) {
  await tx.unmovedMail.deleteMany({ where: { address } })
  await tx.unreadableMail.deleteMany({ where: { address } })
  await tx.mailbox.update({ where: { address }, data: { uidValidity, lastUid: 0, unreadable: 0 } })
  if (former !== null)
    log.warn({ mailbox: address }, 'the mailbox was numbered anew by its server (UIDVALIDITY); reading all of it again')
}

/** Restarts reading. Mails already stored are skipped: by the UID if they wait to be moved, else by their flag. */
async function restartReading(tx: Database, address: string) {
  await tx.unreadableMail.deleteMany({ where: { address } })
  await tx.mailbox.update({ where: { address }, data: { lastUid: 0, skipped: 0, oversized: 0, unreadable: 0 } })
  log.warn({ mailbox: address }, 'mails were given up by an earlier version; reading the mailbox once more')
}

/** Marks the mailbox as connected. Returns the time of the last failure on any instance. */
export async function markConnected(db: Database, address: string, at: Date): Promise<Date | null> {
  await db.mailbox.updateMany({ where: { address, connected: false }, data: { connected: true, since: at } })
  const { errorAt } = await db.mailbox.findUniqueOrThrow({ where: { address } })
  return errorAt
}

/** Marks the mailbox as not connected; `error` is the reason, null if this instance stops reading in order. */
export async function markDisconnected(
  db: Database,
  address: string,
  { error, at }: { error: MailboxError | null; at: Date },
): Promise<void> {
  await db.mailbox.updateMany({ where: { address, connected: true }, data: { connected: false, since: at } })
  if (error === null) return
  const data = { errorCode: error.code, error: error.message, errorAt: at }
  await db.mailbox.update({ where: { address }, data })
}

/** Stores how many mails remain in this run. */
export async function startRun(db: Database, address: string, count: number): Promise<void> {
  await db.mailbox.update({ where: { address }, data: { backlog: count, backlogTotal: count } })
}

/** A mail to store, and how many remain in this run after it. */
export type NextMail = { uid: number; backlog: number; at: Date }

/**
 * Stores a mail as an inbound message exactly once: the position is written in the same transaction.
 * @throws PositionLostError if another instance has read on.
 */
export function storeMail(
  db: RootDatabase,
  position: Position,
  { uid, backlog, at, raw }: NextMail & { raw: Uint8Array },
): Promise<Position> {
  return inTransaction(db, async (tx) => {
    const next = await advance(tx, position, uid, { backlog, read: { increment: 1 }, lastReadAt: at })
    await tx.unmovedMail.create({ data: { address: position.address, uid } })
    const message = { contentType: 'message/rfc822', raw, declaredSubject: null } as const
    await storeMessage(tx, message, { at, traceId: newTraceId(), requestId: null })
    return next
  })
}

/**
 * Advances past a mail and leaves it in the mailbox. The mail is counted by the reason; null if it is gone.
 * @throws PositionLostError if another instance has read on.
 */
export const leaveAlone = (
  db: RootDatabase,
  position: Position,
  { uid, backlog, why }: Omit<NextMail, 'at'> & { why: LeftAlone | null },
): Promise<Position> =>
  inTransaction(db, (tx) => advance(tx, position, uid, { backlog, ...(why && { [why]: { increment: 1 } }) }))

/**
 * Advances past a mail that cannot be read for now, so that later mails are read first.
 * @throws PositionLostError if another instance has read on.
 */
export const setAside = (
  db: RootDatabase,
  position: Position,
  { uid, backlog }: Omit<NextMail, 'at'>,
): Promise<Position> =>
  inTransaction(db, async (tx) => {
    const next = await advance(tx, position, uid, { backlog, unreadable: { increment: 1 } })
    await tx.unreadableMail.create({ data: { address: position.address, uid } })
    return next
  })

/** Advances the position to a mail; a mail below the position is removed from the list of mails set aside. */
async function advance(
  tx: Prisma.TransactionClient,
  position: Position,
  uid: number,
  data: Prisma.MailboxUpdateManyMutationInput,
): Promise<Position> {
  const { address, uidValidity, lastUid } = position
  const next = { ...position, lastUid: Math.max(lastUid, uid) }
  const isNew = uid > lastUid
  const { count } = await tx.mailbox.updateMany({
    where: { address, uidValidity, lastUid },
    data: { ...data, lastUid: next.lastUid, ...(!isNew && { unreadable: { decrement: 1 } }) },
  })
  const passed = isNew ? null : await tx.unreadableMail.deleteMany({ where: { address, uid } })
  if (count === 0 || passed?.count === 0) throw new PositionLostError('Another instance reads the mailbox.')
  return next
}

/** The mails that were set aside, the oldest first. */
export async function listUnreadable(db: Database, address: string): Promise<number[]> {
  const mails = await db.unreadableMail.findMany({ where: { address }, orderBy: { uid: 'asc' } })
  return mails.map(({ uid }) => Number(uid))
}

/** The mails that are stored but still in the mailbox, the oldest first. */
export async function listUnmoved(db: Database, address: string): Promise<number[]> {
  const mails = await db.unmovedMail.findMany({ where: { address }, orderBy: { uid: 'asc' } })
  return mails.map(({ uid }) => Number(uid))
}

/** Removes mails from the list of those to move. */
export async function forgetUnmoved(db: Database, address: string, uids: readonly number[]): Promise<void> {
  await db.unmovedMail.deleteMany({ where: { address, uid: { in: uids.map(BigInt) } } })
}
