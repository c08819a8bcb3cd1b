import { bucketMs } from '../../../src/monitoring/telemetry/buckets.ts'
import {
  beginLearning,
  comparedMs,
  expectedTraffic,
  usualTrafficAt,
  type HourTraffic,
  type LearnedTraffic,
} from '../../../src/monitoring/health/traffic/expected-traffic.ts'
import { seeHour, type HourSeen } from '../../../src/monitoring/health/traffic/traffic-state.ts'
import { followDrop, noDrop, observeTraffic } from '../../../src/monitoring/health/traffic/traffic-drop.ts'
import type { RequestCounts } from './request-counts.ts'
import { hours as hoursOf, start as usualStart } from './traffic.ts'

/** A drop that the rule told, and when it ended; in milliseconds since 1970. */
export type ToldDrop = { at: number; endedAt: number | null }

/** The explanation of a lack of requests at a tick. */
export type Excuses = { start?: number; isExcused?: (at: number) => boolean }

/** The drops that the rule tells of these requests, with what was expected at the ticks and for how many it was judged. */
export function toldDrops(counts: RequestCounts, { start = usualStart, isExcused = () => false }: Excuses = {}) {
  const sums = new Float64Array(counts.length + 1)
  counts.forEach((count, index) => (sums[index + 1] = (sums[index] ?? 0) + count))
  const sumTo = (at: number) => sums[Math.max(0, Math.min(counts.length, (at - start) / bucketMs))] ?? 0
  const between = (from: number, to: number) => sumTo(to) - sumTo(from)

  const rows = new Map<number, HourTraffic>()
  const drops: ToldDrop[] = []
  let learned: LearnedTraffic = beginLearning(start)
  let seen: HourSeen | null = null
  let drop = noDrop
  let from: number | null = null
  let judged = 0
  for (let at = start + bucketMs; at <= start + counts.length * bucketMs; at += bucketMs) {
    const excused = isExcused(at)
    if (excused) from = at
    const observed = observeTraffic(between, at, from)
    const before: HourSeen | null = seen
    seen = seeHour(seen, excused || drop.told ? null : between(at - 300_000, at), at)
    if (before && before.start !== seen.start) {
      rows.set(before.start, { ...before, n: between(before.start, before.start + hoursOf(1)) })
      rows.delete(before.start - comparedMs - hoursOf(2))
      learned = learnNow(rows, learned, seen.start)
    }
    const expected = expectedTraffic(true, learned, at)
    const rate = expected.reason === 'LEARNED' && !excused ? expected.rate : null
    if (rate) judged++
    const wasTold = drop.told !== null
    drop = excused ? { ...drop, pending: null, clean: null } : followDrop(drop, observed, rate)
    if (drop.told && !wasTold) drops.push({ at, endedAt: null })
    const last = drops.at(-1)
    if (last && wasTold && !drop.told) {
      last.endedAt = at
      from = at
    }
  }
  return { drops, judgedShare: judged / counts.length, learned }
}

/** Learns the kind of hour that `at` is in: the others are not asked for before the next hour. */
function learnNow(rows: ReadonlyMap<number, HourTraffic>, { from, usual }: LearnedTraffic, at: number): LearnedTraffic {
  const date = new Date(at)
  const kind = date.getUTCHours() + ([0, 6].includes(date.getUTCDay()) ? 24 : 0)
  return {
    from,
    learnedTo: at,
    usual: usual.with(kind, usualTrafficAt(rows, { from, to: at }, at)),
  }
}
