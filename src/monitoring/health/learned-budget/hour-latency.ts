import { decode, percentile, type Histogram } from '../../telemetry/histogram.ts'
import { groupBy } from '../../../lib/group-by.ts'
import { mergeRows, type BucketRow } from '../../telemetry/bucket-row.ts'

/** The length of the intervals that the usual latency is learned from, in milliseconds; they begin at its multiples. */
export const hourMs = 3_600_000

/** The latency of a subject in one hour. */
export type HourLatency = {
  /** When the hour begins, in milliseconds since 1970. */
  start: number
  /** The number of samples. */
  n: number
  /** Percentiles of their durations in whole milliseconds. */
  p75Ms: number
  p95Ms: number
  p98Ms: number
}

/** The latency of an hour with these durations. */
export const latencyOfHour = (start: number, n: number, durations: Histogram): HourLatency => ({
  start,
  n,
  p75Ms: percentile(durations, 0.75) ?? 0,
  p95Ms: percentile(durations, 0.95) ?? 0,
  p98Ms: percentile(durations, 0.98) ?? 0,
})

/** The latency of each hour with samples, oldest first, from rows of any length up to an hour, in any order. */
export function latencyByHour(rows: Iterable<BucketRow>): HourLatency[] {
  const hours = groupBy(rows, ({ start }) => start - (start % hourMs))
  return [...hours]
    .sort(([one], [other]) => one - other)
    .map(([start, group]) => {
      const { n, durations } = mergeRows(...group)
      return latencyOfHour(start, n, decode(durations))
    })
}
