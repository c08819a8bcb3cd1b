const DAY = 24 * 60 * 60_000

const cachedFormats = new Map<string, Intl.DateTimeFormat>()

// Formats are cached, because creating one is slow; each zone has at most two.
function formatOf(zone: string, timeStyle: 'short' | 'medium'): Intl.DateTimeFormat {
  const key = `${zone} ${timeStyle}`
  const cached =
    cachedFormats.get(key) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle })
  cachedFormats.set(key, cached)
  return cached
}

/** Wall-clock time of a moment in a zone, to the minute, in the format of a `datetime-local` field. */
export const toZonedLocal = (at: Date | string, zone: string): string =>
  formatOf(zone, 'short').format(new Date(at)).replace(' ', 'T')

/**
 * Converts wall-clock time of a zone to a moment; undefined if invalid or before 2000, e.g. while a year is being
 * typed. In the repeated hour of autumn, `occurrence` selects the first or the last moment; in the skipped hour of
 * spring, the winter offset is used.
 */
export function fromZonedLocal(local: string, zone: string, occurrence: 'first' | 'last'): Date | undefined {
  const asIfUtc = Date.parse(`${local}Z`)
  if (!isValidLocal(local, asIfUtc)) return undefined
  const [before, after] = [asIfUtc - zoneOffset(asIfUtc - DAY, zone), asIfUtc - zoneOffset(asIfUtc + DAY, zone)]
  const matching = [before, after].filter((ms) => toZonedLocal(new Date(ms), zone) === local)
  if (matching.length === 0) return new Date(before)
  return new Date(occurrence === 'first' ? Math.min(...matching) : Math.max(...matching))
}

// `Date` turns an impossible day, such as 31 February, into another day; converting back detects that.
const isValidLocal = (local: string, asIfUtc: number) =>
  /^2\d{3}-\d\d-\d\dT\d\d:\d\d$/u.test(local) &&
  !Number.isNaN(asIfUtc) &&
  new Date(asIfUtc).toISOString().startsWith(local)

/** Offset of a zone's time from UTC at a moment, in milliseconds; positive if ahead of UTC. */
export function zoneOffset(ms: number, zone: string): number {
  const fullSeconds = ms - (ms % 1000)
  return Date.parse(`${formatOf(zone, 'medium').format(fullSeconds).replace(' ', 'T')}Z`) - fullSeconds
}
