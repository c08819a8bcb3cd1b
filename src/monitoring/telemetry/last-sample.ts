import { bucketMs, countAt, nColumn, numberAt, slotBefore, type Buckets } from './buckets.ts'
import type { Window } from './window.ts'

/**
 * The last sample of a subject. `lastSampleAt` is its time in milliseconds since 1970, or the end of its bucket if the
 * exact time is unknown; null without samples. `meanGapMs` is the mean gap between the last samples; null with fewer
 * than two. `exportMs` is set if the last sample came in an aggregate: the length of the aggregate's interval, and the
 * lower limit of `meanGapMs`.
 */
export type LastSample = { lastSampleAt: number | null; meanGapMs: number | null; exportMs?: number }

/**
 * The first tick at or after `since` that saw samples of a subject, in milliseconds since 1970; null if no tick did.
 */
export function firstSampleSince({ buckets }: Window, since: number): number | null {
  const slot = slotBefore(buckets, Math.floor(since / bucketMs) - 1) + 1
  return slot < buckets.length ? Math.max(since, (numberAt(buckets, slot) + 1) * bucketMs) : null
}

/** The last sample in the buckets that began before `at`, and the mean gap of the last `gapSamples` samples. */
export function lastSample(window: Window, at: number, gapSamples: number): LastSample {
  const { buckets } = window
  const { newest, oldest, n } = lastSlots(buckets, slotBefore(buckets, Math.ceil(at / bucketMs)), gapSamples)
  if (n === 0) return { lastSampleAt: null, meanGapMs: null }
  const [first, last] = [numberAt(buckets, oldest), numberAt(buckets, newest)]
  // The exact time is known only if this instance recorded the last sample.
  const isExact = Math.floor(window.lastAt / bucketMs) === last
  const meanGapMs = n < 2 ? null : ((last - first) * bucketMs) / (Math.min(n, gapSamples) - 1)
  const lastSampleAt = isExact ? window.lastAt : (last + 1) * bucketMs
  if (window.aggregated?.number !== last) return { lastSampleAt, meanGapMs }
  const exportMs = window.aggregated.intervalMs
  return { lastSampleAt, meanGapMs: meanGapMs === null ? null : Math.max(meanGapMs, exportMs), exportMs }
}

/**
 * The newest and the oldest of the last slots that together hold `samples`, going back from `start`, and their number
 * of samples.
 */
function lastSlots(buckets: Buckets, start: number, samples: number) {
  const found = { newest: -1, oldest: -1, n: 0 }
  for (let slot = start; slot >= 0 && found.n < samples; slot--) {
    const count = countAt(buckets, slot, nColumn)
    if (count === 0) continue
    if (found.n === 0) found.newest = slot
    found.oldest = slot
    found.n += count
  }
  return found
}
