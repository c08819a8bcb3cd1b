import { locale, localize } from '../i18n.ts'
import { timeZone } from './madridTime.ts'

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
const dayAndSeconds = new Intl.DateTimeFormat(locale, {
  timeZone,
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})
const full = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'long', timeStyle: 'medium' })
const exact = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'short', timeStyle: 'medium' })
const date = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium' })
const day = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
const relative = new Intl.RelativeTimeFormat(locale, { style: 'short', numeric: 'always' })

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const text = localize(
  { now: 'hace un momento', seconds: (n: number) => `${String(n)} s` },
  { now: 'a moment ago', seconds: (n) => `${String(n)} s` },
)

/** Formats the time of day, with the day unless it is today. */
export function formatTime(at: Date | string, now: Date, withSeconds = false): string {
  const moment = new Date(at)
  const [today, otherDay] = withSeconds ? [seconds, dayAndSeconds] : [clock, dayAndClock]
  return (day.format(moment) === day.format(now) ? today : otherDay).format(moment)
}

/** Formats the time of day, for contexts that make the day clear. */
export const formatClock = (at: Date | string): string => clock.format(new Date(at))

/** Formats the time of day to the second, for a clock. */
export const formatClockWithSeconds = (at: Date): string => seconds.format(at)

/** Formats the weekday, day and month, for a clock. */
export const formatWeekday = (at: Date): string => weekday.format(at)

/** Full hours of an interval whose hour in Madrid time is divisible by `everyHours`. */
export function fullHours(since: Date, until: Date, everyHours: number): Date[] {
  const first = Math.ceil(since.getTime() / HOUR)
  const count = Math.max(0, Math.floor(until.getTime() / HOUR) - first + 1)
  return Array.from({ length: count }, (_, index) => new Date((first + index) * HOUR)).filter(
    (at) => Number(hour.format(at)) % everyHours === 0,
  )
}

/** Formats the date, in words, and the time to the second. */
export const formatFullTime = (at: Date | string): string => full.format(new Date(at))

/** Formats the date, in digits, and the time to the second, for table columns. */
export const formatExactTime = (at: Date | string): string => exact.format(new Date(at))

/** Formats the date without the time. */
export const formatDate = (at: Date | string): string => date.format(new Date(at))

/** Formats a rounded age, e.g. `hace 5 min`. */
export function formatRelative(at: Date | string, now: Date): string {
  const ms = now.getTime() - new Date(at).getTime()
  if (ms < MINUTE) return text.now
  if (ms < HOUR) return relative.format(-Math.floor(ms / MINUTE), 'minute')
  if (ms < DAY) return relative.format(-Math.floor(ms / HOUR), 'hour')
  return relative.format(-Math.floor(ms / DAY), 'day')
}

/** Formats a rounded duration, e.g. `1 h 20 min`. */
export function formatDuration(from: Date | string, to: Date | string): string {
  const ms = Math.max(0, new Date(to).getTime() - new Date(from).getTime())
  if (ms < MINUTE) return text.seconds(Math.round(ms / 1000))
  if (ms < HOUR) return `${String(Math.floor(ms / MINUTE))} min`
  if (ms < DAY) return formatParts(ms, [HOUR, 'h'], [MINUTE, 'min'])
  return formatParts(ms, [DAY, 'd'], [HOUR, 'h'])
}

function formatParts(ms: number, [large, first]: [number, string], [small, second]: [number, string]) {
  const rest = Math.floor((ms % large) / small)
  return `${String(Math.floor(ms / large))} ${first}${rest > 0 ? ` ${String(rest)} ${second}` : ''}`
}
