import { wallTimeOf } from '../../lib/wall-time.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * Whether a daily digest is due: the configured hour of the zone has passed on a later local day than that of the last
 * digest. Compares local days, so that a day on which a clock change skips or repeats the hour gets one digest too. A
 * last digest more than a day ahead is from before the clock was set back, and counts as old. Times are in milliseconds
 * since 1970.
 */
export const isDigestDue = (digest: { hour: number; zone: string; lastAt: number }, at: number): boolean =>
  digestDay(digest, at) > digestDay(digest, digest.lastAt) || digest.lastAt > at + dayMs

/** The local day of the most recent digest that was due, e.g. `2026-11-22`. */
const digestDay = ({ hour, zone }: { hour: number; zone: string }, at: number): string =>
  new Date(wallTimeOf(at, zone) - hour * hourMs).toISOString().slice(0, 10)
