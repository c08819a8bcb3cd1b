import { decode, encode, mergeEncoded } from './histogram.ts'

/**
 * The counts of one source in one bucket. Rows of the same bucket merge by addition, so a row is a difference: its
 * `tail` is negative if a bad sample ended a tail that an earlier row of the same source had counted.
 */
export type BucketRow = {
  /** Start of the bucket, in milliseconds since 1970. */
  start: number
  n: number
  bad: number
  slow: number
  /** The number of our own probes among `n`. */
  probes: number
  /** Sum of the durations in milliseconds. */
  sumMs: number
  tail: number
  /** The encoded histogram of the durations. */
  durations: Uint8Array
  /** The longest interval of an aggregate in the row, in milliseconds; 0 if every sample was recorded individually. */
  intervalMs: number
  /** Whether the durations come from a histogram whose bins are too wide for exact percentiles. */
  approximate: boolean
}

/**
 * Merges rows into one with the start of the first.
 * @throws RangeError if durations cannot be decoded.
 */
export function mergeRows<Row extends BucketRow>(first: Row, ...others: readonly BucketRow[]): Row {
  if (others.length === 0) return first
  const merged = { ...first }
  // The durations are encoded once at the end, because encoding takes longer than adding a row.
  const histogram = decode(first.durations)
  for (const row of others) {
    merged.n += row.n
    merged.bad += row.bad
    merged.slow += row.slow
    merged.probes += row.probes
    merged.sumMs += row.sumMs
    merged.tail += row.tail
    merged.intervalMs = Math.max(merged.intervalMs, row.intervalMs)
    merged.approximate ||= row.approximate
    mergeEncoded(histogram, row.durations)
  }
  merged.durations = encode(histogram)
  return merged
}
