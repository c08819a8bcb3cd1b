import { BAD, BUCKET_MS, countAt, N, numberAt, SLOW, slotBefore, TAIL } from '../../telemetry/buckets.ts'
import { percent, figures } from '../../telemetry/latency-stats.ts'
import type { Policy } from './policy.ts'
import type { Window } from '../../telemetry/window.ts'

/** Sample counts of a period, and its length. */
export type WindowCounts = { ms: number; n: number; bad: number; slow: number }

/** The input of the rule: samples before the tick it was made for. */
export type Summary = {
  /** The four windows of the policy, shortest first, without samples before the last resolution. */
  windows: WindowCounts[]
  /** The last minute, or longer until it has enough samples. Includes samples before the last resolution. */
  recent: WindowCounts
  /** Time of the last sample (if another instance recorded it, the end of its bucket); null without samples. */
  lastSampleAt: number | null
  /** Mean gap of the last 20 samples in milliseconds; null with fewer than 2. */
  meanGapMs: number | null
  // The following are computed on demand, as few ticks need them.
  /** Good samples in a row since the last bad one. */
  goodRun: () => number
  /** Samples, and good ones among them, since the subject became Desconocido; all of them if it has always been. */
  sinceSilence: () => { n: number; good: number }
  /** p95 of the last 5 minutes in whole milliseconds; null without samples. */
  p95: () => number | null
}

/** Samples count from these times on (milliseconds since 1970; null: no limit). Buckets that began earlier do not. */
export type WindowBounds = { resolvedAt: number | null; silentSince: number | null }

/** Summarises the samples in buckets that began before `at`, as input of the rule. Source: docs/health.md. */
export function summarise(window: Window, at: number, marks: WindowBounds, policy: Policy): Summary {
  const before = Math.ceil(at / BUCKET_MS)
  const newest = slotBefore(window.buckets, before)
  return {
    windows: windowsOf(window, { newest, before, from: bucketFrom(marks.resolvedAt) }, policy),
    recent: recentOf(window, { newest, before }, policy),
    lastSampleAt: lastSampleOf(window, newest),
    meanGapMs: meanGapOf(window, newest, policy.silenceGapSamples),
    goodRun: () => goodRunOf(window, newest),
    sinceSilence: () => samplesFrom(window, newest, bucketFrom(marks.silentSince)),
    p95: () => figures(window, at)?.p95 ?? null,
  }
}

/** The share of the bad (or slow) samples in percent with two decimals; null without samples. */
export const rateOf = (countOnce: WindowCounts, what: 'bad' | 'slow') =>
  countOnce.n === 0 ? null : percent(countOnce[what], countOnce.n)

const bucketFrom = (mark: number | null) => (mark === null ? 0 : Math.ceil(mark / BUCKET_MS))

// One pass over all four windows, since each contains the previous one.
function windowsOf(
  window: Window,
  range: { newest: number; before: number; from: number },
  policy: Policy,
): WindowCounts[] {
  const { buckets } = window
  const total = { n: 0, bad: 0, slow: 0 }
  let slot = range.newest
  return [policy.shortWindowMs, policy.mediumWindowMs, policy.longWindowMs, policy.longestWindowMs].map((ms) => {
    const first = Math.max(range.before - ms / BUCKET_MS, range.from)
    for (; slot >= 0 && numberAt(buckets, slot) >= first; slot--) addBucket(total, window, slot)
    return { ms, n: total.n, bad: total.bad, slow: total.slow }
  })
}

function recentOf(window: Window, range: { newest: number; before: number }, policy: Policy): WindowCounts {
  const total = { n: 0, bad: 0, slow: 0 }
  const near = range.before - policy.recentMs / BUCKET_MS
  const far = range.before - policy.recentMostMs / BUCKET_MS
  let first = near
  for (let slot = range.newest; slot >= 0; slot--) {
    const number = numberAt(window.buckets, slot)
    if (number < (total.n < policy.recentLeast ? far : near)) break
    addBucket(total, window, slot)
    first = Math.min(first, number)
  }
  return { ms: (range.before - first) * BUCKET_MS, n: total.n, bad: total.bad, slow: total.slow }
}

function addBucket(total: { n: number; bad: number; slow: number }, { buckets }: Window, slot: number): void {
  total.n += countAt(buckets, slot, N)
  total.bad += countAt(buckets, slot, BAD)
  total.slow += countAt(buckets, slot, SLOW)
}

function goodRunOf({ buckets }: Window, newest: number): number {
  let run = 0
  for (let slot = newest; slot >= 0; slot--) {
    if (countAt(buckets, slot, BAD) > 0) return run + Math.max(0, countAt(buckets, slot, TAIL))
    run += countAt(buckets, slot, N)
  }
  return run
}

function lastSampleOf(window: Window, newest: number): number | null {
  if (newest < 0) return null
  const number = numberAt(window.buckets, newest)
  return Math.floor(window.lastAt / BUCKET_MS) === number ? window.lastAt : (number + 1) * BUCKET_MS
}

function meanGapOf({ buckets }: Window, newest: number, samples: number): number | null {
  let n = 0
  let slot = newest
  for (; slot >= 0; slot--) {
    n += countAt(buckets, slot, N)
    if (n >= samples) break
  }
  if (n < 2) return null
  const oldest = numberAt(buckets, Math.max(slot, 0))
  return ((numberAt(buckets, newest) - oldest) * BUCKET_MS) / (Math.min(n, samples) - 1)
}

function samplesFrom({ buckets }: Window, newest: number, first: number): { n: number; good: number } {
  let n = 0
  let bad = 0
  for (let slot = newest; slot >= 0 && numberAt(buckets, slot) >= first; slot--) {
    n += countAt(buckets, slot, N)
    bad += countAt(buckets, slot, BAD)
  }
  return { n, good: n - bad }
}
