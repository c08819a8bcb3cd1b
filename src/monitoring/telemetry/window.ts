import { addDurations, countSlow, isApproximate, type Aggregate } from './aggregate.ts'
import { addApproximate } from './approximate-buckets.ts'
import {
  bucketMs,
  type Buckets,
  countAggregate,
  countAt,
  countMore,
  countSample,
  createBuckets,
  badColumn,
  nColumn,
  numberAt,
  slotBefore,
  slotOf,
} from './buckets.ts'
import { createRecentDurations, keepDurations, type RecentDurations } from './recent-histograms.ts'
import { addDuration, assertEncoded, createHistogram, encode, type Histogram } from './histogram.ts'
import { mergeRows, type BucketRow } from './bucket-row.ts'

/**
 * One finished request or operation: its time in milliseconds since 1970, whether it was good, and its duration. A
 * `probe` is a request of our own: it shows the subject's health, but not that telemetry from others arrives.
 */
export type Sample = { at: number; ok: boolean; durationMs: number; probe?: boolean }

/** The samples of one subject, in at most about 10 kB regardless of their number. */
export type Window = {
  buckets: Buckets
  durations: RecentDurations
  /** The number of probes by bucket; null for a subject that was never probed. */
  probes: Buckets | null
  /** Time of the newest sample recorded by this instance, in milliseconds since 1970; 0 before the first. */
  lastAt: number
  /** The newest bucket with samples of an aggregate, and the time in milliseconds that it covers; null without any. */
  aggregated: { number: number; intervalMs: number } | null
  /** The numbers of recent buckets whose durations are approximate; null without any. */
  approximate: readonly number[] | null
  /** Counts recorded since the last drain, one for each bucket. */
  deltas: Delta[]
  latest: Delta | null
  /** An empty histogram to reuse. */
  spare: Histogram | null
  /** Rows that wait for the next drain. */
  waiting: BucketRow[]
}

type Delta = Omit<BucketRow, 'start' | 'durations'> & { number: number; histogram: Histogram }

/** The most samples of a bucket with aggregates: 360 such buckets still fit the 32-bit count of their hour. */
const maxBucketCount = 5_000_000

const maxDeltas = 8
const maxWaiting = 372

/** A window without samples. */
export const createWindow = (): Window => ({
  buckets: createBuckets(),
  durations: createRecentDurations(),
  probes: null,
  lastAt: 0,
  aggregated: null,
  approximate: null,
  deltas: [],
  latest: null,
  spare: null,
  waiting: [],
})

/**
 * Counts a sample in the bucket of its time, also if it is late. Drops a sample that is older than all 372 buckets of a
 * full window.
 */
export function record(window: Window, sample: Sample, slowBudgetMs: number): void {
  const number = Math.floor(sample.at / bucketMs)
  const slot = slotOf(window.buckets, number)
  if (slot < 0) return
  const slow = sample.durationMs > slowBudgetMs
  const delta = deltaOf(window, number)
  delta.tail += countSample(window.buckets, slot, sample.ok, slow)
  delta.n++
  if (!sample.ok) delta.bad++
  if (slow) delta.slow++
  if (sample.probe) {
    delta.probes++
    countProbes(window, number, 1)
  }
  delta.sumMs += sample.durationMs
  addDuration(delta.histogram, sample.durationMs)
  if (sample.at > window.lastAt) window.lastAt = sample.at
}

/**
 * Counts the samples of an aggregate in the bucket in which its interval ends. Drops an aggregate that is too old, as
 * `record` does, or that would exceed the limit of the bucket.
 */
export function recordAggregate(window: Window, aggregate: Aggregate, slowBudgetMs: number): void {
  const number = Math.floor(aggregate.at / bucketMs)
  const slot = slotOf(window.buckets, number)
  if (slot < 0 || countAt(window.buckets, slot, nColumn) + aggregate.count > maxBucketCount) return
  const { count: n, bad, sumMs, intervalMs } = aggregate
  const slow = countSlow(aggregate, slowBudgetMs)
  const delta = deltaOf(window, number)
  delta.tail += countAggregate(window.buckets, slot, { n, bad, slow })
  delta.n += n
  delta.bad += bad
  delta.slow += slow
  delta.sumMs += sumMs
  delta.intervalMs = Math.max(delta.intervalMs, intervalMs)
  addDurations(delta.histogram, aggregate)
  if (isApproximate(aggregate, slowBudgetMs)) {
    delta.approximate = true
    window.approximate = addApproximate(window.approximate, number)
  }
  window.lastAt = Math.max(window.lastAt, aggregate.at)
  keepInterval(window, number, intervalMs)
}

function keepInterval(window: Window, number: number, intervalMs: number): void {
  if (intervalMs > 0 && number >= (window.aggregated?.number ?? 0)) window.aggregated = { number, intervalMs }
}

/**
 * Adds a row written by another instance, or before this process started.
 * @throws RangeError if its durations cannot be decoded.
 */
export function mergeRow(window: Window, row: BucketRow): void {
  const number = Math.floor(row.start / bucketMs)
  assertEncoded(row.durations)
  keepDurations(window.durations, number, row.durations)
  const slot = slotOf(window.buckets, number)
  if (slot >= 0) countMore(window.buckets, slot, row)
  keepInterval(window, number, row.intervalMs)
  if (row.approximate) window.approximate = addApproximate(window.approximate, number)
  if (row.probes > 0) countProbes(window, number, row.probes)
}

function countProbes(window: Window, number: number, n: number): void {
  const probes = (window.probes ??= createBuckets())
  const slot = slotOf(probes, number)
  if (slot >= 0) countMore(probes, slot, { n, bad: 0, slow: 0, tail: 0 })
}

/** The samples from `from` to `to` without our own probes; both are multiples of 10 s. */
export function countBetween({ buckets, probes }: Window, from: number, to: number): { n: number; bad: number } {
  const [all, own] = [countIn(buckets, from, to), probes && countIn(probes, from, to)]
  return own ? { n: all.n - own.n, bad: all.bad - own.bad } : all
}

function countIn(buckets: Buckets, from: number, to: number): { n: number; bad: number } {
  const total = { n: 0, bad: 0 }
  for (let slot = slotBefore(buckets, to / bucketMs); slot >= 0 && numberAt(buckets, slot) >= from / bucketMs; slot--) {
    total.n += countAt(buckets, slot, nColumn)
    total.bad += countAt(buckets, slot, badColumn)
  }
  return total
}

/**
 * Forgets all buckets after the bucket of `at`, written or not, and their durations. After the clock was set back,
 * these samples would otherwise count again when their time is reached.
 */
export function forgetAfter(windows: Iterable<Window>, at: number): void {
  for (const window of windows) forgetBuckets(window, Math.floor(at / bucketMs))
}

function forgetBuckets(window: Window, number: number): void {
  for (const buckets of [window.buckets, window.probes])
    if (buckets) buckets.length = slotBefore(buckets, number + 1) + 1
  if (window.lastAt >= (number + 1) * bucketMs) window.lastAt = 0
  if (window.aggregated && window.aggregated.number > number) window.aggregated = null
  window.durations = createRecentDurations()
  window.approximate = null
  window.deltas = window.deltas.filter((delta) => delta.number <= number)
  window.latest = null
  window.waiting = window.waiting.filter(({ start }) => start <= number * bucketMs)
}

/** Returns and clears the rows recorded since the last drain, one per bucket. */
export function takePending(window: Window): BucketRow[] {
  seal(window)
  const rows = window.waiting
  window.waiting = []
  return rows
}

function deltaOf(window: Window, number: number): Delta {
  if (window.latest?.number === number) return window.latest
  const existing = window.deltas.find((delta) => delta.number === number)
  window.latest = existing ?? startDelta(window, number)
  return window.latest
}

function startDelta(window: Window, number: number): Delta {
  if (window.deltas.length === maxDeltas) seal(window)
  const delta = {
    number,
    n: 0,
    bad: 0,
    slow: 0,
    probes: 0,
    sumMs: 0,
    tail: 0,
    intervalMs: 0,
    approximate: false,
    histogram: window.spare ?? createHistogram(),
  }
  window.spare = null
  window.deltas.push(delta)
  return delta
}

// Turns the deltas into rows that wait for the next drain; their durations move to `window.durations`.
function seal(window: Window): void {
  for (const delta of window.deltas) {
    const row = rowOf(delta)
    keepDurations(window.durations, delta.number, row.durations)
    wait(window, row)
    window.spare = delta.histogram.fill(0)
  }
  window.deltas = []
  window.latest = null
  dropOldest(window)
}

// The fields are listed one by one: a rest pattern takes five times as long.
const rowOf = (delta: Delta): BucketRow => ({
  start: delta.number * bucketMs,
  n: delta.n,
  bad: delta.bad,
  slow: delta.slow,
  probes: delta.probes,
  sumMs: delta.sumMs,
  tail: delta.tail,
  intervalMs: delta.intervalMs,
  approximate: delta.approximate,
  durations: encode(delta.histogram),
})

function wait(window: Window, row: BucketRow): void {
  const same = window.waiting.findIndex((waiting) => waiting.start === row.start)
  const waiting = window.waiting[same]
  if (waiting) window.waiting[same] = mergeRows(waiting, row)
  else window.waiting.push(row)
}

// While the database is unavailable nothing is drained: keeps the newest rows, an hour of a busy subject.
function dropOldest(window: Window): void {
  if (window.waiting.length <= maxWaiting) return
  window.waiting.sort((a, b) => a.start - b.start)
  window.waiting.splice(0, window.waiting.length - maxWaiting)
}
