const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** The waits before the attempts of a delivery, in milliseconds. A delivery is given up after its last attempt. */
const delaysMs = [0, 5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs, hourMs, 2 * hourMs]

/** The number of attempts of a delivery. */
export const maxAttempts = delaysMs.length

/** Maximum random variation of a wait, as a share, so that messages that failed together are not repeated together. */
const jitter = 0.2

/** Maximum time that all attempts of a delivery take, in milliseconds. */
export const scheduleMs = delaysMs.reduce((sum, ms) => sum + ms) * (1 + jitter)

/**
 * The wait after this many failures, in milliseconds. After further failures, the longest wait is used. `random` is
 * from 0 to 1.
 */
export const variedWait = (failures: number, random: number): number =>
  Math.round((delaysMs[Math.min(failures, maxAttempts - 1)] ?? 0) * (1 - jitter + 2 * jitter * random))
