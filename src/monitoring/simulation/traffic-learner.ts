import { hourMs } from '../health/learned-budget/hour-latency.ts'
import { learnableTo } from '../health/learned-budget/learning-schedule.ts'
import type { Policy } from '../health/rule/policy.ts'
import type { RuleState } from '../health/rule/rule-state.ts'
import {
  comparedMs,
  expectedOf,
  usualTrafficAt,
  type HourTraffic,
  type RecordedPeriod,
} from '../health/traffic/expected-traffic.ts'
import {
  dropIn,
  hasReturned,
  observeTraffic,
  type ExpectedRate,
  type ObservedTraffic,
} from '../health/traffic/traffic-drop.ts'
import { countsFrom, hourAfter, type HourSeen, type TrafficSummary } from '../health/traffic/traffic-state.ts'
import { bucketMs } from '../telemetry/buckets.ts'

/** The requests of one subject recorded before a simulation, and what is known of each hour. */
export type RecordedRequests = {
  /** The requests from one time to another, in milliseconds since 1970; multiples of 10 s. */
  between: (from: number, to: number) => number
  /** The fewest requests of an hour to learn, given those that the ticks of the simulation saw. */
  fewestOf: (seen: HourSeen) => number | null
  /** Whether Vigía itself was down in the hour that begins at this time. */
  isPaused: (hour: number) => boolean
}

/** The requests before a tick, and the expected rate. */
type Seen = { observed: ObservedTraffic; rate: ExpectedRate | null }

const nothingSeen: Seen = { observed: { lastFive: 0, windows: [] }, rate: null }

/**
 * Learns the usual traffic of one subject from its history in order of time, as production does from stored hours. Uses
 * the recorded requests if there are any, otherwise the counted ones.
 */
export function createTrafficLearner(policy: Pick<Policy, 'traffic'>, recorded: RecordedRequests | null) {
  const isWatched = policy.traffic === 'LEARNED'
  const recent = createRecentRequests()
  const { between, fewestOf, isPaused } = recorded ?? {
    between: recent.between,
    fewestOf: ({ fewest }: HourSeen) => fewest,
    isPaused: () => false,
  }
  const usual = createUsualHours()
  let hour: HourSeen | null = null
  let pausedUntil: number | null = null
  let seen = nothingSeen

  function see(memory: RuleState, at: number): Seen {
    if (isPaused(startOf(at))) pausedUntil = at
    const from = countsFrom(memory.traffic, { at, resolvedAt: memory.resolvedAt, pausedUntil })
    return { observed: observeTraffic(between, at, from), rate: usual.rateAt(at) }
  }

  return {
    isWatched,
    /** Counts a request. */
    count(at: number): void {
      if (isWatched) recent.add(at)
    },
    /** Whether the requests before the tick `at` may change the state. Call for each tick, before it is evaluated. */
    canChange(memory: RuleState, at: number): boolean {
      if (!isWatched) return false
      seen = see(memory, at)
      return isMoving(memory, seen)
    },
    /** The traffic before the tick `at`; undefined where it is not learned. */
    summary: (memory: RuleState, at: number): Omit<TrafficSummary, 'failedIn'> | undefined =>
      isWatched ? { ...see(memory, at), explanation: null } : undefined,
    /** Learns from the tick `at`, by the rule states before and after it. */
    follow(before: RuleState, after: RuleState, at: number): void {
      if (!isWatched) return
      const told = before.traffic?.told ?? null
      const next = hourAfter({ hour, told }, seen.observed, { isTold: after.traffic?.told != null, at })
      if (hour && hour.start !== next?.start)
        usual.add({ start: hour.start, n: between(hour.start, hour.start + hourMs), fewest: fewestOf(hour) })
      hour = next
    },
  }
}

export type TrafficLearner = ReturnType<typeof createTrafficLearner>

/** Whether a timer of the traffic runs, or begins at this tick. */
function isMoving({ traffic }: RuleState, { observed, rate }: Seen): boolean {
  if (traffic && (traffic.pending !== null || traffic.clean !== null)) return true
  if (traffic?.told) return hasReturned(observed, rate ?? traffic.told)
  return rate !== null && dropIn(observed, rate) !== null
}

/** The hours learned from, and the usual traffic that they give for each tick. */
function createUsualHours() {
  const hours = new Map<number, HourTraffic>()
  let from: number | null = null
  let known: { hour: number; to: number; rate: ExpectedRate | null } | null = null

  function learn(hour: number, period: RecordedPeriod): ExpectedRate | null {
    for (const start of hours.keys()) if (start < period.to - comparedMs) hours.delete(start)
    const expected = expectedOf(usualTrafficAt(hours, period, hour), period)
    return expected.reason === 'LEARNED' ? expected.rate : null
  }

  return {
    add: (hour: HourTraffic): void => void hours.set(hour.start, hour),
    rateAt(at: number): ExpectedRate | null {
      from ??= Math.ceil(at / hourMs) * hourMs
      const [hour, to] = [startOf(at), Math.max(from, learnableTo(at))]
      if (known?.hour !== hour || known.to !== to) known = { hour, to, rate: learn(hour, { from, to }) }
      return known.rate
    },
  }
}

const startOf = (at: number) => Math.floor(at / hourMs) * hourMs

/** More than the buckets of an hour, and a power of two. */
const keptBuckets = 512

/** The requests of the last buckets, so that the sum over any part of the last hour is known. */
function createRecentRequests() {
  const counts = new Float64Array(keptBuckets)
  let newest = 0
  const slotOf = (number: number) => number & (keptBuckets - 1)
  return {
    /** Adds a request; the times ascend. */
    add(at: number): void {
      const number = Math.floor(at / bucketMs)
      for (let next = Math.max(newest + 1, number - keptBuckets + 1); next <= number; next++) counts[slotOf(next)] = 0
      newest = Math.max(newest, number)
      counts[slotOf(number)] = (counts[slotOf(number)] ?? 0) + 1
    },
    between: (from: number, to: number): number => {
      let n = 0
      for (let number = from / bucketMs; number < to / bucketMs; number++)
        if (number <= newest && number > newest - keptBuckets) n += counts[slotOf(number)] ?? 0
      return n
    },
  }
}
