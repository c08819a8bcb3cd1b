import { dayMs, isComparable, isWeekend, lowerQuantile } from '../comparable-hours.ts'
import { hourMs } from '../learned-budget/hour-latency.ts'
import { canDrop, minutesOfFewest, type ExpectedRate } from './traffic-drop.ts'

/** Age of the oldest hours to compare with, in milliseconds. */
export const comparedMs = 28 * dayMs

/** Minimum time since the first recorded hour, and minimum number of comparable hours, before requests are expected. */
export const learningMs = 14 * dayMs
const leastComparable = 10

/** Minimum usual requests a minute (the median of the comparable hours) for requests to be expected. */
const leastPerMinute = 4

/** Share of hours with fewer requests than a low hour, and share of hours with a deeper lull than a usual one. */
const lowHourShare = 0.1
const lullShare = 0.05

/** Maximum share of the requests of a low hour that is expected. */
const mostOfLow = 0.7

/**
 * A usual lull is multiplied by the ratio of lull to median to this power, because traffic that varies more falls
 * further. Five minutes are expected to have at most `mostOfFewest` times the resulting requests, so that chance
 * explains no drop. Source: test/monitoring/health/traffic.
 */
const spreadPower = 1.5
const mostOfFewest = 2.5

/** The requests of a subject in one hour. */
export type HourTraffic = {
  /** Start of the hour, in milliseconds since 1970. */
  start: number
  n: number
  /**
   * The fewest requests that any tick of the hour saw in the five minutes before it. Null if unknown, or if the hour is
   * unusual; such an hour is not compared.
   */
  fewest: number | null
}

/** The hours to learn from: from `from` up to `to`. `from` is the first whole hour recorded. */
export type RecordedPeriod = { from: number; to: number }

/** The knowledge of a subject's traffic at a time of day, on weekdays or on the weekend. */
export type UsualTraffic = {
  /** The number of comparable hours. */
  hours: number
  /** The traffic to expect; null if too few requests are usual, or if they usually pause. */
  rate: ExpectedRate | null
}

/**
 * The usual traffic at the hour that begins at `at`. An hour missing from `hours` was not seen by any tick and is not
 * compared. Source: docs/health.md.
 */
export function usualTrafficAt(
  hours: ReadonlyMap<number, HourTraffic>,
  period: RecordedPeriod,
  at: number,
): UsualTraffic {
  const comparable = comparableHours(hours, period, at)
  const perMinute = spreadOf(comparable, lowHourShare, ({ n }) => n / 60)
  const fewestOf = spreadOf(comparable, lullShare, (hour) => hour.fewest)
  const fewest = round(fewestOf.low * ratioOf(fewestOf) ** spreadPower)
  const expected = Math.min(
    Math.min(mostOfLow, ratioOf(perMinute)) * perMinute.low,
    (mostOfFewest * fewest) / minutesOfFewest,
  )
  const rate = { perMinute: round(expected), fewest }
  return { hours: comparable.length, rate: perMinute.median >= leastPerMinute && canDrop(rate) ? rate : null }
}

type Spread = { low: number; median: number }

const spreadOf = (
  hours: readonly ComparableHour[],
  lowShare: number,
  valueOf: (hour: ComparableHour) => number,
): Spread => ({
  low: lowerQuantile(hours, lowShare, valueOf),
  median: lowerQuantile(hours, 0.5, valueOf),
})

const ratioOf = ({ low, median }: Spread) => (median === 0 ? 0 : low / median)

type ComparableHour = { n: number; fewest: number }

function comparableHours(
  hours: ReadonlyMap<number, HourTraffic>,
  { from, to }: RecordedPeriod,
  at: number,
): ComparableHour[] {
  const found: ComparableHour[] = []
  for (let start = Math.max(from, to - comparedMs); start < to; start += hourMs) {
    if (!isComparable(start, at)) continue
    const { n, fewest } = hours.get(start) ?? notSeen
    if (fewest !== null) found.push({ n, fewest })
  }
  return found
}

const notSeen = { n: 0, fewest: null } as const

const round = (value: number) => Math.round(value * 1000) / 1000

/** The knowledge of a subject's traffic. Plain JSON, because it is stored. Times are in milliseconds since 1970. */
export type LearnedTraffic = {
  /** The first hour that counts: the first one recorded, or the first after an operator accepted the traffic as normal. */
  from: number
  /** The end of the last hour considered. */
  learnedTo: number
  /**
   * The usual traffic of the 24 hours of a weekday (UTC), then of a weekend day, each as measured before its last
   * occurrence.
   */
  usual: UsualTraffic[]
}

/** A Monday and a Saturday as samples of a weekday and of a weekend day. */
const [weekday, weekend] = [Date.UTC(2024, 0, 1), Date.UTC(2024, 0, 6)]

/** A time of each kind of hour: those of a weekday, then those of a weekend. */
export const kindsOfHours = [weekday, weekend].flatMap((day) =>
  Array.from({ length: 24 }, (_, hour) => day + hour * hourMs),
)

/**
 * Learns from the hours up to `to`: updates the usual traffic of the next two hours. The other hours are not needed
 * before the next update.
 */
export function learnTraffic(
  hours: ReadonlyMap<number, HourTraffic>,
  { from, usual }: LearnedTraffic,
  to: number,
): LearnedTraffic {
  const learned = [...usual]
  for (const at of [to, to + hourMs]) learned[kindAt(at)] = usualTrafficAt(hours, { from, to }, at)
  return { from, learnedTo: to, usual: learned }
}

/** Empty knowledge: at the first sample, and after an operator accepted the traffic as normal at `at`. */
export function beginLearning(at: number): LearnedTraffic {
  const from = Math.ceil(at / hourMs) * hourMs
  return { from, learnedTo: from, usual: kindsOfHours.map(() => ({ hours: 0, rate: null })) }
}

/** The traffic that is expected at a time. */
export type ExpectedTraffic =
  | { reason: 'OFF' }
  /**
   * Whole days missing since the first recorded hour, and the number of comparable hours of this time of day so far.
   */
  | { reason: 'LEARNING'; daysLeft: number; hours: number; leastHours: number }
  /** The traffic to expect; null if none is expected at this time. */
  | { reason: 'LEARNED'; rate: ExpectedRate | null }

/** The traffic that is expected at `at`, if the policy watches the traffic and a service has reported the subject. */
export function expectedTraffic(isWatched: boolean, learned: LearnedTraffic | null, at: number): ExpectedTraffic {
  const usual = learned?.usual[kindAt(at)]
  return isWatched && learned && usual
    ? expectedOf(usual, { from: learned.from, to: learned.learnedTo })
    : { reason: 'OFF' }
}

/** The traffic to expect from the usual traffic of a time of day, learned in a period. */
export function expectedOf({ hours, rate }: UsualTraffic, { from, to }: RecordedPeriod): ExpectedTraffic {
  const ageMs = Math.max(0, to - from)
  if (ageMs >= learningMs && hours >= leastComparable) return { reason: 'LEARNED', rate }
  return {
    reason: 'LEARNING',
    daysLeft: Math.ceil(Math.max(0, learningMs - ageMs) / dayMs),
    hours,
    leastHours: leastComparable,
  }
}

const kindAt = (at: number): number => {
  const date = new Date(at)
  return date.getUTCHours() + (isWeekend(at) ? 24 : 0)
}
