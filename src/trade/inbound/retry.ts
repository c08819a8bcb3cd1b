import type { Database } from '../../database/database.ts'

/** Maximum starts of a message's processing without an end, the process dying each time. */
const maxBeginnings = 5

/** A delivery note of 18 MB, 60,000 lines, takes up to 30 s on a machine shared with others. */
export const settleTimeoutMs = 120_000

/** An attempt that can be handed back waits for a lock no longer than this. */
const lockTimeoutMs = 2_000

/** Limits the wait for locks in a transaction: a longer one counts as an unavailable database, not against the message. */
export const limitLockWait = (tx: Database): Promise<unknown> =>
  tx.$executeRawUnsafe(`SET LOCAL lock_timeout = ${lockTimeoutMs}`)

const firstDelayMs = 200
const maxDelayMs = 5_000

/**
 * Why an attempt ended without a result: a shutdown handed the message back; the database was unavailable; the database
 * cancelled it as too slow while responding to others; or another error.
 */
export type Interruption = 'handed back' | 'unavailable' | 'too slow' | 'failed'

/** Whether a message is given up after this many starts without an end. */
export const isGivenUp = (beginnings: number): boolean => beginnings >= maxBeginnings

/** Whether a start still counts against the message after its attempt was interrupted. */
export const countsAgainst = (interruption: Interruption): boolean =>
  interruption === 'too slow' || interruption === 'failed'

/** Backoff before the next try, in milliseconds, after this many failures in a row: doubles up to five seconds. */
export const retryDelayMs = (failures: number): number =>
  failures <= 0 ? 0 : Math.min(maxDelayMs, firstDelayMs * 2 ** (failures - 1))
