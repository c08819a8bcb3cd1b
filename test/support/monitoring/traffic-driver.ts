import { bucketMs } from '../../../src/monitoring/telemetry/buckets.ts'
import {
  beginLearning,
  comparedMs,
  expectedTraffic,
  learnTraffic,
  type HourTraffic,
} from '../../../src/monitoring/health/traffic/expected-traffic.ts'
import {
  beginTraffic,
  countsFrom,
  endedHour,
  followTraffic,
  type Explanation,
  type TrafficState,
} from '../../../src/monitoring/health/traffic/traffic-state.ts'
import { observeTraffic } from '../../../src/monitoring/health/traffic/traffic-drop.ts'
import type { RequestCounts } from './request-counts.ts'
import { hours, start as usualStart } from './traffic.ts'

/** A drop that the rule told, and when it ended; in milliseconds since 1970. */
export type ToldDrop = { at: number; endedAt: number | null }

/** The explanation of a lack of requests at a tick. */
export type Circumstances = { start?: number; explanationAt?: (at: number) => Explanation | null }

/** The drops that the rule tells of these requests, and the share of ticks at which there could be one. */
export function toldDrops(
  counts: RequestCounts,
  { start = usualStart, explanationAt = () => null }: Circumstances = {},
) {
  const between = countBetween(counts, start)
  const rows = new Map<number, HourTraffic>()
  const drops: ToldDrop[] = []
  let learned = beginLearning(start)
  let traffic = beginTraffic(start)
  let resolvedAt: number | null = null
  let judged = 0
  for (let at = start + bucketMs; at <= start + counts.length * bucketMs; at += bucketMs) {
    const expected = expectedTraffic(true, learned, at)
    const rate = expected.reason === 'LEARNED' ? expected.rate : null
    const observed = observeTraffic(between, at, countsFrom(traffic, { at, resolvedAt, pausedUntil: null }))
    const explanation = explanationAt(at)
    if (rate && !explanation && observed.windows.length > 0) judged++
    const before: TrafficState = traffic
    traffic = followTraffic(before, { observed, rate, explanation }, at)
    const ended = endedHour(before, traffic)
    if (ended) {
      rows.set(ended.start, { ...ended, n: between(ended.start, ended.start + hours(1)) })
      rows.delete(ended.start - comparedMs - hours(2))
      learned = learnTraffic(rows, learned, ended.start + hours(1))
    }
    const isTold = traffic.told !== null
    if (isTold && !before.told) drops.push({ at, endedAt: null })
    const last = drops.at(-1)
    if (last && before.told && !isTold) last.endedAt = resolvedAt = at
  }
  return { drops, judgedShare: judged / counts.length }
}

function countBetween(counts: RequestCounts, start: number) {
  const sums = new Float64Array(counts.length + 1)
  counts.forEach((count, index) => (sums[index + 1] = (sums[index] ?? 0) + count))
  const sumTo = (at: number) => sums[Math.max(0, Math.min(counts.length, (at - start) / bucketMs))] ?? 0
  return (from: number, to: number) => sumTo(to) - sumTo(from)
}
