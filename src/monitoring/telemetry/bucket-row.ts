import { decode, encode, merge } from './histogram.ts'

/**
 * The counts of one source in one bucket. Rows of the same bucket merge by addition, so a row is a difference: its
 * `tail` is negative if a bad sample ended a tail that an earlier row of the same source had counted.
 */
export type BucketRow = {
  /** When the bucket begins, in milliseconds since 1970. */
  start: number
  n: number
  bad: number
  slow: number
  /** How many of `n` are our own probes. */
  probes: number
  /** Sum of the durations in milliseconds. */
  sumMs: number
  tail: number
  /** The encoded histogram of the durations. */
  durations: Uint8Array
  /** The longest time in milliseconds that one aggregate of it covers; 0 if every sample was recorded by itself. */
  intervalMs: number
  /** Whether its durations come from a histogram whose bins are too wide for exact percentiles. */
  approximate: boolean
}

/**
 * Merges two rows of the same bucket.
 * @throws RangeError if durations cannot be decoded.
 */
export function mergeRows(one: BucketRow, other: BucketRow): BucketRow {
  const histogram = decode(one.durations)
  merge(histogram, decode(other.durations))
  return {
    start: one.start,
    n: one.n + other.n,
    bad: one.bad + other.bad,
    slow: one.slow + other.slow,
    probes: one.probes + other.probes,
    sumMs: one.sumMs + other.sumMs,
    tail: one.tail + other.tail,
    durations: encode(histogram),
    intervalMs: Math.max(one.intervalMs, other.intervalMs),
    approximate: one.approximate || other.approximate,
  }
}
