import {
  badColumn,
  bucketMs,
  countAt,
  nColumn,
  numberAt,
  slowColumn,
  slotBefore,
  tailColumn,
} from '../../telemetry/buckets.ts'
import { lastSample, type LastSample } from '../../telemetry/last-sample.ts'
import { percent, latencyStats } from '../../telemetry/latency-stats.ts'
import type { SlowBudget } from '../learned-budget/slow-budget.ts'
import type { TrafficSummary } from '../traffic/traffic-state.ts'
import type { Pauses } from './pauses.ts'
import type { Policy } from './policy.ts'
import type { Window } from '../../telemetry/window.ts'

/** Sample counts of a period, and its length in milliseconds; length 0 for the last sample alone. */
export type WindowCounts = { ms: number; n: number; bad: number; slow: number }

/** The input of the rule: samples before the tick it was made for. */
export type Summary = LastSample & {
  /** The four windows of the policy, shortest first, without samples before the last resolution. */
  windows: WindowCounts[]
  /** The last minute, or longer until it has enough samples. Includes samples before the last resolution. */
  recent: WindowCounts
  // The following are computed on demand, as few ticks need them.
  /** Good samples in a row since the last bad one. */
  goodRun: () => number
  /**
   * Samples, and good samples, that count towards the end of a silence (`silentSince`); all samples if there was no
   * silence.
   */
  sinceSilence: () => { n: number; good: number }
  /** p95 of the last 5 minutes in whole milliseconds; null without samples. */
  p95: () => number | null
  /** The budget that decides which samples are slow; that of the policy if it is absent. */
  budget?: SlowBudget
  /** The pauses of the service itself; none if absent. */
  pauses?: Pauses
  /** End of the time in which silence is judged, in milliseconds since 1970; the tick if absent. */
  seenUntil?: number
  /** The service that the subject's last sample came from; absent if there is none or it does not matter. */
  service?: SubjectService
  /** The traffic of the subject; absent if traffic is not learned. */
  traffic?: TrafficSummary
}

/** The service that a subject's last sample came from. */
export type SubjectService = {
  /** Whether the service is told silent: then the state of its subjects is unknown. */
  isTold: boolean
  /** Whether it is watched. */
  isWatched: boolean
  /** Whether the service has reported since it reported the subject's last sample. */
  hasReported: boolean
  /** Whether the subject is the only one that the service ever reported. */
  isOnlySubject: boolean
}

/** Samples count from these times on (milliseconds since 1970; null: no limit). Buckets that began earlier do not. */
export type WindowBounds = { resolvedAt: number | null; silentSince: number | null }

/** Summarises the samples in buckets that began before `at`, as input of the rule. Source: docs/health.md. */
export function summarise(window: Window, at: number, bounds: WindowBounds, policy: Policy): Summary {
  const before = Math.ceil(at / bucketMs)
  const newest = slotBefore(window.buckets, before)
  return {
    windows: windowsOf(window, { newest, before, from: bucketFrom(bounds.resolvedAt) }, policy),
    recent: recentOf(window, { newest, before }, policy),
    ...lastSample(window, at, policy.silenceGapSamples),
    goodRun: () => goodRunOf(window, newest),
    sinceSilence: () => samplesFrom(window, newest, bucketFrom(bounds.silentSince)),
    p95: () => latencyStats(window, at)?.p95 ?? null,
  }
}

/** The last minute before `at`, or longer until it has enough samples, as in a summary. */
export function recentCounts(window: Window, at: number, policy: Policy): WindowCounts {
  const before = Math.ceil(at / bucketMs)
  return recentOf(window, { newest: slotBefore(window.buckets, before), before }, policy)
}

/** The share of the bad (or slow) samples in percent with two decimals; null without samples. */
export const rateOf = (counts: WindowCounts, what: 'bad' | 'slow') =>
  counts.n === 0 ? null : percent(counts[what], counts.n)

const bucketFrom = (time: number | null) => (time === null ? 0 : Math.ceil(time / bucketMs))

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
    const first = Math.max(range.before - ms / bucketMs, range.from)
    for (; slot >= 0 && numberAt(buckets, slot) >= first; slot--) addBucket(total, window, slot)
    return { ms, n: total.n, bad: total.bad, slow: total.slow }
  })
}

function recentOf(window: Window, range: { newest: number; before: number }, policy: Policy): WindowCounts {
  const total = { n: 0, bad: 0, slow: 0 }
  const near = range.before - policy.recentMs / bucketMs
  const far = range.before - policy.recentMostMs / bucketMs
  let first = near
  for (let slot = range.newest; slot >= 0; slot--) {
    const number = numberAt(window.buckets, slot)
    if (number < (total.n < policy.recentLeast ? far : near)) break
    if (number < near && policy.recentLeast === 1 && endsWell(window, slot)) return lastOf(window, slot)
    addBucket(total, window, slot)
    first = Math.min(first, number)
  }
  return { ms: (range.before - first) * bucketMs, n: total.n, bad: total.bad, slow: total.slow }
}

/**
 * Whether the last sample of a bucket was good. If a single sample decides, it is this sample and not its bucket: for a
 * job that runs once a day, other samples of the same ten seconds would otherwise stay recent for a day.
 */
const endsWell = ({ buckets }: Window, slot: number) => countAt(buckets, slot, tailColumn) > 0

/**
 * The last sample of a bucket that ends well. It counts as slow if any sample of the bucket was slow, because their
 * order is unknown.
 */
const lastOf = ({ buckets }: Window, slot: number): WindowCounts => ({
  ms: 0,
  n: 1,
  bad: 0,
  slow: Math.min(1, countAt(buckets, slot, slowColumn)),
})

function addBucket(total: { n: number; bad: number; slow: number }, { buckets }: Window, slot: number): void {
  total.n += countAt(buckets, slot, nColumn)
  total.bad += countAt(buckets, slot, badColumn)
  total.slow += countAt(buckets, slot, slowColumn)
}

function goodRunOf({ buckets }: Window, newest: number): number {
  let run = 0
  for (let slot = newest; slot >= 0; slot--) {
    if (countAt(buckets, slot, badColumn) > 0) return run + Math.max(0, countAt(buckets, slot, tailColumn))
    run += countAt(buckets, slot, nColumn)
  }
  return run
}

function samplesFrom({ buckets }: Window, newest: number, first: number): { n: number; good: number } {
  let n = 0
  let bad = 0
  for (let slot = newest; slot >= 0 && numberAt(buckets, slot) >= first; slot--) {
    n += countAt(buckets, slot, nColumn)
    bad += countAt(buckets, slot, badColumn)
  }
  return { n, good: n - bad }
}
