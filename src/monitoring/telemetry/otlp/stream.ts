import type { MetricPoint } from '../../../otlp/telemetry-data.ts'
import { subtractBins, type PointBins } from './point-bins.ts'

/** The totals of a cumulative stream at its last data point. */
export type StreamTotals = { count: number; sum: number | null; bins: PointBins }

/**
 * State of a stream before a request: the times of its last data points in nanoseconds since 1970, newest first, and
 * the totals of a cumulative one.
 */
export type StreamState = { times: readonly bigint[]; totals: StreamTotals | null }

/** The samples that a data point adds. Times are in nanoseconds since 1970; `since` is null if their start is not known. */
export type Increase = StreamTotals & { since: bigint | null; at: bigint }

/**
 * State of the sender of a stream before a request, in nanoseconds since 1970: the time of its previous export, null
 * for the first, and the start of the newest of its other streams that started before this export, null if none did.
 */
export type SenderState = { before: bigint | null; began: bigint | null }

const minute = 60_000_000_000n

/** A longer increase may contain samples that are too old to count. Source: the contract of observations. */
const maxIncreaseNanos = 60n * minute

/** A stream of an unknown sender that began earlier is not counted from its start. Source: docs/health.md. */
const maxStartNanos = 5n * minute

/** Number of data point times stored per delta stream, to recognise repeated ones. */
const keptTimes = 32

/**
 * Effect of data points on their stream: the samples that each adds, null if it adds none, and the state afterwards.
 */
export type Advance = { increases: (Increase | null)[]; state: StreamState | null }

/** Advances one stream by data points. `before` is what was known of it, null if nothing; the same if they add nothing. */
export function advanceStream(
  points: readonly MetricPoint[],
  before: StreamState | null,
  sender: SenderState,
): Advance {
  const increases = new Map<MetricPoint, Increase | null>()
  let state = before
  for (const point of inOrder(points)) {
    const increase =
      point.temporality === 'delta' ? deltaIncrease(point, state) : cumulativeIncrease(point, state, sender)
    increases.set(point, increase)
    state = stateAfter(point, state)
  }
  return { increases: points.map((point) => increases.get(point) ?? null), state }
}

/** The start of the newest of these streams that began before its data point; null if there is none. */
export function newestStart(points: readonly MetricPoint[]): bigint | null {
  const begun = points.filter(
    ({ startNanos, atNanos }) => BigInt(startNanos) > 0n && BigInt(startNanos) < BigInt(atNanos),
  )
  return begun.map(({ startNanos }) => BigInt(startNanos)).reduce(later, null)
}

const later = (one: bigint | null, other: bigint): bigint => (one === null || other > one ? other : one)

const timeOf = ({ atNanos }: MetricPoint) => BigInt(atNanos)

const inOrder = (points: readonly MetricPoint[]) =>
  points.length === 1
    ? points
    : [...points].sort((one, other) => (timeOf(one) < timeOf(other) ? -1 : timeOf(one) > timeOf(other) ? 1 : 0))

const totalsOf = ({ count, sum, bins }: MetricPoint): StreamTotals => ({ count, sum, bins })

function stateAfter(point: MetricPoint, state: StreamState | null): StreamState | null {
  const at = timeOf(point)
  if (point.temporality === 'cumulative') return isNewer(at, state) ? { times: [at], totals: totalsOf(point) } : state
  if (state?.times.includes(at)) return state
  const times = [at, ...(state?.times ?? [])].sort((one, other) => (one > other ? -1 : 1))
  return { times: times.slice(0, keptTimes), totals: null }
}

const isNewer = (at: bigint, state: StreamState | null) => at > (state?.times[0] ?? 0n)

function deltaIncrease(point: MetricPoint, state: StreamState | null): Increase | null {
  const [at, start] = [timeOf(point), BigInt(point.startNanos)]
  const times = state?.times ?? []
  const isTooOld = times.length >= keptTimes && times.every((time) => at < time)
  if (isTooOld || times.includes(at)) return null
  return { ...totalsOf(point), since: start > 0n && start < at ? start : null, at }
}

function cumulativeIncrease(point: MetricPoint, state: StreamState | null, sender: SenderState): Increase | null {
  const at = timeOf(point)
  // A new stream of a known sender cannot have begun before the sender's last export.
  const last = state?.times[0] ?? sender.before
  const since = startOf(point, last, sender)
  // A repeated or reordered data point ends at or before the last one.
  if (since === null || since >= at) return null
  if (at - since > (last === null ? maxStartNanos : maxIncreaseNanos)) return null
  return { ...subtract(point, state), since, at }
}

/**
 * The later of a data point's start and the time of the last one; null if neither is known. A start equal to the time
 * of the data point means "unknown" after an interruption; but SDKs with millisecond clocks also send it for a stream
 * that began just before the export.
 */
function startOf({ startNanos, atNanos }: MetricPoint, last: bigint | null, sender: SenderState): bigint | null {
  const start = BigInt(startNanos)
  if (startNanos === atNanos) return sender.began === null ? null : (last ?? sender.began)
  if (last !== null && last > start) return last
  return start > 0n ? start : null
}

/** The increase since the last totals. A lower count means that the counter was reset: then all of it is new. */
function subtract(point: MetricPoint, state: StreamState | null): StreamTotals {
  const [later, last] = [totalsOf(point), state?.totals]
  if (!last || later.count < last.count) return later
  const bins = subtractBins(later.bins, last.bins)
  if (!bins) return later
  const sum = later.sum === null || last.sum === null ? null : Math.max(0, later.sum - last.sum)
  return { count: later.count - last.count, sum, bins }
}
