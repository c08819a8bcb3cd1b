import { MailboxError } from './mailbox-error.ts'

/** A mail whose fetch failed this many times is left alone, so that the mails after it are read. */
const maxFailures = 5

/**
 * The fetches that failed, by UID, over several connections. A mail at which the connection is lost again and again must
 * not keep the others from being read.
 */
export type FailedFetches = {
  isEmpty: () => boolean
  isGivenUp: (uid: number) => boolean
  /** Runs the fetch of a mail, and counts it if it fails because of the server or the connection. */
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
