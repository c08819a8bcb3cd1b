import { dayMs, isComparable, isWeekend, lowerQuantile } from '../comparable-hours.ts'
import { hourMs } from '../learned-budget/hour-latency.ts'
import { canDrop, minutesOfFewest, type ExpectedRate } from './traffic-drop.ts'

/** Hours are compared with those of this long before, in milliseconds. */
export const comparedMs = 28 * dayMs

/** Time since the first recorded hour, and comparable hours, that it takes to expect anything. */
export const learningMs = 14 * dayMs
const leastComparable = 10

/** The fewest usual requests a minute (the median of the comparable hours) at which any are expected. */
const leastPerMinute = 4

/** The share of hours with fewer requests than a low one, and of those with a deeper lull than a usual one. */
const lowHourShare = 0.1
const lullShare = 0.05

/** The most that is expected of a low hour. */
const mostOfLow = 0.7

/**
 * How far the requests of five minutes may fall below a usual lull: by this power of lull to median, since what varies
 * more falls further. In five minutes at most `mostOfFewest` times that is expected, so that chance explains no drop.
 * Source: test/monitoring/health/traffic.
 */
const spreadPower = 1.5
const mostOfFewest = 2.5

/** The requests of a subject in one hour. */
export type HourTraffic = {
  /** When it begins, in milliseconds since 1970. */
  start: number
  n: number
  /**
   * The fewest that any tick of the hour saw in the five minutes before it. Null if that is not known, or if the hour does
   * not show what is usual: then it is compared with nothing.
   */
  fewest: number | null
}

/** The hours that are learned from: up to `to`, and not before `from`; `from` is the first whole hour recorded. */
export type RecordedPeriod = { from: number; to: number }

/** The knowledge of a subject's traffic at a time of day, on weekdays or on the weekend. */
export type UsualTraffic = {
  /** The number of comparable hours. */
  hours: number
  /** The traffic to expect; null where too few requests are usual, or where they pause. */
  rate: ExpectedRate | null
}

/**
 * The usual traffic at the hour that begins at `at`. An hour that is not among `hours` was seen by nobody, and is compared
 * with nothing. Source: docs/health.md.
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
  /** The 24 hours of a weekday (UTC), then those of a weekend, each as it was known when it was last to come. */
  usual: UsualTraffic[]
}

/** A Monday and a Saturday, whose hours stand for those of their kind. */
const [weekday, weekend] = [Date.UTC(2024, 0, 1), Date.UTC(2024, 0, 6)]

/** A time of each kind of hour: those of a weekday, then those of a weekend. */
export const kindsOfHours = [weekday, weekend].flatMap((day) =>
  Array.from({ length: 24 }, (_, hour) => day + hour * hourMs),
)

/**
 * The knowledge that the hours up to `to` add to what was known: that of the two hours from then on. The others are not
 * asked for before more has been learned.
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

/** The knowledge of nothing, as at the first sample and after an operator accepted the traffic as normal at `at`. */
export function beginLearning(at: number): LearnedTraffic {
  const from = Math.ceil(at / hourMs) * hourMs
  return { from, learnedTo: from, usual: kindsOfHours.map(() => ({ hours: 0, rate: null })) }
}

/** The traffic that is expected at a time. */
export type ExpectedTraffic =
  | { reason: 'OFF' }
  /** Whole days that are missing since the first hour recorded, and the comparable hours of this time of day so far. */
  | { reason: 'LEARNING'; daysLeft: number; hours: number; leastHours: number }
  /** The traffic to expect; null where that is none at this time. */
  | { reason: 'LEARNED'; rate: ExpectedRate | null }

/** The traffic that is expected at `at`, where a policy has it learned, and a service has reported the subject. */
export function expectedTraffic(isWatched: boolean, learned: LearnedTraffic | null, at: number): ExpectedTraffic {
  const usual = learned?.usual[kindAt(at)]
  return isWatched && learned && usual
    ? expectedOf(usual, { from: learned.from, to: learned.learnedTo })
    : { reason: 'OFF' }
}

/** The traffic that is expected where this is usual, by the hours of a period. */
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
