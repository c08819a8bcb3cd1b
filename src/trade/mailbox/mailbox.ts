import type { Coordination } from '../../database/coordination/coordination.ts'
import type { RootDatabase } from '../../database/database.ts'
import type { Clock } from '../../lib/clock.ts'
import { log } from '../../lib/log.ts'
import { mailboxAddress, type MailboxSettings } from '../../lib/mailbox-url.ts'
import { createWakeableSleep, type WakeableSleep } from '../../lib/wakeable-sleep.ts'
import { createFailedFetches } from './failed-fetches.ts'
import { openMailSession, type MailSession } from './mail-session.ts'
import { MailboxError } from './mailbox-error.ts'
import { ensureMailbox, markDisconnected, openPosition, PositionLostError } from './mailbox-state.ts'
import { createOutageMonitor, type OutageMonitor } from './outage-monitor.ts'
import { readNewMails, type ReadDeps } from './read-mailbox.ts'
import { reconnectDelayMs } from './reconnect-delay.ts'
import { settleUnmoved } from './settle-unmoved.ts'

/**
 * Dependencies of the mailbox. `observe` records whether it can be read, as an outcome of the inbound integration;
 * `delayMs` is the backoff after this many consecutive failures.
 */
export type MailboxDeps = {
  db: RootDatabase
  clock: Clock
  settings: MailboxSettings | null
  coordination: Pick<Coordination, 'tryLead'>
  observe: (ok: boolean) => void
  delayMs?: (failures: number, error: unknown) => number
}

/** Interval at which an instance checks whether it is the leader. */
const leaderCheckMs = 5_000

/** Interval of searches for new mails, in case the server does not report them. */
const searchEveryMs = 60_000

/** The mailbox of this instance. */
export type SinliMailbox = { stop: () => Promise<void> }

type Loop = Pick<MailboxDeps, 'db' | 'clock'> & {
  settings: MailboxSettings
  address: string
  pause: WakeableSleep
  stopping: AbortSignal
  outage: OutageMonitor
  reading: ReadDeps
}

/**
 * Reads the configured mailbox while this instance is the leader: each mail is stored as an inbound message, then
 * moved. Does nothing without a configured mailbox.
 */
export async function startMailbox(deps: MailboxDeps): Promise<SinliMailbox> {
  const { db, clock, settings, coordination, delayMs = reconnectDelayMs } = deps
  if (settings === null) return { stop: () => Promise.resolve() }
  const address = mailboxAddress(settings)
  await ensureMailbox(db, address, new Date(clock.now()))
  const pause = createWakeableSleep()
  const stopping = new AbortController()
  const outage = createOutageMonitor(clock, deps.observe)
  const mayRead = async () => !stopping.signal.aborted && (await coordination.tryLead())
  const reading = { db, clock, mayRead, failedFetches: createFailedFetches() }
  const ended = run({ db, clock, settings, address, pause, stopping: stopping.signal, outage, reading }, delayMs)
  return {
    async stop() {
      stopping.abort()
      pause.wake()
      outage.stop()
      await ended
    },
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

/** Reads while this instance is the leader; returns null once it is not. */
async function runSession(loop: Loop, failures: { count: number }): Promise<null> {
  if (!(await loop.reading.mayRead())) {
    loop.outage.reportIdle()
    return null
  }
  const news = createNews()
  const session = await openMailSession(loop.settings, news.report, loop.stopping)
  try {
    await readWhileLeader(loop, session, { news, failures })
  } finally {
    session.close()
  }
  return null
}

async function readWhileLeader(
  { db, clock, address, outage, reading }: Loop,
  session: MailSession,
  { news, failures }: { news: News; failures: { count: number } },
): Promise<void> {
  const opened = await openPosition(db, { address, uidValidity: session.uidValidity }, new Date(clock.now()))
  outage.reportReadable(opened.errorAt)
  log.info({ mailbox: address }, 'the mailbox is open')
  await settleUnmoved(db, session, address)
  let { position } = opened
  while (await reading.mayRead()) {
    if (news.isDue(clock.elapsed())) position = await readNewMails(reading, session, position)
    failures.count = 0
    await news.sleep(leaderCheckMs)
  }
}

type News = ReturnType<typeof createNews>

/** Determines whether to search for mails: the server reported a change, or the last search is long ago. */
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

async function reportFailure({ db, clock, address, outage }: Loop, error: unknown): Promise<void> {
  if (error instanceof PositionLostError) log.info({ mailbox: address }, 'another instance reads the mailbox')
  else if (!(error instanceof MailboxError)) logInterruption(error)
  else {
    log.warn({ mailbox: address, code: error.code, error: error.message }, 'the mailbox cannot be read; trying again')
    outage.reportUnreadable()
    await markDisconnected(db, address, { error, at: new Date(clock.now()) })
  }
}

function logInterruption(error: unknown) {
  log.warn({ err: error }, 'reading the mailbox was interrupted; trying again')
}
