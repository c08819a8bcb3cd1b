const dayMs = 86_400_000

/**
 * The wall-clock time of an instant in an IANA time zone: the milliseconds since 1970 at which UTC shows the same date and
 * time.
 */
export function wallTimeOf(instant: number, zone: string): number {
  const parts = Object.fromEntries(
    formatterOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/**
 * The instant of a wall-clock time in an IANA time zone, as RFC 5545 reads it. If the time occurs twice, the first
 * instant; if it is skipped, the instant as if the clock had not been changed.
 */
export function instantOf(wall: number, zone: string): number {
  const before = wall - offsetAt(wall - dayMs, zone)
  if (wallTimeOf(before, zone) === wall) return before
  const after = wall - offsetAt(wall + dayMs, zone)
  return wallTimeOf(after, zone) === wall ? after : before
}

/** Whether the runtime knows an IANA time zone by this name. */
export const isTimeZone = (zone: string): boolean => canonicalTimeZone(zone) !== null

/** The name of an IANA time zone as the runtime writes it; null if it knows none by this name. */
export function canonicalTimeZone(zone: string): string | null {
  try {
    return formatterOf(zone).resolvedOptions().timeZone
  } catch {
    return null
  }
}

const offsetAt = (instant: number, zone: string) => wallTimeOf(instant, zone) - Math.floor(instant / 1_000) * 1_000

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone)
  if (known) return known
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formatters.set(zone, formatter)
  return formatter
}

/** Returns the function that writes a moment in the time of the platform's business: `26 nov 2026, 21:10 (Madrid)`. */
export function createTimeText(locale: string): (at: Date | number | string) => string {
  const format = new Intl.DateTimeFormat(locale, { timeZone: 'Europe/Madrid', dateStyle: 'medium', timeStyle: 'short' })
  return (at) => `${format.format(new Date(at))} (Madrid)`
}
