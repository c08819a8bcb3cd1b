import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { RootDatabase } from '../../database/database.ts'
import type { Clock } from '../../lib/clock.ts'
import { log } from '../../lib/log.ts'
import { isQueueLongerThan } from '../inbound/waiting-messages.ts'
import { fetchMail, type FetchedPieces } from './fetch-mail.ts'
import { isSinliMail } from './is-sinli-mail.ts'
import type { MailSession } from './mail-session.ts'
import { attempt, failuresUntilLast, MailFailedError, type DueMail, type MailAttempts } from './mail-attempts.ts'
import { MailboxError } from './mailbox-error.ts'
import {
  leaveAlone,
  listUnmoved,
  listUnreadable,
  setAside,
  startRun,
  storeMail,
  type LeftAlone,
  type Position,
} from './mailbox-state.ts'
import { retryMove, settleUnmoved } from './settle-unmoved.ts'

/**
 * Dependencies of reading. `mayRead` returns whether this instance is the reader; `onTried` is called after each mail.
 * The other fields are the memory of this process about mails with the current UIDVALIDITY.
 */
export type ReadDeps = {
  db: RootDatabase
  clock: Clock
  mayRead: () => Promise<boolean>
  onTried: () => Promise<void>
  fetches: MailAttempts
  moves: MailAttempts
  fetched: FetchedPieces
  /** The number of fetches that did not end in time since all new mails were last read or set aside. */
  hangs: { count: number }
}

/** Mails are stored in portions of this size, and each portion is moved at once. */
const portion = 20

/** No mail is stored while more messages than this wait, so that messages received over HTTP wait behind few mails. */
const maxWaiting = 20
const waitForQueueMs = 100

/** Runs of at least this many mails log their progress, at this interval. */
const logFrom = 100
const logEveryMs = 10_000

/**
 * Reads all mails above `position`, in the order of their UIDs. Returns the new position: further mails may have
 * arrived, or another instance may have to continue.
 * @throws MailFailedError if the connection is lost at a mail, PositionLostError if another instance reads.
 */
export async function readNewMails(deps: ReadDeps, session: MailSession, position: Position): Promise<Position> {
  const { db } = deps
  // After an upgrade the position may be below mails that are already stored.
  const stored = new Set(await listUnmoved(db, position.address))
  const uids = (await session.listUidsAfter(position.lastUid)).filter((uid) => !stored.has(uid))
  if (uids.length === 0) {
    deps.hangs.count = 0
    return position
  }
  await startRun(db, position.address, uids.length)
  const report = createProgressLog(deps.clock, position.address, uids.length)
  let reached = position
  for (let done = 0; done < uids.length;) {
    if (!(await waitForQueue(deps))) return reached
    for (const uid of uids.slice(done, done + portion)) {
      done += 1
      reached = await readMail(deps, session, reached, { uid, backlog: uids.length - done })
      await deps.onTried()
      // Yields to requests: queries to the embedded database do not wait for I/O.
      await nextTurn()
    }
    await settleUnmoved(deps, session, position.address)
    report(done)
  }
  deps.hangs.count = 0
  return reached
}

/**
 * Tries again the mail that failed before and has been due longest: reads it if it was set aside, or moves it. Returns
 * whether there was such a mail.
 * @throws MailFailedError if the connection is lost, PositionLostError if another instance reads.
 */
export async function retryMail(deps: ReadDeps, session: MailSession, position: Position): Promise<boolean> {
  const { db, fetches, moves } = deps
  const { address } = position
  const unreadable = await listUnreadable(db, address)
  fetches.keep(unreadable)
  const unread = fetches.next(unreadable)
  const unmoved = moves.next((await listUnmoved(db, address)).filter((uid) => moves.failures(uid) > 0))
  if (unmoved && isBefore(unmoved, unread)) {
    await retryMove(deps, session, address, unmoved.uid)
    return true
  }
  if (unread === null || !(await waitForQueue(deps))) return false
  await readMail(deps, session, position, { uid: unread.uid, backlog: 0 })
  await deps.onTried()
  return true
}

const isBefore = (one: DueMail, other: DueMail | null) => other === null || one.dueAt < other.dueAt

/** Waits until few messages wait to be processed. False if this instance no longer reads. */
async function waitForQueue({ db, mayRead }: ReadDeps): Promise<boolean> {
  for (;;) {
    if (!(await mayRead())) return false
    if (!(await isQueueLongerThan(db, maxWaiting))) return true
    await sleep(waitForQueueMs)
  }
}

type ListedMail = { uid: number; backlog: number }

/** Reads a mail, or sets it aside after its second failure. */
async function readMail(deps: ReadDeps, session: MailSession, position: Position, mail: ListedMail): Promise<Position> {
  const { db, fetches, hangs } = deps
  const { address, lastUid } = position
  const { uid } = mail
  const isNew = uid > lastUid
  const patience = isNew ? patienceAfter(hangs) : 1
  while (!isNew || fetches.failures(uid) < failuresUntilLast) {
    const work = async () => readListed(deps, session, position, { ...mail, patience })
    const reading = attempt(fetches, session, { address, uids: [uid], work })
    const next = await (isNew ? settingHangingAside(reading, deps, position, mail) : reading)
    if (next || !isNew) return next ?? position
  }
  log.warn({ mailbox: address, uid }, 'a mail could not be read twice; others are read first')
  return setAside(db, position, mail)
}

/**
 * The part of the usual time that the server has for a piece: half as much after each hang, down to an eighth, so that
 * several mails that hang delay the others by less than two minutes.
 */
const patienceAfter = ({ count }: ReadDeps['hangs']) => 2 ** -Math.min(count, 3)

const isHang = (error: unknown) =>
  error instanceof MailFailedError && error.cause instanceof MailboxError && error.cause.code === 'TIMEOUT'

/** Sets a new mail aside if its fetch does not end in time. Its second attempt comes after the other mails. */
async function settingHangingAside<T>(
  reading: Promise<T>,
  { db, hangs }: ReadDeps,
  position: Position,
  mail: ListedMail,
): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (!isHang(error)) throw error
    hangs.count += 1
    log.warn({ mailbox: position.address, uid: mail.uid }, 'a mail did not come in time; others are read first')
    await setAside(db, position, mail)
    throw error
  }
}

async function readListed(
  { db, clock, fetched }: ReadDeps,
  session: MailSession,
  position: Position,
  { patience, ...mail }: ListedMail & { patience: number },
): Promise<Position> {
  const raw = await fetchMail(session, { uid: mail.uid, patience }, fetched)
  if (raw === 'gone') return leaveAlone(db, position, { ...mail, why: null })
  const isSinli = raw !== 'oversized' && (await isSinliMail(raw))
  if (isSinli) return storeMail(db, position, { ...mail, raw, at: new Date(clock.now()) })
  const why = raw === 'oversized' ? raw : 'skipped'
  logLeftAlone(why, { mailbox: position.address, uid: mail.uid })
  return leaveAlone(db, position, { ...mail, why })
}

function logLeftAlone(why: LeftAlone, fields: object) {
  if (why === 'skipped') log.debug(fields, 'a mail is not a SINLI message; it is left in the mailbox')
  else log.warn(fields, 'a mail is larger than 25 MB; it is left in the mailbox')
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
