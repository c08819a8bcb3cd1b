import { hourMs } from '../health/learned-budget/hour-latency.ts'
import { learnableTo } from '../health/learned-budget/learning-schedule.ts'
import type { Policy } from '../health/rule/policy.ts'
import type { RuleState } from '../health/rule/rule-state.ts'
import {
  beginLearning,
  comparedMs,
  expectedTraffic,
  learnTraffic,
  type HourTraffic,
  type LearnedTraffic,
} from '../health/traffic/expected-traffic.ts'
import { countsFrom, endedHour, type TrafficSummary } from '../health/traffic/traffic-state.ts'
import { observeTraffic } from '../health/traffic/traffic-drop.ts'

/** More than the buckets of the longest window, and a power of two. */
const keptBuckets = 128
const bucketMs = 10_000

/** The samples of the last buckets, so that the sum over any part of a quarter of an hour is known. */
function createRecentCounts() {
  const counts = new Float64Array(keptBuckets)
  let newest = 0
  const slotOf = (number: number) => number & (keptBuckets - 1)
  return {
    /** Adds samples to a bucket; those in between had none. */
    add(number: number, n: number): void {
      for (let next = Math.max(newest + 1, number - keptBuckets + 1); next <= number; next++) counts[slotOf(next)] = 0
      newest = Math.max(newest, number)
      counts[slotOf(number)] = (counts[slotOf(number)] ?? 0) + n
    },
    between(from: number, to: number): number {
      let n = 0
      for (let number = from / bucketMs; number < to / bucketMs; number++)
        if (number <= newest && number > newest - keptBuckets) n += counts[slotOf(number)] ?? 0
      return n
    },
  }
}

/** Learns the usual traffic of one subject from its history in order of time, as production does from stored hours. */
export function createTrafficLearner(policy: Pick<Policy, 'traffic'>) {
  const isWatched = policy.traffic === 'LEARNED'
  const hours = new Map<number, HourTraffic>()
  const recent = createRecentCounts()
  let learned: LearnedTraffic | null = null

  return {
    isWatched,
    /** Counts samples of the bucket that begins at `start`. */
    count(start: number, n: number): void {
      if (!isWatched) return
      recent.add(Math.floor(start / bucketMs), n)
      const hour = start - (start % hourMs)
      const before = hours.get(hour) ?? { start: hour, n: 0, fewest: null }
      hours.set(hour, { ...before, n: before.n + n })
      learned ??= beginLearning(start)
    },
    /** The traffic before the tick `at`; undefined where it is not learned. */
    summary(memory: RuleState, at: number): TrafficSummary | undefined {
      const expected = expectedTraffic(isWatched, learned, at)
      if (expected.reason === 'OFF') return undefined
      const from = countsFrom(memory.traffic, { at, resolvedAt: memory.resolvedAt, pausedUntil: null })
      return {
        observed: observeTraffic((since, to) => recent.between(since, to), at, from),
        rate: expected.reason === 'LEARNED' ? expected.rate : null,
        isExplained: false,
      }
    },
    /** Learns from the hours that are complete at the tick `at`, and from the one that ended between two rule states. */
    follow(before: RuleState, after: RuleState, at: number): void {
      const ended = endedHour(before.traffic, after.traffic)
      if (ended) hours.set(ended.start, { n: hours.get(ended.start)?.n ?? 0, ...ended })
      const to = learnableTo(at)
      if (!learned || learned.learnedTo >= to) return
      for (const start of hours.keys()) if (start < to - comparedMs) hours.delete(start)
      learned = learnTraffic([...hours.values()], { from: learned.from, to })
    },
  }
}

export type TrafficLearner = ReturnType<typeof createTrafficLearner>
