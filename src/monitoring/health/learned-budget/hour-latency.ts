import { decode, percentiles, type Histogram } from '../../telemetry/histogram.ts'
import { groupBy } from '../../../lib/group-by.ts'
import { mergeRows, type BucketRow } from '../../telemetry/bucket-row.ts'

/** Length of the intervals from which the usual latency is learned, in milliseconds; they begin at its multiples. */
export const hourMs = 3_600_000

/** The latency of the good samples of a subject in one hour. */
export type HourLatency = {
  /** Start of the hour, in milliseconds since 1970. */
  start: number
  /** The number of good samples. */
  n: number
  /** Percentiles of their durations in whole milliseconds. */
  p75Ms: number
  p95Ms: number
  p98Ms: number
}

/** The number of samples of an hour, and of bad ones among them. */
export type HourCounts = Pick<BucketRow, 'n' | 'bad'>

/**
 * The latency of the good samples of an hour. The durations do not tell which samples were bad. The slowest are taken
 * to be the bad ones, as timeouts are, so that failing requests do not count as usual latency.
 */
export function latencyOfHour(start: number, { n, bad }: HourCounts, durations: Histogram): HourLatency {
  const good = n - bad
  const ofGood = n === 0 ? 0 : good / n
  const [p75Ms = 0, p95Ms = 0, p98Ms = 0] = percentiles(durations, [0.75 * ofGood, 0.95 * ofGood, 0.98 * ofGood])
  return { start, n: good, p75Ms, p95Ms, p98Ms }
}

/** The latency of each hour with samples, oldest first, from rows of any length up to an hour, in any order. */
export function latencyByHour(rows: Iterable<BucketRow>): HourLatency[] {
  const hours = groupBy(rows, ({ start }) => start - (start % hourMs))
  return [...hours]
    .sort(([one], [other]) => one - other)
    .map(([start, group]) => {
      const hour = mergeRows(...group)
      return latencyOfHour(start, hour, decode(hour.durations))
    })
}
