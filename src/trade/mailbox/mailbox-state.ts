import { inTransaction, type Database, type RootDatabase } from '../../database/database.ts'
import type { Mailbox } from '../../generated/prisma/client.ts'
import { mailboxAddress, type MailboxSettings } from '../../lib/mailbox-url.ts'
import { log } from '../../lib/log.ts'
import { newTraceId } from '../../lib/trace-context.ts'
import { storeMessage } from '../inbound/process-message.ts'
import type { MailboxError, MailboxErrorCode } from './mailbox-error.ts'

/** The state of a mailbox, the same on all instances. */
export type MailboxStatus = Omit<Mailbox, 'errorCode' | 'uidValidity' | 'lastUid'> & {
  errorCode: MailboxErrorCode | null
}

/** The reason for skipping a mail. */
export type LeftAlone = 'skipped' | 'oversized' | 'unreadable'

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
 * Marks the mailbox as connected. Returns its position, and the time of the last failure. If UIDVALIDITY changed, the
 * position restarts at the first mail: Message-ID and content then identify the messages already stored.
 */
export async function openPosition(
  db: RootDatabase,
  { address, uidValidity }: Omit<Position, 'lastUid'>,
  at: Date,
): Promise<{ position: Position; errorAt: Date | null }> {
  const { lastUid, errorAt } = await inTransaction(db, async (tx) => {
    const known = await tx.mailbox.findUniqueOrThrow({ where: { address } })
    if (known.uidValidity !== uidValidity) await restartNumbering(tx, known, uidValidity)
    const since = known.connected ? known.since : at
    return tx.mailbox.update({ where: { address }, data: { connected: true, since } })
  })
  return { position: { address, uidValidity, lastUid: Number(lastUid) }, errorAt }
}

async function restartNumbering(tx: Database, { address, uidValidity: former }: Mailbox, uidValidity: bigint) {
  await tx.unmovedMail.deleteMany({ where: { address } })
  await tx.mailbox.update({ where: { address }, data: { uidValidity, lastUid: 0 } })
  if (former !== null)
    log.warn({ mailbox: address }, 'the mailbox was numbered anew by its server (UIDVALIDITY); reading all of it again')
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
 * Skips a mail, which stays in the mailbox, and counts it.
 * @throws PositionLostError if another instance has read on.
 */
export const leaveAlone = (
  db: Database,
  position: Position,
  { uid, backlog, why }: Omit<NextMail, 'at'> & { why: LeftAlone },
): Promise<Position> => advance(db, position, uid, { backlog, [why]: { increment: 1 } })

async function advance(
  db: Database,
  { address, uidValidity, lastUid }: Position,
  uid: number,
  data: Parameters<Database['mailbox']['updateMany']>[0]['data'],
): Promise<Position> {
  const where = { address, uidValidity, lastUid }
  const { count } = await db.mailbox.updateMany({ where, data: { ...data, lastUid: uid } })
  if (count === 0) throw new PositionLostError('Another instance reads the mailbox.')
  return { address, uidValidity, lastUid: uid }
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
