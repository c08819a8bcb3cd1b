import { locale, words } from '../language.ts'
import { timeZone } from './madrid.ts'

const clock = new Intl.DateTimeFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit' })
const seconds = new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'medium' })
const hour = new Intl.DateTimeFormat('sv-SE', { timeZone, hour: '2-digit' })
const weekday = new Intl.DateTimeFormat(locale, { timeZone, weekday: 'long', day: 'numeric', month: 'long' })
const dayAndClock = new Intl.DateTimeFormat(locale, {
  timeZone,
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const whole = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'long', timeStyle: 'medium' })
const exact = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'short', timeStyle: 'medium' })
const date = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium' })
const day = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
const ago = new Intl.RelativeTimeFormat(locale, { style: 'short', numeric: 'always' })

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const text = words(
  { now: 'hace un momento', seconds: (n: number) => `${String(n)} s` },
  { now: 'a moment ago', seconds: (n) => `${String(n)} s` },
)

/** Formats the time of day, with the day unless it is today. */
export function showTime(at: Date | string, now: Date): string {
  const moment = new Date(at)
  return day.format(moment) === day.format(now) ? clock.format(moment) : dayAndClock.format(moment)
}

/** Formats the time of day, for contexts that make the day clear. */
export const showClock = (at: Date | string): string => clock.format(new Date(at))

/** Formats the time of day to the second, for a clock. */
export const showSeconds = (at: Date): string => seconds.format(at)

/** Formats the weekday, day and month, for a clock. */
export const showDay = (at: Date): string => weekday.format(at)

/** Full hours of an interval whose hour in Madrid time is divisible by `apart`. */
export function wholeHours(since: Date, until: Date, apart: number): Date[] {
  const first = Math.ceil(since.getTime() / HOUR)
  const count = Math.max(0, Math.floor(until.getTime() / HOUR) - first + 1)
  return Array.from({ length: count }, (_, index) => new Date((first + index) * HOUR)).filter(
    (at) => Number(hour.format(at)) % apart === 0,
  )
}

/** Formats the date, in words, and the time to the second. */
export const showWholeTime = (at: Date | string): string => whole.format(new Date(at))

/** Formats the date, in digits, and the time to the second, for table columns. */
export const showExactTime = (at: Date | string): string => exact.format(new Date(at))

/** Formats the date without the time. */
export const showDate = (at: Date | string): string => date.format(new Date(at))

/** Formats a rounded age, e.g. `hace 5 min`. */
export function showAge(at: Date | string, now: Date): string {
  const ms = now.getTime() - new Date(at).getTime()
  if (ms < MINUTE) return text.now
  if (ms < HOUR) return ago.format(-Math.floor(ms / MINUTE), 'minute')
  if (ms < DAY) return ago.format(-Math.floor(ms / HOUR), 'hour')
  return ago.format(-Math.floor(ms / DAY), 'day')
}

/** Formats a rounded duration, e.g. `1 h 20 min`. */
export function showLasting(from: Date | string, to: Date | string): string {
  const ms = Math.max(0, new Date(to).getTime() - new Date(from).getTime())
  if (ms < MINUTE) return text.seconds(Math.round(ms / 1000))
  if (ms < HOUR) return `${String(Math.floor(ms / MINUTE))} min`
  if (ms < DAY) return parts(ms, [HOUR, 'h'], [MINUTE, 'min'])
  return parts(ms, [DAY, 'd'], [HOUR, 'h'])
}

function parts(ms: number, [large, first]: [number, string], [small, second]: [number, string]) {
  const rest = Math.floor((ms % large) / small)
  return `${String(Math.floor(ms / large))} ${first}${rest > 0 ? ` ${String(rest)} ${second}` : ''}`
}
