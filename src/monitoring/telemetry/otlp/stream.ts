import type { MetricPoint } from '../../../otlp/telemetry-data.ts'
import { firstIncrease, maxIncreaseNanos, type Origin, type Since } from './first-point.ts'
import { noBins, subtractBins, type PointBins } from './point-bins.ts'
import { formOf } from './stream-identity.ts'

/** The totals of a cumulative stream at its last data point. `form` tells which sums and bins can be compared. */
export type StreamTotals = { count: number; sum: number | null; bins: PointBins; form: string }

/**
 * State of a stream before a request. `times` are those of its last data points in nanoseconds since 1970, newest
 * first. A cumulative stream has the last two, the horizons of their requests, and its totals.
 */
export type StreamState = { times: readonly bigint[]; horizons: readonly bigint[]; totals: StreamTotals | null }

/** The samples that a data point adds, at a time in nanoseconds since 1970. */
export type Increase = Omit<StreamTotals, 'form'> & Since & { at: bigint }

/** Number of data point times stored per delta stream, to recognise repeated ones. */
const keptTimes = 32

/**
 * Effect of data points on their stream: the samples that each data point adds (null if it adds none), and the state
 * afterwards.
 */
export type Advance = { increases: (Increase | null)[]; state: StreamState | null }

/**
 * Advances one stream by data points. `before` is its known state; null for a new stream. The state is unchanged if the
 * data points add nothing.
 */
export function advanceStream(points: readonly MetricPoint[], before: StreamState | null, origin: Origin): Advance {
  const increases = new Map<MetricPoint, Increase | null>()
  let state = before
  for (const point of inOrder(points)) {
    const { increase, after } =
      point.temporality === 'delta' ? addDelta(point, state) : addCumulative(point, state, origin)
    increases.set(point, increase)
    state = after
  }
  return { increases: points.map((point) => increases.get(point) ?? null), state }
}

type Step = { increase: Increase | null; after: StreamState | null }

const timeOf = ({ atNanos }: MetricPoint) => BigInt(atNanos)

const inOrder = (points: readonly MetricPoint[]) =>
  points.length === 1
    ? points
    : [...points].sort((one, other) => (timeOf(one) < timeOf(other) ? -1 : timeOf(one) > timeOf(other) ? 1 : 0))

function addDelta({ count, sum, bins, ...point }: MetricPoint, state: StreamState | null): Step {
  const [at, start] = [BigInt(point.atNanos), BigInt(point.startNanos)]
  const known = state?.times ?? []
  const isTooOld = known.length >= keptTimes && known.every((time) => at < time)
  if (isTooOld || known.includes(at)) return { increase: null, after: state }
  const times = [at, ...known].sort((one, other) => (one > other ? -1 : 1)).slice(0, keptTimes)
  return {
    increase: { count, sum, bins, since: start > 0n && start < at ? start : null, knownIn: null, at },
    after: { times, horizons: [], totals: null },
  }
}

function addCumulative(point: MetricPoint, state: StreamState | null, origin: Origin): Step {
  const totals = totalsOf(point)
  if (!state?.totals) {
    const since = firstIncrease(point, origin)
    const increase = since && { ...increaseOf(totals), ...since, at: timeOf(point) }
    return { increase, after: { times: [timeOf(point)], horizons: [origin.horizon], totals } }
  }
  return continueFrom({ ...state, totals: state.totals }, { at: timeOf(point), totals, horizon: origin.horizon })
}

type Continued = { at: bigint; totals: StreamTotals; horizon: bigint }

function continueFrom(state: StreamState & { totals: StreamTotals }, { at, totals, horizon }: Continued): Step {
  const [last = 0n] = state.times
  const [knownIn = 0n] = state.horizons
  // A repeated or reordered data point ends at or before the last one.
  if (at <= last) return { increase: null, after: state }
  const increase = { ...subtract(totals, state.totals), since: last, knownIn, at }
  const after = { times: [at, last], horizons: [horizon, knownIn], totals }
  return { increase: at - last > maxIncreaseNanos ? null : increase, after }
}

const totalsOf = (point: MetricPoint): StreamTotals => ({
  ...{ count: point.count, sum: point.sum, bins: point.bins },
  form: formOf(point),
})

const increaseOf = ({ count, sum, bins }: StreamTotals) => ({ count, sum, bins })

/**
 * The increase since the last totals. Only a lower count means that the counter was reset: then the whole count is new.
 */
function subtract(totals: StreamTotals, last: StreamTotals): Omit<StreamTotals, 'form'> {
  if (totals.count < last.count) return increaseOf(totals)
  const count = totals.count - last.count
  if (totals.form !== last.form) return { count, sum: null, bins: noBins }
  return { count, sum: subtractSum(totals.sum, last.sum), bins: subtractBins(totals.bins, last.bins) ?? noBins }
}

const subtractSum = (sum: number | null, last: number | null) =>
  sum !== null && last !== null && sum >= last ? sum - last : null
