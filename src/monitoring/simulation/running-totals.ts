/** More than the buckets of an hour, the longest window; a power of two. */
const kept = 512
const mask = kept - 1

/** The samples of the last hour, totalled bucket by bucket, so that the sum over any part of it costs the same. */
export type RunningTotals = { n: Float64Array; bad: Float64Array; slow: Float64Array; newest: number | null }

type Counts = { n: number; bad: number; slow: number }

const noCounts: Counts = { n: 0, bad: 0, slow: 0 }

/** Totals without samples. */
export const createRunningTotals = (): RunningTotals => ({
  n: new Float64Array(kept),
  bad: new Float64Array(kept),
  slow: new Float64Array(kept),
  newest: null,
})

/** Adds a complete bucket, newer than all added before; those in between had no samples. */
export function addTotals(totals: RunningTotals, number: number, counts: Counts): void {
  const before = totals.newest ?? number - 1
  for (let empty = Math.max(before + 1, number - kept); empty < number; empty++) put(totals, empty, before, noCounts)
  put(totals, number, number - 1, counts)
  totals.newest = number
}

/** The part of a total in the buckets from `first` (inclusive) to `before` (exclusive), at most an hour. */
export const sumBetween = (total: Float64Array, first: number, before: number): number =>
  first >= before ? 0 : (total[(before - 1) & mask] ?? 0) - (total[(first - 1) & mask] ?? 0)

function put(totals: RunningTotals, number: number, after: number, { n, bad, slow }: Counts): void {
  const index = number & mask
  const previous = after & mask
  totals.n[index] = (totals.n[previous] ?? 0) + n
  totals.bad[index] = (totals.bad[previous] ?? 0) + bad
  totals.slow[index] = (totals.slow[previous] ?? 0) + slow
}
