const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** The waits before the attempts of a delivery, in milliseconds; it is given up after the last one. */
const delaysMs = [0, 5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs, hourMs, 2 * hourMs]

/** The number of attempts of a delivery. */
export const maxAttempts = delaysMs.length

/** By how much a wait is varied at random, so that what failed together is not repeated together. */
const jitter = 0.2

/** How long all attempts of a delivery take at most, in milliseconds. */
export const scheduleMs = delaysMs.reduce((sum, ms) => sum + ms) * (1 + jitter)

/** The wait after this many failures, in milliseconds; after more than there are waits, the longest. `random` is from 0 to 1. */
export const variedWait = (failures: number, random: number): number =>
  Math.round((delaysMs[Math.min(failures, maxAttempts - 1)] ?? 0) * (1 - jitter + 2 * jitter * random))
