import { BAD, BUCKET_MS, countAt, N, numberAt, slotBefore } from './buckets.ts'
import { mergeDurations } from './recent-histograms.ts'
import { createHistogram, type Histogram, merge, percentile } from './histogram.ts'
import type { Window } from './window.ts'

/** The statistics of a subject's last five minutes. */
export type LatencyStats = {
  /** Percentiles of the durations in whole milliseconds, from merged histograms. */
  p50: number
  p95: number
  p99: number
  /** Bad samples, in percent with two decimals. */
  errorRate: number
  /** Mean number of samples per minute, with two decimals. */
  requestsPerMinute: number
  /** Number of samples. */
  n: number
}

const BUCKETS = 30

/** The statistics of the five minutes before `at` (rounded up to a whole bucket); null without samples. */
export function figures(window: Window, at: number): LatencyStats | null {
  const before = Math.ceil(at / BUCKET_MS)
  const { n, bad } = counts(window, before)
  if (n === 0) return null
  const durations = durationsOf(window, before)
  return {
    p50: percentile(durations, 0.5) ?? 0,
    p95: percentile(durations, 0.95) ?? 0,
    p99: percentile(durations, 0.99) ?? 0,
    errorRate: percent(bad, n),
    requestsPerMinute: Math.round((n / 5) * 100) / 100,
    n,
  }
}

/** `part` of `n` in percent with two decimals. `n` must not be 0. */
export const percent = (part: number, n: number) => Math.round((part / n) * 10_000) / 100

function counts({ buckets }: Window, before: number) {
  let n = 0
  let bad = 0
  for (let slot = slotBefore(buckets, before); slot >= 0 && numberAt(buckets, slot) >= before - BUCKETS; slot--) {
    n += countAt(buckets, slot, N)
    bad += countAt(buckets, slot, BAD)
  }
  return { n, bad }
}

function durationsOf(window: Window, before: number): Histogram {
  const histogram = createHistogram()
  mergeDurations(window.durations, before - BUCKETS, before, histogram)
  for (const delta of window.deltas)
    if (delta.number >= before - BUCKETS && delta.number < before) merge(histogram, delta.histogram)
  return histogram
}
