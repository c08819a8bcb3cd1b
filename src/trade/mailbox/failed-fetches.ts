import { MailboxError } from './mailbox-error.ts'

/** A mail is skipped after this many failed fetches, so that later mails are read. */
const maxFailures = 5

/**
 * Counts failed fetches by UID across connections. A mail whose fetch always breaks the connection must not block later
 * mails.
 */
export type FailedFetches = {
  isEmpty: () => boolean
  isGivenUp: (uid: number) => boolean
  /** Fetches a mail, and counts a failure of the server or the connection. */
  watch: <T>(uid: number, fetch: () => Promise<T>) => Promise<T>
}

/** Counts failed fetches. A fetch that succeeds clears the count of its mail. */
export function createFailedFetches(): FailedFetches {
  const failures = new Map<number, number>()
  return {
    isEmpty: () => failures.size === 0,
    isGivenUp: (uid) => (failures.get(uid) ?? 0) >= maxFailures,
    async watch(uid, fetch) {
      try {
        return await fetch()
      } catch (error) {
        if (error instanceof MailboxError) failures.set(uid, (failures.get(uid) ?? 0) + 1)
        throw error
      }
    },
  }
}
