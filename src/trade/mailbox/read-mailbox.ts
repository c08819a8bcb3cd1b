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

/** Dependencies of reading. `mayRead` returns whether this instance is the reader. */
export type ReadDeps = {
  db: RootDatabase
  clock: Clock
  mayRead: () => Promise<boolean>
  failedFetches: FailedFetches
}

/** Mails are stored in portions of this size, and each portion is moved at once. */
const portion = 20

/** No mail is stored while more messages wait, so that messages received over HTTP wait behind few mails. */
const maxWaiting = 20
const waitForQueueMs = 100

/** Runs of at least this many mails log their progress, at this interval. */
const logFrom = 100
const logEveryMs = 10_000

/**
 * Reads all mails above `position`, in the order of their UIDs. Returns the new position: further mails may have
 * arrived, or another instance may have to continue.
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
    // After a failed fetch, one mail at a time, to isolate the failing mail.
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
    // Mails that are gone have no size.
    const size = sizes.get(uid)
    const mail = { uid, backlog: backlog - index - 1 }
    if (size !== undefined) position = await readMail(deps, session, position, { ...mail, size })
    // Yields to requests: queries to the embedded database do not wait for I/O.
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
  // The stated size of a mail may differ from the size sent.
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
