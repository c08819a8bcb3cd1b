import { hasApproximate } from './approximate-buckets.ts'
import { badColumn, bucketMs, countAt, nColumn, numberAt, slotBefore } from './buckets.ts'
import { mergeDurations } from './recent-histograms.ts'
import { createHistogram, type Histogram, merge, percentiles } from './histogram.ts'
import type { Window } from './window.ts'

/** The statistics of a subject's last five minutes. */
export type LatencyStats = {
  /** Percentiles of the durations in whole milliseconds, from merged histograms. */
  p50: number
  p95: number
  p99: number
  /** Whether the percentiles are approximate: some of the samples are from histograms with wide bins. */
  approximate: boolean
  /** Bad samples, in percent with two decimals. */
  errorRate: number
  /** Mean number of samples per minute, with two decimals. */
  requestsPerMinute: number
  /** Number of samples. */
  n: number
}

const bucketCount = 30

/** The statistics of the five minutes before `at` (rounded up to a whole bucket); null without samples. */
export function latencyStats(window: Window, at: number): LatencyStats | null {
  const before = Math.ceil(at / bucketMs)
  const { n, bad } = counts(window, before)
  if (n === 0) return null
  const [p50 = 0, p95 = 0, p99 = 0] = percentiles(durationsOf(window, before), [0.5, 0.95, 0.99])
  return {
    p50,
    p95,
    p99,
    approximate: hasApproximate(window.approximate, before - bucketCount, before),
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
  for (let slot = slotBefore(buckets, before); slot >= 0 && numberAt(buckets, slot) >= before - bucketCount; slot--) {
    n += countAt(buckets, slot, nColumn)
    bad += countAt(buckets, slot, badColumn)
  }
  return { n, bad }
}

/**
 * The durations of the five minutes before a bucket. The result is valid until the next call: the same histogram is
 * reused, because a new one for each subject at each tick would be too much garbage.
 */
function durationsOf(window: Window, before: number): Histogram {
  reused.fill(0)
  mergeDurations(window.durations, before - bucketCount, before, reused)
  for (const delta of window.deltas)
    if (delta.number >= before - bucketCount && delta.number < before) merge(reused, delta.histogram)
  return reused
}

const reused = createHistogram()
