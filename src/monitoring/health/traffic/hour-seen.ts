import { hourMs } from '../learned-budget/hour-latency.ts'

/**
 * The hour that ticks are in, as far as they saw it. Kept in the rule state, since late reports and wrong clocks of
 * senders then count as the rule sees them. Plain JSON.
 */
export type HourSeen = {
  /** When it begins, in milliseconds since 1970. */
  start: number
  /** The fewest requests that a tick saw in the five minutes before it; null if the hour does not show what is usual. */
  fewest: number | null
}

/** The hour after the tick `at`, which saw so many requests in the five minutes before it; null if they are explained. */
export function seeHour(previous: HourSeen | null, lastFive: number | null, at: number): HourSeen {
  const start = Math.floor(at / hourMs) * hourMs
  if (previous?.start !== start) return { start, fewest: lastFive }
  const { fewest } = previous
  if (fewest === null || (lastFive !== null && lastFive >= fewest)) return previous
  return { start, fewest: lastFive }
}
