import { fromZonedLocal, toZonedLocal, zoneOffset } from './zonedTime.ts'

/** The platform's business runs on Spanish time, wherever the operator is. */
export const timeZone = 'Europe/Madrid'

/** Madrid time of a moment, to the minute, in the format of a `datetime-local` field. */
export const toMadridLocal = (at: Date | string): string => toZonedLocal(at, timeZone)

/** Start of the current day in Madrid, as ISO 8601 in UTC. */
export const startOfToday = (now: Date): string =>
  (fromMadridLocal(`${toMadridLocal(now).slice(0, 10)}T00:00`, 'first') ?? now).toISOString()

/** Converts Madrid time to a moment, as `fromZonedLocal` does. */
export const fromMadridLocal = (local: string, occurrence: 'first' | 'last'): Date | undefined =>
  fromZonedLocal(local, timeZone, occurrence)

/** Offset of Madrid time from UTC at a moment, in milliseconds; positive if ahead of UTC. */
export const madridOffset = (ms: number): number => zoneOffset(ms, timeZone)
