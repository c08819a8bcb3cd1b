import { BUCKET_MS, type Buckets, countMore, countSample, createBuckets, slotOf } from './buckets.ts'
import { createRecentDurations, keepDurations, type RecentDurations } from './recent-histograms.ts'
import { addDuration, createHistogram, decode, encode, type Histogram } from './histogram.ts'
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
  /** Counts recorded since the last drain, one for each bucket. */
  deltas: Delta[]
  latest: Delta | null
  /** An empty histogram to reuse. */
  spare: Histogram | null
  /** Rows that wait for the next drain. */
  waiting: BucketRow[]
}

type Delta = Omit<BucketRow, 'start' | 'durations'> & { number: number; histogram: Histogram }

const MOST_DELTAS = 8
const MOST_WAITING = 372

/** A window without samples. */
export const createWindow = (): Window => ({
  buckets: createBuckets(),
  durations: createRecentDurations(),
  probes: null,
  lastAt: 0,
  deltas: [],
  latest: null,
  spare: null,
  waiting: [],
})

/** Counts a sample in the bucket of its time, late or not. Drops one older than all 372 buckets of a full window. */
export function record(window: Window, sample: Sample, slowBudgetMs: number): void {
  const number = Math.floor(sample.at / BUCKET_MS)
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
 * Adds a row written by another instance, or before this process started.
 * @throws RangeError if its durations cannot be decoded.
 */
export function mergeRow(window: Window, row: BucketRow): void {
  const number = Math.floor(row.start / BUCKET_MS)
  decode(row.durations)
  keepDurations(window.durations, number, row.durations)
  const slot = slotOf(window.buckets, number)
  if (slot >= 0) countMore(window.buckets, slot, row)
  if (row.probes > 0) countProbes(window, number, row.probes)
}

function countProbes(window: Window, number: number, n: number): void {
  const probes = (window.probes ??= createBuckets())
  const slot = slotOf(probes, number)
  if (slot >= 0) countMore(probes, slot, { n, bad: 0, slow: 0, tail: 0 })
}

/** Returns and clears the rows recorded since the last drain, one per bucket. */
export function takePending(window: Window): BucketRow[] {
  seal(window)
  const rows = window.waiting
  window.waiting = []
  return rows
}

/** Queues rows that could not be written for the next drain. Keeps the newest 372, an hour of a busy subject. */
export function restore(window: Window, rows: readonly BucketRow[]): void {
  for (const row of rows) wait(window, row)
  forgetOldest(window)
}

function deltaOf(window: Window, number: number): Delta {
  if (window.latest?.number === number) return window.latest
  const known = window.deltas.find((delta) => delta.number === number)
  window.latest = known ?? startDelta(window, number)
  return window.latest
}

function startDelta(window: Window, number: number): Delta {
  if (window.deltas.length === MOST_DELTAS) seal(window)
  const delta = {
    number,
    n: 0,
    bad: 0,
    slow: 0,
    probes: 0,
    sumMs: 0,
    tail: 0,
    histogram: window.spare ?? createHistogram(),
  }
  window.spare = null
  window.deltas.push(delta)
  return delta
}

// Turns the deltas into rows that wait for the next drain; their durations move to `window.durations`.
function seal(window: Window): void {
  for (const { number, histogram, ...counts } of window.deltas) {
    const row = { start: number * BUCKET_MS, ...counts, durations: encode(histogram) }
    keepDurations(window.durations, number, row.durations)
    wait(window, row)
    window.spare = histogram.fill(0)
  }
  window.deltas = []
  window.latest = null
  forgetOldest(window)
}

function wait(window: Window, row: BucketRow): void {
  const same = window.waiting.findIndex((waiting) => waiting.start === row.start)
  const waiting = window.waiting[same]
  if (waiting) window.waiting[same] = mergeRows(waiting, row)
  else window.waiting.push(row)
}

function forgetOldest(window: Window): void {
  if (window.waiting.length <= MOST_WAITING) return
  window.waiting.sort((a, b) => a.start - b.start)
  window.waiting.splice(0, window.waiting.length - MOST_WAITING)
}
