import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { RootDatabase } from '../../database/database.ts'
import type { Clock } from '../../lib/clock.ts'
import { log } from '../../lib/log.ts'
import { maxMessageBytes } from '../inbound/unpack-message.ts'
import { isQueueLongerThan } from '../inbound/waiting-messages.ts'
import type { FailedFetches } from './failed-fetches.ts'
import { isSinliMail } from './is-sinli-mail.ts'
import type { MailSession } from './mail-session.ts'
import { leaveAlone, startRun, storeMail, type LeftAlone, type Position } from './mailbox-state.ts'
import { settleUnmoved } from './settle-unmoved.ts'

/** Dependencies of reading. `mayRead` is whether this instance is the one that reads. */
export type ReadDeps = {
  db: RootDatabase
  clock: Clock
  mayRead: () => Promise<boolean>
  failedFetches: FailedFetches
}

/** Mails are stored in portions of this size, and each portion is moved at once. */
const portion = 20

/** While more messages wait, no mail is stored, so that what comes by HTTP waits behind few mails. */
const maxWaiting = 20
const waitForQueueMs = 100

/** From this many mails on, the progress of a run is logged, this often. */
const logFrom = 100
const logEveryMs = 10_000

/**
 * Reads all mails above `position`, in the order of their UIDs. Returns how far it came: further mails may have arrived,
 * or another instance has to go on.
 * @throws MailboxError if the connection is lost, PositionLostError if another instance reads.
 */
export async function readNewMails(deps: ReadDeps, session: MailSession, position: Position): Promise<Position> {
  const { db } = deps
  const uids = await session.listUidsAfter(position.lastUid)
  if (uids.length === 0) return position
  await startRun(db, position.address, uids.length)
  const report = createProgressLog(deps.clock, position.address, uids.length)
  let reached = position
  for (let done = 0; done < uids.length;) {
    if (!(await waitForQueue(deps))) return reached
    // One mail at a time after a failed fetch, so that the mail that fails is told from the others.
    const next = uids.slice(done, done + (deps.failedFetches.isEmpty() ? portion : 1))
    reached = await readPortion(deps, session, { position: reached, uids: next, backlog: uids.length - done })
    await settleUnmoved(db, session, position.address)
    done += next.length
    report(done)
  }
  return reached
}

/** Waits until few messages wait to be processed. False if this instance no longer reads. */
async function waitForQueue({ db, mayRead }: ReadDeps): Promise<boolean> {
  for (;;) {
    if (!(await mayRead())) return false
    if (!(await isQueueLongerThan(db, maxWaiting))) return true
    await sleep(waitForQueueMs)
  }
}

type Portion = { position: Position; uids: readonly number[]; backlog: number }

async function readPortion(deps: ReadDeps, session: MailSession, { uids, backlog, ...rest }: Portion) {
  const { failedFetches } = deps
  const [first = 0] = uids
  const sizes = await failedFetches.watch(first, () => session.readSizes(uids))
  let { position } = rest
  for (const [index, uid] of uids.entries()) {
    // A mail that is gone has no size.
    const size = sizes.get(uid)
    const mail = { uid, backlog: backlog - index - 1 }
    if (size !== undefined) position = await readMail(deps, session, position, { ...mail, size })
    // Queries to the embedded database do not wait for I/O; requests come in between.
    await nextTurn()
  }
  return position
}

type ListedMail = { uid: number; backlog: number; size: number }

async function readMail(
  { db, clock, failedFetches }: ReadDeps,
  session: MailSession,
  position: Position,
  { size, ...mail }: ListedMail,
): Promise<Position> {
  const leave = (why: LeftAlone) => {
    logLeftAlone(why, { mailbox: position.address, uid: mail.uid, bytes: size })
    return leaveAlone(db, position, { ...mail, why })
  }
  if (failedFetches.isGivenUp(mail.uid)) return leave('unreadable')
  if (size > maxMessageBytes) return leave('oversized')
  // The size that a server states is not always the size of what it sends.
  const raw = await failedFetches.watch(mail.uid, () => session.readMail(mail.uid, maxMessageBytes + 1))
  if (raw === null) return position
  if (raw.length > maxMessageBytes) return leave('oversized')
  const isSinli = await isSinliMail(raw).catch((error: unknown) => {
    log.error({ err: error, mailbox: position.address, uid: mail.uid }, 'a mail could not be parsed')
    return null
  })
  if (!isSinli) return leave(isSinli === null ? 'unreadable' : 'skipped')
  return storeMail(db, position, { ...mail, raw, at: new Date(clock.now()) })
}

function logLeftAlone(why: LeftAlone, fields: object) {
  if (why === 'skipped') log.debug(fields, 'a mail is not a SINLI message; it is left in the mailbox')
  if (why === 'oversized') log.warn(fields, 'a mail is larger than 25 MB; it is left in the mailbox')
  if (why === 'unreadable') log.warn(fields, 'a mail could not be read; it is left in the mailbox')
}

/** Logs the progress of a long run, and its end. */
function createProgressLog(clock: Clock, mailbox: string, total: number): (read: number) => void {
  let loggedAt = clock.elapsed()
  return (read) => {
    if (total < logFrom || (read < total && clock.elapsed() - loggedAt < logEveryMs)) return
    loggedAt = clock.elapsed()
    log.info({ mailbox, read, total }, 'reading the mailbox')
  }
}
