import { isDatabaseUnavailable, isTimeout } from '../../database/unavailable.ts'
import type { Clock } from '../../lib/clock.ts'
import { errorMessage } from '../../lib/errors.ts'
import { log } from '../../lib/log.ts'
import type { MailSession } from './mail-session.ts'
import { PositionLostError } from './mailbox-state.ts'

/** Failures after which a mail is tried after all others, and only from time to time. */
export const failuresUntilLast = 2

const firstDelayMs = 15_000
const longestDelayMs = 15 * 60_000

/** Interval at which a failed mail is tried while the server itself may be the reason of the failures. */
const probeEveryMs = 60_000

/** A mail that may be tried. `dueAt` is the time from which it may be tried, in monotonic milliseconds. */
export type DueMail = { uid: number; dueAt: number }

/** Failures of one kind of work on mails, by UID, since this process started and since UIDVALIDITY last changed. */
export type MailAttempts = {
  failures: (uid: number) => number
  /**
   * The mail that may be tried and has waited longest; null if no mail may be tried. From its second failure on, a mail
   * waits for 15 s, then 30 s, up to a quarter of an hour. It may be tried at once when the work on another mail
   * succeeds, since then the server may have been the reason.
   */
  next: (uids: readonly number[]) => DueMail | null
  /** The last error that may be due to the server, because no work on a mail has succeeded since; else null. */
  doubt: () => unknown
  /** Forgets the failures of all mails except these, because the others are gone from the mailbox. */
  keep: (uids: readonly number[]) => void
  /** Does the work. A failure counts for each of the mails, unless the database failed; a success clears the counts. */
  watch: <T>(uids: readonly number[], work: () => Promise<T>) => Promise<T>
}

/** The failures of a mail. `isOwn` if the mail is the reason: work on another mail has succeeded since a failure. */
type Failed = { count: number; dueAt: number; isOwn: boolean; error: unknown }

export function createMailAttempts({ elapsed }: Pick<Clock, 'elapsed'>): MailAttempts {
  const failed = new Map<number, Failed>()
  let failedAt = -Infinity
  const failures = (uid: number) => failed.get(uid)?.count ?? 0
  const fail = (uid: number, error: unknown) => {
    const count = failures(uid) + 1
    failedAt = elapsed()
    failed.set(uid, { count, dueAt: failedAt + delayMs(count), isOwn: failed.get(uid)?.isOwn ?? false, error })
  }
  const succeed = (uid: number) => {
    failed.delete(uid)
    for (const other of failed.values()) if (!other.isOwn) Object.assign(other, { isOwn: true, dueAt: elapsed() })
  }
  const doubt = () => [...failed.values()].findLast(({ isOwn }) => !isOwn)?.error ?? null
  return {
    failures,
    next(uids) {
      const first = earliest(uids.map((uid) => ({ uid, dueAt: failed.get(uid)?.dueAt ?? -Infinity })))
      if (first === null) return null
      const dueAt = doubt() === null ? first.dueAt : Math.min(first.dueAt, failedAt + probeEveryMs)
      return elapsed() >= dueAt ? { ...first, dueAt } : null
    },
    doubt,
    keep(uids) {
      const present = new Set(uids)
      for (const uid of failed.keys()) if (!present.has(uid)) failed.delete(uid)
    },
    async watch(uids, work) {
      try {
        const result = await work()
        uids.forEach(succeed)
        return result
      } catch (error) {
        if (isOfMails(error)) uids.forEach((uid) => fail(uid, error))
        throw error
      }
    },
  }
}

const delayMs = (count: number) =>
  count < failuresUntilLast ? 0 : Math.min(longestDelayMs, firstDelayMs * 2 ** (count - failuresUntilLast))

const earliest = (mails: DueMail[]) =>
  mails.reduce<DueMail | null>((best, mail) => (best && best.dueAt <= mail.dueAt ? best : mail), null)

/** The session was lost during the work on a mail, which may be the reason. The mailbox itself may be in order. */
export class MailFailedError extends Error {
  readonly uids: readonly number[]

  constructor(uids: readonly number[], cause: unknown) {
    super(errorMessage(cause), { cause })
    this.uids = uids
  }
}

type Attempt<T> = { address: string; uids: readonly number[]; work: () => Promise<T> }

/**
 * Does work on mails. Returns null if the work failed but the session is still open.
 * @throws MailFailedError if the session was lost during the work; the error itself if another instance reads the
 * mailbox or the database is unavailable.
 */
export async function attempt<T>(
  attempts: MailAttempts,
  session: Pick<MailSession, 'isOpen'>,
  { address, uids, work }: Attempt<T>,
): Promise<T | null> {
  try {
    return await attempts.watch(uids, work)
  } catch (error) {
    if (!isOfMails(error)) throw error
    if (!session.isOpen()) throw new MailFailedError(uids, error)
    logFailed(address, uids, error)
    return null
  }
}

export function logFailed(address: string, uids: readonly number[], error: unknown): void {
  log.warn({ mailbox: address, uids, err: error }, 'work on mails failed; it is tried again soon')
}

/** Whether the mails may be the reason of an error. A query that the database aborted may be too large for a mail. */
const isOfMails = (error: unknown) =>
  !(error instanceof PositionLostError) && (!isDatabaseUnavailable(error) || isTimeout(error))
