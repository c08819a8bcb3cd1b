import { hourMs } from '../learned-budget/hour-latency.ts'
import { notAhead } from '../../../lib/clock.ts'
import { followDrop, noDrop, type ExpectedRate, type ObservedTraffic, type TrafficDrop } from './traffic-drop.ts'

/**
 * The current hour, as far as ticks have seen it. Stored in the rule state, because late reports and wrong clocks of
 * senders then count as they do for the rule. Plain JSON.
 */
export type HourSeen = {
  /** Start of the hour, in milliseconds since 1970. */
  start: number
  /** The fewest requests that a tick saw in the five minutes before it; null if the hour does not show what is usual. */
  fewest: number | null
}

/** The state of a subject's traffic between ticks. Plain JSON. Times are in milliseconds since 1970. */
export type TrafficState = TrafficDrop & {
  /** The tick up to which the timers have run; null while no timer runs. */
  timersAt: number | null
  hour: HourSeen | null
  /** Whether a lack of requests was explained at the last tick. */
  isExplained: boolean
  /**
   * The last tick at which a lack of requests was explained, or the tick of the first sample; null in rule states of
   * earlier versions.
   */
  explainedUntil: number | null
}

/**
 * An explanation for a lack of requests. LATE: a report with requests is overdue, perhaps lost. AWAY: a service is
 * silent, a maintenance is in progress, or something that the subject depends on is failing.
 */
export type Explanation = 'LATE' | 'AWAY'

/** The traffic of a subject at a tick. */
export type TrafficSummary = {
  observed: ObservedTraffic
  /** The traffic to expect; null if none is expected or it is unknown. */
  rate: ExpectedRate | null
  /** Null if nothing explains a lack of requests. */
  explanation: Explanation | null
  /** The number of failed requests in this time before the tick (milliseconds), without our own probes. */
  failedIn: (ms: number) => number
}

/** The traffic of a subject whose first sample is seen at the tick `at`: before, no requests were expected. */
export const beginTraffic = (at: number): TrafficState => ({
  ...noDrop,
  timersAt: null,
  hour: null,
  isExplained: false,
  explainedUntil: at,
})

/** The time from which requests count at the tick `at`: the end of the explanation for their lack; null without one. */
export function countsFrom(
  traffic: TrafficState | undefined,
  { at, resolvedAt, pausedUntil }: { at: number; resolvedAt: number | null; pausedUntil: number | null },
): number | null {
  const explained = traffic?.isExplained ? at : (traffic?.explainedUntil ?? null)
  const ends = [explained, resolvedAt, pausedUntil].filter((end) => end !== null)
  return ends.length === 0 ? null : Math.max(...ends)
}

/** The traffic of a subject after the tick `at`. */
export function followTraffic(
  before: TrafficState,
  { observed, rate, explanation }: Omit<TrafficSummary, 'failedIn'>,
  at: number,
): TrafficState {
  if (explanation) return explain(before, explanation, at)
  const drop = followDrop(before, observed, rate)
  return {
    ...drop,
    timersAt: drop.pending === null && drop.clean === null ? null : at,
    hour: hourAfter(before, observed, { isTold: drop.told !== null, at }),
    isExplained: false,
    explainedUntil: before.isExplained ? at : before.explainedUntil,
  }
}

/**
 * The hour after a tick. An hour in which a drop is told shows nothing usual. While no window counts yet, the hour
 * stays as it was.
 */
export function hourAfter(
  { hour, told }: Pick<TrafficState, 'hour' | 'told'>,
  { windows, lastFive }: ObservedTraffic,
  { isTold, at }: { isTold: boolean; at: number },
): HourSeen | null {
  return windows.length === 0 ? hour : seeHour(hour, isTold || told ? null : lastFive, at)
}

/**
 * The hour after the tick `at`. `lastFive` is the number of requests in the five minutes before it; null if their lack
 * is explained.
 */
export function seeHour(previous: HourSeen | null, lastFive: number | null, at: number): HourSeen {
  const start = Math.floor(at / hourMs) * hourMs
  if (previous?.start !== start) return { start, fewest: lastFive }
  const { fewest } = previous
  if (fewest === null || (lastFive !== null && lastFive >= fewest)) return previous
  return { start, fewest: lastFive }
}

// A single late report does not make its hour unusual: only the windows that include its time are left out.
const explain = (before: TrafficState, explanation: Explanation, at: number): TrafficState => ({
  ...before,
  pending: null,
  clean: null,
  timersAt: null,
  hour: explanation === 'LATE' ? before.hour : seeHour(before.hour, null, at),
  isExplained: true,
})

/** The traffic of a subject after the end of its incident. */
export const withoutDrop = (traffic: TrafficState): TrafficState => ({ ...traffic, ...noDrop, timersAt: null })

/** The hour that ended between two states of a subject's traffic; null if no hour ended. */
export const endedHour = (before: TrafficState | undefined, after: TrafficState | undefined): HourSeen | null =>
  before?.hour && after?.hour && before.hour.start !== after.hour.start ? before.hour : null

/**
 * The traffic as it counts at `at` after the clock was set back: an hour that is ahead is dropped, and a later
 * `explainedUntil` becomes `at`.
 */
export const presentTraffic = (traffic: TrafficState, at: number): TrafficState => ({
  ...traffic,
  hour: traffic.hour && traffic.hour.start <= at ? traffic.hour : null,
  explainedUntil: traffic.explainedUntil === null ? null : notAhead(traffic.explainedUntil, at),
})
