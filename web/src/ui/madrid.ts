/** The platform's business runs on Spanish time, wherever the operator is. */
export const timeZone = 'Europe/Madrid'

const toTheMinute = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
const toTheSecond = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })

const DAY = 24 * 60 * 60_000

/** Madrid time of a moment, to the minute, in the format of a `datetime-local` field. */
export const inMadrid = (at: Date | string): string => toTheMinute.format(new Date(at)).replace(' ', 'T')

/** Start of the current day in Madrid, as ISO 8601 in UTC. */
export const startOfToday = (now: Date): string =>
  (fromMadrid(`${inMadrid(now).slice(0, 10)}T00:00`, 'first') ?? now).toISOString()

/**
 * Converts Madrid time to a moment; undefined if invalid or before 2000, e.g. while a year is being typed. In the
 * repeated hour of autumn, returns the `first` or the `last` of both moments; in the skipped hour of spring, uses the
 * winter offset.
 */
export function fromMadrid(local: string, which: 'first' | 'last'): Date | undefined {
  const asIfUtc = Date.parse(`${local}Z`)
  if (!isTime(local, asIfUtc)) return undefined
  const [before, after] = [asIfUtc - offsetAt(asIfUtc - DAY), asIfUtc - offsetAt(asIfUtc + DAY)]
  const shown = [before, after].filter((ms) => inMadrid(new Date(ms)) === local)
  if (shown.length === 0) return new Date(before)
  return new Date(which === 'first' ? Math.min(...shown) : Math.max(...shown))
}

// `Date` turns an impossible day, such as 31 February, into another one: the round trip detects that.
const isTime = (local: string, asIfUtc: number) =>
  /^2\d{3}-\d\d-\d\dT\d\d:\d\d$/u.test(local) &&
  !Number.isNaN(asIfUtc) &&
  new Date(asIfUtc).toISOString().startsWith(local)

/** Offset of Madrid time from UTC at a moment, in milliseconds; positive is ahead. */
export function offsetAt(ms: number): number {
  const whole = ms - (ms % 1000)
  return Date.parse(`${toTheSecond.format(whole).replace(' ', 'T')}Z`) - whole
}
