/** The longest wait that a destination may ask for, in milliseconds. */
export const maxRetryAfterMs = 24 * 60 * 60_000

/**
 * The time to wait according to a Retry-After header, in milliseconds, at most a day. The header holds a number of
 * seconds or a date; null if it is absent or holds neither. Source: RFC 9110, 10.2.3.
 */
export function parseRetryAfter(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? ''
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : parseHttpDate(text) - now
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), maxRetryAfterMs)
}

/**
 * All three HTTP date formats begin with a weekday; other texts, which `Date` would accept, are rejected. A date
 * without a zone (asctime) is in UTC; `Date` would read it in the zone of this machine. Source: RFC 9110, 5.6.7.
 */
function parseHttpDate(text: string): number {
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return Number.NaN
  return Date.parse(/(GMT|UTC|Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text} GMT`)
}
