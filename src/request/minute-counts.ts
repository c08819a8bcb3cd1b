import type { Clock } from '../lib/clock.ts'

/** Length of a minute in milliseconds: the window in which requests are counted. */
export const minuteMs = 60_000

/** Counts a request by its key. Returns the requests in this minute of the clock, and the seconds until it ends. */
export type CountRequest = (key: string) => { count: number; seconds: number }

/** Creates a count of requests at this instance, in minutes of the clock. */
export function createMinuteCounts(clock: Pick<Clock, 'now'>): CountRequest {
  const counts = new Map<string, number>()
  let minute = 0
  return (key) => {
    const now = clock.now()
    const present = Math.floor(now / minuteMs)
    if (present !== minute) counts.clear()
    minute = present
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return { count, seconds: Math.ceil(((minute + 1) * minuteMs - now) / 1_000) }
  }
}
