import { bucketMs } from '../../telemetry/buckets.ts'
import { poissonAtMost } from './poisson.ts'

const minute = 60_000

/**
 * The two lengths of window in which requests are counted, in milliseconds. A window is never shorter than the first.
 */
const trafficWindowMs = 5 * minute
const longMs = 15 * minute

/**
 * A drop has fewer requests than `dropShare` of the expected ones and `fewestShare` of the usual fewest, and is less
 * likely than `dropChance`.
 */
export const dropShare = 0.5
const fewestShare = 0.35
const dropChance = 1e-4

/** A drop ends when five minutes have at least this share of the expected requests. */
export const returnShare = 0.8

/**
 * Time that a drop must last before it is told, and time that the requests must be back before it ends, in
 * milliseconds.
 */
export const trafficPendingMs = 30_000
export const trafficCleanMs = 5 * minute

/** The length of a window in milliseconds, and the number of requests in it. */
export type TrafficWindow = { ms: number; n: number }

/**
 * The requests before a tick: those of the last five minutes, and those of the windows that can show a drop, shortest
 * first.
 */
export type ObservedTraffic = { lastFive: number; windows: TrafficWindow[] }

/**
 * The requests before the tick `at`. `from` is the end of the time in which a lack of requests is explained (null:
 * there was none); windows begin at `from` or later. Late reports take minutes to arrive, so no window is shorter than
 * five minutes.
 */
export function observeTraffic(
  countBetween: (from: number, to: number) => number,
  at: number,
  from: number | null,
): ObservedTraffic {
  const sinceMs = from === null ? longMs : at - Math.ceil(from / bucketMs) * bucketMs
  const lengths = sinceMs < trafficWindowMs ? [] : [...new Set([trafficWindowMs, Math.min(longMs, sinceMs)])]
  return {
    lastFive: countBetween(at - trafficWindowMs, at),
    windows: lengths.map((ms) => ({ ms, n: countBetween(at - ms, at) })),
  }
}

/** The least traffic to expect while there is no drop. */
export type ExpectedRate = {
  /** Expected requests a minute. */
  perMinute: number
  /** The smallest number of requests in five minutes that pauses and chance can explain. */
  fewest: number
}

/** Length of the window in which `ExpectedRate.fewest` counts requests, in minutes. */
export const minutesOfFewest = trafficWindowMs / minute

/** The shortest window with far fewer requests than expected; null if there is none. */
export const dropIn = ({ windows }: ObservedTraffic, rate: ExpectedRate): TrafficWindow | null =>
  windows.find((window) => isDrop(window, rate)) ?? null

function isDrop({ ms, n }: TrafficWindow, { perMinute, fewest }: ExpectedRate): boolean {
  const expected = (perMinute * ms) / minute
  const isFew = n < dropShare * expected && n < (fewestShare * fewest * ms) / trafficWindowMs
  return isFew && poissonAtMost(n, expected) < dropChance
}

/** Whether a drop is possible at this rate: so few requests may be expected that even none at all is no drop. */
export const canDrop = (rate: ExpectedRate): boolean => isDrop({ ms: longMs, n: 0 }, rate)

/** Whether the requests of the last five minutes are again about as many as expected. */
export const hasReturned = ({ lastFive }: ObservedTraffic, { perMinute }: ExpectedRate): boolean =>
  lastFive >= Math.max(1, (returnShare * perMinute * trafficWindowMs) / minute)

/**
 * Time that a drop has lasted (`pending`), and time that requests have been back (`clean`), in milliseconds; null if
 * the timer does not run. `told` is the rate that was expected when the drop was told; null if no drop is told.
 */
export type TrafficDrop = { pending: number | null; clean: number | null; told: ExpectedRate | null }

/** The state before a drop, and after its end. */
export const noDrop: TrafficDrop = { pending: null, clean: null, told: null }

/**
 * The drop at a tick. `rate` is null where nothing is expected: then no drop begins, and a told drop ends with as many
 * requests as were expected when it was told.
 */
export function followDrop(drop: TrafficDrop, observed: ObservedTraffic, rate: ExpectedRate | null): TrafficDrop {
  const { told } = drop
  if (told) {
    const clean = counted(drop.clean, hasReturned(observed, rate ?? told))
    return clean !== null && clean >= trafficCleanMs ? noDrop : { pending: null, clean, told }
  }
  const pending = counted(drop.pending, rate !== null && dropIn(observed, rate) !== null)
  return { pending, clean: null, told: pending !== null && pending >= trafficPendingMs ? rate : null }
}

// The first tick starts a timer; each further one adds the time between ticks.
const counted = (elapsed: number | null, runs: boolean) => (runs ? (elapsed === null ? 0 : elapsed + bucketMs) : null)
