import { hourMs } from './hour-latency.ts'
import { measuredMs, type UsualLatency } from './usual-latency.ts'

/** The knowledge of a subject's usual latency. Plain JSON, because it is stored. Times are in milliseconds since 1970. */
export type LearnedLatency = {
  /** The usual p95 of the subject, in milliseconds. */
  normalP95Ms: number
  /** The usual p75 of the subject, in milliseconds. */
  normalP75Ms: number
  /**
   * The usual p98 at this time of day and week, in milliseconds. Unlike the others it has no maximum change per update.
   */
  highMs: number
  /** Time of the last change of `normalP95Ms`. */
  since: number
  /** The end of the last hour considered, even if nothing could be learned from it. */
  learnedTo: number
  /**
   * Start of the hours to learn from: an operator accepted the latency at that time as normal. Null without such a
   * start.
   */
  learnsFrom: number | null
  /** The usual p95 on each of the last days, oldest first. The drift is measured against these values. */
  past: { at: number; p95Ms: number }[]
}

/** Maximum change per update, as a share. */
const mostChange = 0.25

/** Smaller changes are ignored: durations are only known to 3 %. */
const leastChange = 0.05

/** A drift is reported from this share and this many milliseconds. */
const leastDrift = 0.5
const leastDriftMs = 5

/**
 * The learned latency after a measurement up to `to`; it changes by at most a quarter. A measurement of null changes
 * nothing. The result is null before the first measurement.
 */
export function learn(
  previous: LearnedLatency | null,
  measured: UsualLatency | null,
  to: number,
): LearnedLatency | null {
  if (!previous) return measured && firstLatency(measured, to)
  if (!measured) return { ...previous, learnedTo: to }
  const normalP95Ms = approach(previous.normalP95Ms, Math.max(1, measured.p95Ms))
  return {
    ...previous,
    normalP95Ms,
    normalP75Ms: approach(previous.normalP75Ms, Math.max(1, measured.p75Ms)),
    highMs: isLittle(previous.highMs, measured.highMs) ? previous.highMs : Math.max(1, measured.highMs),
    since: normalP95Ms === previous.normalP95Ms ? previous.since : to,
    learnedTo: to,
    past: remember(previous.past, normalP95Ms, to),
  }
}

const firstLatency = (measured: UsualLatency, to: number): LearnedLatency => ({
  normalP95Ms: Math.max(1, measured.p95Ms),
  normalP75Ms: Math.max(1, measured.p75Ms),
  highMs: Math.max(1, measured.highMs),
  since: to,
  learnedTo: to,
  learnsFrom: null,
  past: [{ at: to, p95Ms: Math.max(1, measured.p95Ms) }],
})

/**
 * The learned latency after an operator accepted a p95 as normal at `at`. It is valid until there are enough samples to
 * measure.
 */
export const acceptAsNormal = (previous: LearnedLatency, p95Ms: number, at: number): LearnedLatency => ({
  ...previous,
  normalP95Ms: p95Ms,
  normalP75Ms: p95Ms,
  highMs: p95Ms,
  since: at,
  learnsFrom: Math.ceil(at / hourMs) * hourMs,
  past: [],
})

/** A change of the usual p95: the former value, the present one, and the time since which it drifted. */
export type LatencyDrift = { fromMs: number; toMs: number; since: number }

/** The usual p95, at most seven days old, from which the present one has drifted; null if there is no drift. */
export function driftOf({ normalP95Ms, past, learnedTo }: LearnedLatency): LatencyDrift | null {
  const [oldest] = past.filter(({ at }) => at >= learnedTo - measuredMs)
  if (!oldest) return null
  const change = Math.abs(normalP95Ms - oldest.p95Ms)
  const isDrift = change > leastDrift * oldest.p95Ms && change >= leastDriftMs
  return isDrift ? { fromMs: oldest.p95Ms, toMs: normalP95Ms, since: oldest.at } : null
}

const isLittle = (previous: number, measured: number) => Math.abs(measured - previous) <= leastChange * previous

function approach(previous: number, measured: number): number {
  if (isLittle(previous, measured)) return previous
  return Math.min(previous * (1 + mostChange), Math.max(previous * (1 - mostChange), measured))
}

/** Adds the present value once a day, and drops values older than seven days. */
function remember(past: LearnedLatency['past'], p95Ms: number, at: number): LearnedLatency['past'] {
  const newest = past.at(-1)
  const all = newest && at - newest.at < 24 * hourMs ? past : [...past, { at, p95Ms }]
  return all.filter((one) => one.at >= at - measuredMs)
}
