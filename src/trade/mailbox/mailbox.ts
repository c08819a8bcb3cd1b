import type { Coordination } from '../../database/coordination/coordination.ts'
import type { RootDatabase } from '../../database/database.ts'
import type { Clock } from '../../lib/clock.ts'
import { log } from '../../lib/log.ts'
import { mailboxAddress, type MailboxSettings } from '../../lib/mailbox-url.ts'
import { createWakeableSleep, type WakeableSleep } from '../../lib/wakeable-sleep.ts'
import { createMailAttempts, logFailed, MailFailedError } from './mail-attempts.ts'
import { openMailSession, type MailSession, type SessionLimits } from './mail-session.ts'
import { MailboxError } from './mailbox-error.ts'
import { ensureMailbox, markConnected, markDisconnected, openPosition, PositionLostError } from './mailbox-state.ts'
import { createOutageMonitor, type OutageMonitor } from './outage-monitor.ts'
import { readNewMails, retryMail, type ReadDeps } from './read-mailbox.ts'
import { reconnectDelayMs } from './reconnect-delay.ts'
import { settleUnmoved } from './settle-unmoved.ts'

/**
 * Dependencies of the mailbox. `observe` records whether it can be read, as an outcome of the inbound integration;
 * `delayMs` is the backoff after this many consecutive failures; `limits` are those of the connection.
 */
export type MailboxDeps = {
  db: RootDatabase
  clock: Clock
  settings: MailboxSettings | null
  coordination: Pick<Coordination, 'tryLead'>
  observe: (ok: boolean) => void
  delayMs?: (failures: number, error: unknown) => number
  limits?: SessionLimits
}

/** Interval at which an instance checks whether it is the leader. */
const leaderCheckMs = 5_000

/** Interval of searches for new mails, in case the server does not report them. */
const searchEveryMs = 60_000

/** The mailbox of this instance. */
export type SinliMailbox = { stop: () => Promise<void> }

type Loop = Pick<MailboxDeps, 'db' | 'clock' | 'limits'> & {
  settings: MailboxSettings
  address: string
  pause: WakeableSleep
  stopping: AbortSignal
  outage: OutageMonitor
  mayRead: () => Promise<boolean>
  memory: Memory
}

type Remembered = Pick<ReadDeps, 'fetches' | 'moves' | 'fetched' | 'hangs'>

/** `of` returns the memory of the mails with this UIDVALIDITY. `doubt` is `MailAttempts.doubt` of their fetches. */
type Memory = { of: (uidValidity: bigint) => Remembered; doubt: () => unknown }

/**
 * Reads the configured mailbox while this instance is the leader: each mail is stored as an inbound message, then
 * moved. Does nothing without a configured mailbox.
 */
export async function startMailbox(deps: MailboxDeps): Promise<SinliMailbox> {
  const { db, clock, settings, limits, coordination, delayMs = reconnectDelayMs } = deps
  if (settings === null) return { stop: () => Promise.resolve() }
  const address = mailboxAddress(settings)
  await ensureMailbox(db, address, new Date(clock.now()))
  const pause = createWakeableSleep()
  const stopping = new AbortController()
  const outage = createOutageMonitor(clock, deps.observe)
  const mayRead = async () => !stopping.signal.aborted && (await coordination.tryLead())
  const memory = createMemory(clock)
  const ended = run(
    { db, clock, limits, settings, address, pause, stopping: stopping.signal, outage, mayRead, memory },
    delayMs,
  )
  return {
    async stop() {
      stopping.abort()
      pause.wake()
      outage.stop()
      await ended
    },
  }
}

/** The memory is dropped when UIDVALIDITY changes, because UIDs then mean other mails. */
function createMemory(clock: Clock): Memory {
  let current: { uidValidity: bigint; remembered: Remembered } | null = null
  return {
    of(uidValidity) {
      if (current?.uidValidity !== uidValidity) {
        const [fetches, moves] = [createMailAttempts(clock), createMailAttempts(clock)]
        current = { uidValidity, remembered: { fetches, moves, fetched: new Map(), hangs: { count: 0 } } }
      }
      return current.remembered
    },
    doubt: () => current?.remembered.fetches.doubt() ?? null,
  }
}

/** Never rejects: an error ends the session, and the next one begins after a backoff. */
async function run(loop: Loop, delayMs: NonNullable<MailboxDeps['delayMs']>): Promise<void> {
  const { pause, stopping } = loop
  const failures = { count: 0 }
  for (;;) {
    const error = await runSession(loop, failures).catch((thrown: unknown) => thrown)
    if (stopping.aborted) break
    if (error !== null) await reportFailure(loop, error).catch(logInterruption)
    failures.count = error === null ? 0 : failures.count + 1
    await pause.sleep(error === null ? leaderCheckMs : delayMs(failures.count, error))
  }
  const stopped = { error: null, at: new Date(loop.clock.now()) }
  if (loop.outage.isReading()) await markDisconnected(loop.db, loop.address, stopped).catch(logInterruption)
}

/** Reads the mailbox while this instance is the leader. Returns null once another instance is. */
async function runSession(loop: Loop, failures: { count: number }): Promise<null> {
  if (!(await loop.mayRead())) {
    loop.outage.reportIdle()
    return null
  }
  const news = createNews()
  const session = await openMailSession(loop.settings, news.report, loop.stopping, loop.limits)
  try {
    await readWhileLeader(loop, session, { news, failures })
  } finally {
    session.close()
  }
  return null
}

async function readWhileLeader(
  loop: Loop,
  session: MailSession,
  { news, failures }: { news: News; failures: { count: number } },
): Promise<void> {
  const { db, clock, address, mayRead, memory } = loop
  const { uidValidity } = session
  let position = await openPosition(db, { address, uidValidity })
  const report = createReadability(loop)
  const onTried = () => {
    failures.count = 0
    return report()
  }
  const reading = { db, clock, mayRead, onTried, ...memory.of(uidValidity) }
  if (memory.doubt() === null) await report()
  log.info({ mailbox: address }, 'the mailbox is open')
  while (await mayRead()) {
    if (news.isDue(clock.elapsed())) position = await readNewMails(reading, session, position)
    await settleUnmoved(reading, session, address)
    // One at a time: new mails come first.
    const hasRetried = await retryMail(reading, session, position)
    await onTried()
    if (!hasRetried) await news.sleep(leaderCheckMs)
  }
}

/** Reports each change of whether the mailbox can be read, but nothing while failures may be due to the server. */
function createReadability(loop: Loop): () => Promise<void> {
  let reported: 'readable' | 'unreadable' | null = null
  return async () => {
    const doubt = loop.memory.doubt()
    const found = doubt === null ? 'readable' : 'unreadable'
    if (found === reported) return
    await (doubt === null ? reportReadable(loop) : reportUnreadable(loop, doubt))
    reported = found
  }
}

type News = ReturnType<typeof createNews>

/** Decides when to search for mails: after the server reported a change, or long after the last search. */
function createNews() {
  const pause = createWakeableSleep()
  let isReported = true
  let searchedAt = 0
  return {
    sleep: pause.sleep,
    report: () => {
      isReported = true
      pause.wake()
    },
    isDue: (at: number): boolean => {
      if (!isReported && at - searchedAt < searchEveryMs) return false
      isReported = false
      searchedAt = at
      return true
    },
  }
}

async function reportFailure(loop: Loop, error: unknown): Promise<void> {
  const mailbox = loop.address
  if (error instanceof PositionLostError) log.info({ mailbox }, 'another instance reads the mailbox')
  else if (error instanceof MailFailedError) {
    logFailed(mailbox, error.uids, error.cause)
    if (loop.memory.doubt() !== null) await reportUnreadable(loop, error.cause)
  } else if (error instanceof MailboxError) await reportUnreadable(loop, error)
  else logInterruption(error)
}

async function reportReadable({ db, clock, address, outage }: Loop): Promise<void> {
  outage.reportReadable(await markConnected(db, address, new Date(clock.now())))
}

async function reportUnreadable({ db, clock, address, outage }: Loop, error: unknown): Promise<void> {
  outage.reportUnreadable()
  if (!(error instanceof MailboxError)) return
  log.warn({ mailbox: address, code: error.code, error: error.message }, 'the mailbox cannot be read; trying again')
  await markDisconnected(db, address, { error, at: new Date(clock.now()) })
}

function logInterruption(error: unknown) {
  log.warn({ err: error }, 'reading the mailbox was interrupted; trying again')
}
