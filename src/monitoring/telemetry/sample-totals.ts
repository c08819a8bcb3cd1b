import type { BucketRow } from './bucket-row.ts'
import { addToBuckets } from './histogram.ts'
import { durationBoundsMs } from './prometheus-buckets.ts'

/** All samples of a subject that this instance recorded since it started. They never decrease. */
export type SampleTotals = {
  n: number
  bad: number
  sumMs: number
  /** Numbers of samples by duration: a bucket for each bound, and one for longer durations. */
  buckets: Float64Array
}

/** Totals without samples. */
export const createTotals = (): SampleTotals => ({
  n: 0,
  bad: 0,
  sumMs: 0,
  buckets: new Float64Array(durationBoundsMs.length + 1),
})

/** Adds the samples of a row. */
export function addRow(totals: SampleTotals, { n, bad, sumMs, durations }: BucketRow): void {
  totals.n += n
  totals.bad += bad
  totals.sumMs += sumMs
  addToBuckets(totals.buckets, durationBoundsMs, durations)
}
