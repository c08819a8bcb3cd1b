import { addAt, addRange, type Histogram } from './histogram.ts'

/** Samples in a range of durations in milliseconds: above `aboveMs`, up to `upToMs`, which may be Infinity. */
export type Bin = { aboveMs: number; upToMs: number; count: number }

/** Samples that were counted elsewhere in an interval that ends at `at`. Times are in milliseconds since 1970. */
export type Aggregate = {
  at: number
  /** The length of the interval, in milliseconds. */
  intervalMs: number
  count: number
  bad: number
  /** Sum of the durations in milliseconds; 0 if it is not known. */
  sumMs: number
  /** Ranges that hold the durations, in ascending order; empty if at most their sum is known. */
  bins: readonly Bin[]
}

/** Maximum samples of an aggregate. */
export const maxAggregateCount = 5_000_000

/** The number of samples that are certainly slower than a budget: a bin that contains the budget does not count. */
export function countSlow({ bins, count }: Pick<Aggregate, 'bins' | 'count'>, budgetMs: number): number {
  const slow = bins.reduce((sum, bin) => (bin.aboveMs >= budgetMs ? sum + bin.count : sum), 0)
  return Math.min(slow, count)
}

/** The percentiles that Vigía shows. */
const shownPercentiles = [0.5, 0.95, 0.99]

/**
 * Whether the durations of an aggregate are too imprecise for exact percentiles and counts of slow samples. They are if
 * a bin that holds a shown percentile or the budget is wider than a quarter of its upper bound, or if only the sum of
 * several samples is known. Source: docs/health.md.
 */
export function isApproximate({ bins, count, sumMs }: Omit<Aggregate, 'at' | 'intervalMs'>, budgetMs: number): boolean {
  if (bins.length === 0) return sumMs > 0 && count > 1
  return usedBins(bins, budgetMs).some(isWide)
}

const isWide = ({ aboveMs, upToMs }: Bin) => !Number.isFinite(upToMs) || upToMs - aboveMs > upToMs / 4

function usedBins(bins: readonly Bin[], budgetMs: number): Bin[] {
  const total = bins.reduce((sum, { count }) => sum + count, 0)
  const ranks = shownPercentiles.map((q) => Math.max(1, Math.ceil(q * total)))
  let below = 0
  return bins.filter((bin) => {
    const first = below
    below += bin.count
    const holdsPercentile = ranks.some((rank) => rank > first && rank <= below)
    return holdsPercentile || (bin.count > 0 && bin.aboveMs < budgetMs && budgetMs < bin.upToMs)
  })
}

/**
 * Adds the durations of an aggregate. Those of a bin are spread evenly over it; those above the last bound count at
 * that bound. Without bins, all count at their mean, if the sum is known.
 */
export function addDurations(histogram: Histogram, { bins, count, sumMs }: Aggregate): void {
  if (bins.length === 0 && sumMs > 0) addAt(histogram, sumMs / count, count)
  for (const { aboveMs, upToMs, count: inBin } of bins)
    if (Number.isFinite(upToMs)) addRange(histogram, { aboveMs, upToMs }, inBin)
    else addAt(histogram, aboveMs, inBin)
}

/**
 * The bins of a histogram with explicit bounds in a unit of `msPerUnit` milliseconds. `counts` has one more entry than
 * `bounds`, or is empty.
 */
export function explicitBins(bounds: readonly number[], counts: readonly number[], msPerUnit: number): Bin[] {
  const boundMs = (index: number) => toMs(bounds[index] ?? Infinity, msPerUnit)
  return counts.flatMap((count, index) =>
    count === 0 ? [] : [{ aboveMs: index === 0 ? 0 : Math.max(0, boundMs(index - 1)), upToMs: boundMs(index), count }],
  )
}

// Rounded, so that 0.29 s is 290 ms and not a fraction less.
const toMs = (value: number, msPerUnit: number) => Number((value * msPerUnit).toPrecision(12))
