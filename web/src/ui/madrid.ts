/** The platform's trade keeps Spanish hours, wherever its operator sits. */
export const timeZone = 'Europe/Madrid'

const toTheMinute = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
const toTheSecond = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })

const DAY = 24 * 60 * 60_000

/** A moment as clocks in Madrid show it, to the minute, in the spelling of a `datetime-local` field. */
export const inMadrid = (at: Date | string): string => toTheMinute.format(new Date(at)).replace(' ', 'T')

/** The moment at which the day began on which clocks in Madrid are now, in UTC. */
export const startOfToday = (now: Date): string =>
  (fromMadrid(`${inMadrid(now).slice(0, 10)}T00:00`, 'first') ?? now).toISOString()

/**
 * The moment at which clocks in Madrid show this; undefined where it is no time, or one before 2000, as while a year is
 * being typed. In autumn an hour comes twice: then the `first` or the `last` of both moments. In spring an hour is left
 * out: then what clocks show that were not put forward.
 */
export function fromMadrid(local: string, which: 'first' | 'last'): Date | undefined {
  const asIfUtc = Date.parse(`${local}Z`)
  if (!isTime(local, asIfUtc)) return undefined
  const [before, after] = [asIfUtc - offsetAt(asIfUtc - DAY), asIfUtc - offsetAt(asIfUtc + DAY)]
  const shown = [before, after].filter((ms) => inMadrid(new Date(ms)) === local)
  if (shown.length === 0) return new Date(before)
  return new Date(which === 'first' ? Math.min(...shown) : Math.max(...shown))
}

// Of a day that no month has, the computer would make another one.
const isTime = (local: string, asIfUtc: number) =>
  /^2\d{3}-\d\d-\d\dT\d\d:\d\d$/u.test(local) &&
  !Number.isNaN(asIfUtc) &&
  new Date(asIfUtc).toISOString().startsWith(local)

/** How far clocks in Madrid are ahead of UTC, in milliseconds. */
export function offsetAt(ms: number): number {
  const whole = ms - (ms % 1000)
  return Date.parse(`${toTheSecond.format(whole).replace(' ', 'T')}Z`) - whole
}
