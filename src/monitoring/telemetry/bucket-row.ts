import { decode, encode, merge } from './histogram.ts'

/**
 * What one source counted in one bucket. Rows of the same bucket merge by addition; so a row is a difference, and its
 * tail is negative where a bad sample ended a tail that an earlier row of the same source had counted.
 */
export type BucketRow = {
  /** When the bucket begins, in milliseconds since 1970. */
  start: number
  n: number
  bad: number
  slow: number
  /** How many of `n` are probes of our own. */
  probes: number
  /** Sum of the durations in milliseconds. */
  sumMs: number
  tail: number
  /** The encoded histogram of the durations. */
  durations: Uint8Array
}

/** Two rows of the same bucket as one. Throws a RangeError where durations cannot be decoded. */
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
  }
}
