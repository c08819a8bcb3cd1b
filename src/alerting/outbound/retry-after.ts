/** The longest wait that a destination may ask for, in milliseconds. */
export const maxRetryAfterMs = 24 * 60 * 60_000

/**
 * The time to wait according to a Retry-After header, at most a day: a number of seconds or a date. Null if it is
 * absent or neither. Source: RFC 9110, 10.2.3.
 */
export function parseRetryAfter(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? ''
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : parseHttpDate(text) - now
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), maxRetryAfterMs)
}

/** All three HTTP date formats begin with a weekday; `Date` also accepts other texts, which are rejected. */
const parseHttpDate = (text: string) => (/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text) ? Date.parse(text) : Number.NaN)
