/** So often the processing of a message is begun without an end, the process dying each time, until it is given up. */
const maxBeginnings = 5

const firstDelayMs = 200
const maxDelayMs = 5_000

/**
 * How an attempt ended without a result: a stop handed the message back; the database was unavailable; the database
 * ended it as too slow, although it answers others; or another error.
 */
export type Interruption = 'handed back' | 'unavailable' | 'too slow' | 'failed'

/** Whether a message is given up instead of begun again, after so many beginnings without an end. */
export const isGivenUp = (beginnings: number): boolean => beginnings >= maxBeginnings

/** Whether a beginning still counts against the message once its attempt was interrupted. */
export const countsAgainst = (interruption: Interruption): boolean =>
  interruption === 'too slow' || interruption === 'failed'

/** The pause before the next try, in milliseconds, after so many failures in a row: it doubles up to five seconds. */
export const retryDelayMs = (failures: number): number =>
  failures <= 0 ? 0 : Math.min(maxDelayMs, firstDelayMs * 2 ** (failures - 1))
