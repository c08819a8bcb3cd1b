const clock = new Intl.DateTimeFormat('es-ES', { hour: '2-digit', minute: '2-digit' })
const dayAndClock = new Intl.DateTimeFormat('es-ES', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const ago = new Intl.RelativeTimeFormat('es-ES', { style: 'short', numeric: 'always' })

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The time of day, with the day where it is not today's. */
export function showTime(at: Date | string, now: Date): string {
  const moment = new Date(at)
  return moment.toDateString() === now.toDateString() ? clock.format(moment) : dayAndClock.format(moment)
}

/** How long ago, roughly, e.g. `hace 5 min`. */
export function showAge(at: Date | string, now: Date): string {
  const ms = now.getTime() - new Date(at).getTime()
  if (ms < MINUTE) return 'hace un momento'
  if (ms < HOUR) return ago.format(-Math.floor(ms / MINUTE), 'minute')
  if (ms < DAY) return ago.format(-Math.floor(ms / HOUR), 'hour')
  return ago.format(-Math.floor(ms / DAY), 'day')
}
