import { bucketMs } from '../../telemetry/buckets.ts'
import { poissonAtMost } from './poisson.ts'

const minute = 60_000

/** The windows in which requests are counted, in milliseconds; none is shorter than the first. */
const trafficWindowMs = 5 * minute
const longMs = 15 * minute

/** A drop is to less than these parts of what is expected and of the usual fewest, and less likely than this. */
export const dropShare = 0.5
const fewestShare = 0.35
const dropChance = 1e-4

/** The part of what is expected in five minutes that ends a drop. */
export const returnShare = 0.8

/** How long a drop lasts before it is told, and how long the requests must be back. */
export const trafficPendingMs = 30_000
export const trafficCleanMs = 5 * minute

/** The requests of a window, and its length. */
export type TrafficWindow = { ms: number; n: number }

/** The requests before a tick: all of the last five minutes, and those of the windows that may be judged, shortest first. */
export type ObservedTraffic = { lastFive: number; windows: TrafficWindow[] }

/**
 * The requests before the tick `at`. No window reaches back past `from` (null: any may), the end of what explains a lack
 * of requests; late reports take minutes to arrive after it, so that none is shorter than five.
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

/** The traffic that is expected at least, without a drop. */
export type ExpectedRate = {
  /** Requests a minute. */
  perMinute: number
  /** The fewest in five minutes that pauses and chance explain. */
  fewest: number
}

/** The length that `fewest` is about, in minutes. */
export const minutesOfFewest = trafficWindowMs / minute

/** The shortest window with far fewer requests than expected; null if there is none. */
export const dropIn = ({ windows }: ObservedTraffic, rate: ExpectedRate): TrafficWindow | null =>
  windows.find((window) => isDrop(window, rate)) ?? null

function isDrop({ ms, n }: TrafficWindow, { perMinute, fewest }: ExpectedRate): boolean {
  const expected = (perMinute * ms) / minute
  const isFew = n < dropShare * expected && n < (fewestShare * fewest * ms) / trafficWindowMs
  return isFew && poissonAtMost(n, expected) < dropChance
}

/** Whether any number of requests would be a drop. */
export const canDrop = (rate: ExpectedRate): boolean => isDrop({ ms: longMs, n: 0 }, rate)

/** Whether the requests of the last five minutes are again about as many as expected. */
export const hasReturned = ({ lastFive }: ObservedTraffic, { perMinute }: ExpectedRate): boolean =>
  lastFive >= Math.max(1, (returnShare * perMinute * trafficWindowMs) / minute)

/**
 * How long a drop has lasted, and how long requests have been back; in milliseconds, null if not so. `told` is what was
 * expected when it was told; null if none is.
 */
export type TrafficDrop = { pending: number | null; clean: number | null; told: ExpectedRate | null }

/** Before any drop, and after one. */
export const noDrop: TrafficDrop = { pending: null, clean: null, told: null }

/**
 * The drop at a tick. Where nothing is expected (`rate` is null) requests show no drop; what was told ends with as many as
 * were expected then, and stays open without.
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
