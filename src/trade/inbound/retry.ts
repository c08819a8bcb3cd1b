import type { Database } from '../../database/database.ts'

/** A message is given up after its processing was started this often and the process died each time. */
const maxBeginnings = 5

/** Maximum duration of an attempt. A delivery note of 18 MB (60,000 lines) takes up to 30 s on a shared machine. */
export const settleTimeoutMs = 120_000

/** An attempt that can be handed back waits for a lock no longer than this. */
const lockTimeoutMs = 2_000

/** Limits the wait for locks in a transaction. A longer wait counts as an unavailable database, not as a failure. */
export const limitLockWait = (tx: Database): Promise<unknown> =>
  tx.$executeRawUnsafe(`SET LOCAL lock_timeout = ${lockTimeoutMs}`)

const firstDelayMs = 200
const maxDelayMs = 5_000

/**
 * The reason why an attempt ended without a result: a shutdown handed the message back; the database was unavailable;
 * the database cancelled the attempt as too slow, but responded to other queries; or another error.
 */
export type Interruption = 'handed back' | 'unavailable' | 'too slow' | 'failed'

/** Whether a message is given up after this many starts without an end. */
export const isGivenUp = (beginnings: number): boolean => beginnings >= maxBeginnings

/** Whether the start of an attempt that was interrupted counts towards giving up the message. */
export const countsAgainst = (interruption: Interruption): boolean =>
  interruption === 'too slow' || interruption === 'failed'

/** Backoff before the next try, in milliseconds, after this many failures in a row: doubles up to five seconds. */
export const retryDelayMs = (failures: number): number =>
  failures <= 0 ? 0 : Math.min(maxDelayMs, firstDelayMs * 2 ** (failures - 1))
