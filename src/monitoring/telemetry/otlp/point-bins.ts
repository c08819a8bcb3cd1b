import type { ExplicitBins, ExponentialBins, MetricPoint } from '../../../otlp/telemetry-data.ts'
import { explicitBins, maxAggregateCount, type Bin } from '../aggregate.ts'
import { maxIncreaseNanos } from './first-point.ts'

/** The bins of a data point, in the unit of its metric. */
export type PointBins = ExplicitBins | ExponentialBins

/** The most bins of a data point. OpenTelemetry's own limit of an exponential histogram is 160 by default. */
const maxBins = 1_000

const areTimes = (at: string, start: string) => /^[1-9]\d{0,18}$/.test(at) && /^\d{1,19}$/.test(start)

const isLong = (at: string, start: string) => start !== '0' && BigInt(at) - BigInt(start) > maxIncreaseNanos

const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0

/** The reason that a data point cannot be read, in a sentence; null if it can. */
export function checkPoint({ count, sum, bins, atNanos, startNanos, temporality }: MetricPoint): string | null {
  if (!areTimes(atNanos, startNanos)) return 'Its time is missing, or is no number of nanoseconds since 1970.'
  if (temporality === 'delta' && isLong(atNanos, startNanos)) return 'Its interval is longer than 60 minutes.'
  if (!isCount(count) || !bins.counts.every(isCount)) return 'Its counts are whole numbers of 0 or more.'
  if (sum !== null && !Number.isFinite(sum)) return 'Its sum is a finite number.'
  return checkBins(bins)
}

function checkBins(bins: PointBins): string | null {
  if (bins.counts.length > maxBins) return `It has ${bins.counts.length} bins; at most ${maxBins} are read.`
  return bins.kind === 'explicit' ? checkExplicit(bins) : checkExponential(bins)
}

function checkExplicit({ bounds, counts }: ExplicitBins): string | null {
  if (counts.length > 0 && counts.length !== bounds.length + 1) return 'It has one more count than bounds, or none.'
  const isAscending = bounds.every((bound, index) => index === 0 || bound > (bounds[index - 1] ?? bound))
  return isAscending && bounds.every(Number.isFinite) ? null : 'Its bounds are finite numbers in ascending order.'
}

function checkExponential({ scale, zeroCount, offset }: ExponentialBins): string | null {
  const isReadable = isCount(zeroCount) && Number.isInteger(scale) && scale >= -10 && scale <= 20
  return isReadable && Number.isInteger(offset) ? null : 'Its scale is a whole number from -10 to 20.'
}

/** The reason for not counting an increase, in a sentence; null if it counts. */
export const checkCount = (count: number): string | null =>
  count > maxAggregateCount ? `It counts ${count} requests; at most ${maxAggregateCount} are read at once.` : null

/** The bins in milliseconds, for a unit of `msPerUnit` milliseconds. */
export function toBins(bins: PointBins, msPerUnit: number): Bin[] {
  if (bins.kind === 'explicit') return explicitBins(bins.bounds, bins.counts, msPerUnit)
  const boundMs = (index: number) => Math.min(2 ** (index * 2 ** -bins.scale) * msPerUnit, Number.MAX_VALUE)
  const zero = bins.zeroCount > 0 ? [{ aboveMs: 0, upToMs: bins.zeroThreshold * msPerUnit, count: bins.zeroCount }] : []
  return [
    ...zero,
    ...bins.counts.flatMap((count, index) =>
      count === 0 ? [] : [{ aboveMs: boundMs(bins.offset + index), upToMs: boundMs(bins.offset + index + 1), count }],
    ),
  ]
}

/** No bins: only the number of samples is known. */
export const noBins: ExplicitBins = { kind: 'explicit', bounds: [], counts: [] }

/**
 * The increase from one state of a stream's bins to a later one; null if a bin fell, or if the states cannot be
 * compared.
 */
export function subtractBins(later: PointBins, earlier: PointBins): PointBins | null {
  if (later.kind === 'explicit')
    return earlier.kind === 'explicit' && earlier.counts.length === later.counts.length
      ? withCounts(later, (index) => (later.counts[index] ?? 0) - (earlier.counts[index] ?? 0))
      : null
  return earlier.kind === 'explicit' ? null : subtractExponential(later, widenZero(earlier, later.zeroThreshold))
}

function subtractExponential(later: ExponentialBins, earlier: ExponentialBins): ExponentialBins | null {
  if (later.zeroThreshold < earlier.zeroThreshold) return null
  const scale = Math.min(later.scale, earlier.scale)
  const [to, from] = [rescale(later, scale), rescale(earlier, scale)]
  const end = to.offset + to.counts.length
  const isBeyond = from.counts.some((count, i) => count > 0 && (from.offset + i < to.offset || from.offset + i >= end))
  if (isBeyond || to.zeroCount < from.zeroCount) return null
  const increase = withCounts(
    to,
    (index) => (to.counts[index] ?? 0) - (from.counts[to.offset + index - from.offset] ?? 0),
  )
  return increase && { ...increase, zeroCount: to.zeroCount - from.zeroCount }
}

function withCounts<B extends PointBins>(bins: B, countAt: (index: number) => number): B | null {
  const counts = bins.counts.map((_, index) => countAt(index))
  return counts.some((count) => count < 0) ? null : { ...bins, counts }
}

/** The same histogram with at least this zero threshold: the bins up to it are joined with the zero bin. */
function widenZero(bins: ExponentialBins, threshold: number): ExponentialBins {
  if (threshold <= bins.zeroThreshold) return bins
  // A threshold is the upper bound of a bin, computed in floating point.
  const first = Math.max(0, Math.round(Math.log2(threshold) * 2 ** bins.scale) - bins.offset)
  const joined = bins.counts.slice(0, first).reduce((sum, count) => sum + count, bins.zeroCount)
  const counts = bins.counts.slice(first)
  return { ...bins, zeroThreshold: threshold, zeroCount: joined, offset: bins.offset + first, counts }
}

/** The same histogram with fewer, wider bins: each step down joins two bins. */
function rescale(bins: ExponentialBins, scale: number): ExponentialBins {
  const factor = 2 ** (bins.scale - scale)
  if (factor === 1 || bins.counts.length === 0) return { ...bins, scale }
  const offset = Math.floor(bins.offset / factor)
  const last = Math.floor((bins.offset + bins.counts.length - 1) / factor)
  const counts = new Array<number>(last - offset + 1).fill(0)
  for (const [index, count] of bins.counts.entries()) {
    const joined = Math.floor((bins.offset + index) / factor) - offset
    counts[joined] = (counts[joined] ?? 0) + count
  }
  return { ...bins, scale, offset, counts }
}
