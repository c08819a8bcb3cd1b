import { hourMs } from '../learned-budget/hour-latency.ts'
import { notAhead } from '../../../lib/clock.ts'
import { followDrop, noDrop, type ExpectedRate, type ObservedTraffic, type TrafficDrop } from './traffic-drop.ts'

/**
 * The hour that ticks are in, as far as they saw it. Kept in the rule state, since late reports and wrong clocks of
 * senders then count as the rule sees them. Plain JSON.
 */
export type HourSeen = {
  /** When it begins, in milliseconds since 1970. */
  start: number
  /** The fewest requests that a tick saw in the five minutes before it; null if the hour does not show what is usual. */
  fewest: number | null
}

/** The state of a subject's traffic between ticks. Plain JSON. Times are in milliseconds since 1970. */
export type TrafficState = TrafficDrop & {
  /** The tick as of which the timers hold; null while none runs. */
  timersAt: number | null
  hour: HourSeen | null
  /** Whether a lack of requests was explained at the last tick. */
  isExplained: boolean
  /** The last tick at which it was, or that of the first sample; null in rule states of earlier versions. */
  explainedUntil: number | null
}

/**
 * An explanation for a lack of requests. LATE: a report of them is overdue, and perhaps lost. AWAY: a service is silent, a
 * maintenance, or what the subject depends on is failing.
 */
export type Explanation = 'LATE' | 'AWAY'

/** The traffic of a subject at a tick. */
export type TrafficSummary = {
  observed: ObservedTraffic
  /** The traffic to expect; null: none, or that is not known yet. */
  rate: ExpectedRate | null
  /** Null if nothing explains a lack of requests. */
  explanation: Explanation | null
  /** The failed requests among those of so many milliseconds before the tick, without our own probes. */
  failedIn: (ms: number) => number
}

/** The traffic of a subject whose first sample is seen at the tick `at`: nothing was to be expected before. */
export const beginTraffic = (at: number): TrafficState => ({
  ...noDrop,
  timersAt: null,
  hour: null,
  isExplained: false,
  explainedUntil: at,
})

/** The time from which requests count at the tick `at`: the end of what explained their lack; null if nothing did. */
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

/** The hour of a drop shows nothing usual. Until five minutes count again, no tick has seen the fewest. */
export function hourAfter(
  { hour, told }: Pick<TrafficState, 'hour' | 'told'>,
  { windows, lastFive }: ObservedTraffic,
  { isTold, at }: { isTold: boolean; at: number },
): HourSeen | null {
  return windows.length === 0 ? hour : seeHour(hour, isTold || told ? null : lastFive, at)
}

/** The hour after the tick `at`, which saw so many requests in the five minutes before it; null if they are explained. */
export function seeHour(previous: HourSeen | null, lastFive: number | null, at: number): HourSeen {
  const start = Math.floor(at / hourMs) * hourMs
  if (previous?.start !== start) return { start, fewest: lastFive }
  const { fewest } = previous
  if (fewest === null || (lastFive !== null && lastFive >= fewest)) return previous
  return { start, fewest: lastFive }
}

// One late report does not make its hour unusual: only the windows that reach into it do not count.
const explain = (before: TrafficState, explanation: Explanation, at: number): TrafficState => ({
  ...before,
  pending: null,
  clean: null,
  timersAt: null,
  hour: explanation === 'LATE' ? before.hour : seeHour(before.hour, null, at),
  isExplained: true,
})

/** The traffic of a subject whose incident is over. */
export const withoutDrop = (traffic: TrafficState): TrafficState => ({ ...traffic, ...noDrop, timersAt: null })

/** The hour that ended between two states of a subject's traffic; null if none did. */
export const endedHour = (before: TrafficState | undefined, after: TrafficState | undefined): HourSeen | null =>
  before?.hour && after?.hour && before.hour.start !== after.hour.start ? before.hour : null

/** The traffic as it counts at `at`, as by `withoutFuture`. */
export const presentTraffic = (traffic: TrafficState, at: number): TrafficState => ({
  ...traffic,
  hour: traffic.hour && traffic.hour.start <= at ? traffic.hour : null,
  explainedUntil: traffic.explainedUntil === null ? null : notAhead(traffic.explainedUntil, at),
})
