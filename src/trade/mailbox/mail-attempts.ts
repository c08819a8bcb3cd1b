import { isDatabaseUnavailable, isTimeout } from '../../database/unavailable.ts'
import type { Clock } from '../../lib/clock.ts'
import { errorMessage } from '../../lib/errors.ts'
import { log } from '../../lib/log.ts'
import type { MailSession } from './mail-session.ts'
import { PositionLostError } from './mailbox-state.ts'

/** A mail that failed this often is tried after all others, and only from time to time. */
export const failuresUntilLast = 2

const firstDelayMs = 15_000
const longestDelayMs = 15 * 60_000

/** While it is in doubt whether any mail works, one of them is tried this often. */
const probeEveryMs = 60_000

/** A mail that may be tried, and since when, in monotonic milliseconds. */
export type DueMail = { uid: number; dueAt: number }

/** Failures of one kind of work on mails, by UID: in this process, and in one numbering of the mailbox (UIDVALIDITY). */
export type MailAttempts = {
  failures: (uid: number) => number
  /**
   * The mail that waited longest of those that may be tried: after its second failure only 15 s later, then 30 s, up to
   * a quarter of an hour; at once when the work on another shows that the server was the reason; null if there is none.
   */
  next: (uids: readonly number[]) => DueMail | null
  /** The last failure, while the work on no mail succeeded since: the reason may be the server. Else null. */
  doubt: () => unknown
  /** Forgets the failures of all other mails, which are no longer there. */
  keep: (uids: readonly number[]) => void
  /** Does the work. A failure counts against each of the mails, unless it is the database's; a success clears them. */
  watch: <T>(uids: readonly number[], work: () => Promise<T>) => Promise<T>
}

/** `isOwn`: the work on another mail succeeded after one of its failures. */
type Failed = { count: number; dueAt: number; isOwn: boolean; error: unknown }

/** Counts failures, starting without any. */
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

/** The session was lost at a mail, for reasons of the mail. The mailbox itself may be as it should be. */
export class MailFailedError extends Error {
  readonly uids: readonly number[]

  constructor(uids: readonly number[], cause: unknown) {
    super(errorMessage(cause), { cause })
    this.uids = uids
  }
}

type Attempt<T> = { address: string; uids: readonly number[]; work: () => Promise<T> }

/**
 * Does work on mails. Returns null if it failed and the session goes on.
 * @throws MailFailedError if the session was lost at them; the error itself if another instance reads or the database is
 * unavailable.
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

/** A query that the database aborted may be too large because of the mail. */
const isOfMails = (error: unknown) =>
  !(error instanceof PositionLostError) && (!isDatabaseUnavailable(error) || isTimeout(error))
