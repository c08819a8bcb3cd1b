import { dayMs, isComparable, isNear, lowerQuantile, timesApart } from '../comparable-hours.ts'
import { hourMs, type HourLatency } from './hour-latency.ts'

/** Length of the measured period, in milliseconds. */
export const measuredMs = 7 * dayMs

/** Minimum age of the first sample in milliseconds, and minimum number of hours and good samples. */
const leastAgeMs = dayMs
const leastHours = 6
const leastSamples = 1_000

/** Hours with fewer good samples are ignored. */
const leastSamplesOfHour = 20

/** Maximum weight of an hour, as a multiple of the median hour's number of samples. */
const mostWeight = 2

/** The budget covers this share of the comparable hours' p98, given at least this many comparable hours. */
const coveredShare = 0.9
const leastComparable = 3

/**
 * Factor for the p98 of all hours if too little is known of a time, as on the first weekend. Without it, a weekend that
 * is usually slow could never be learned, because hours in Degradado are excluded. Source: docs/health.md.
 */
const unknownFactor = 2

/** The latency that is usual for a subject. */
export type UsualLatency = {
  /** The usual p95 and p75: medians over the hours, weighted by their samples. */
  p95Ms: number
  p75Ms: number
  /**
   * The usual p98 at this time of day, on weekdays or on the weekend. If too little is known of this time, the other
   * days count too, and the value is at least twice the p98 of all hours.
   */
  highMs: number
}

/**
 * The part of a history that is measured, in milliseconds since 1970: up to `to`, and from `from` on unless that is
 * null.
 */
export type MeasuredPeriod = { to: number; from: number | null; isLeftOut: (hourStart: number) => boolean }

/**
 * The usual latency over the seven days before `to`, without the hours that are left out; null if there are too few
 * samples. It does not depend on the order of the hours. Source: docs/health.md, "Learned latency budget".
 */
export function measureUsual(hours: readonly HourLatency[], period: MeasuredPeriod): UsualLatency | null {
  if (!isEnough(learningProgress(hours, period))) return null
  const usable = usableHours(hours, period)
  const most = mostWeight * lowerQuantile(usable, 0.5, ({ n }) => n)
  const weightOf = ({ n }: HourLatency) => Math.min(n, most)
  return {
    p95Ms: lowerQuantile(usable, 0.5, ({ p95Ms }) => p95Ms, weightOf),
    p75Ms: lowerQuantile(usable, 0.5, ({ p75Ms }) => p75Ms, weightOf),
    highMs: highOf(usable, period.to),
  }
}

/** How far learning the usual latency has come. */
export type LearningProgress = {
  /** Whole hours until the first sample is old enough; the whole minimum age before the first sample. */
  hoursLeft: number
  /** The good samples in hours that count, and the required number. */
  samples: number
  leastSamples: number
  /** The hours that count, and the required number. */
  hours: number
  leastHours: number
}

/** How far learning the usual latency has come up to `to`. */
export function learningProgress(hours: readonly HourLatency[], period: MeasuredPeriod): LearningProgress {
  const first = Math.min(...hoursWithin(hours, period).map(({ start }) => start), period.to)
  const usable = usableHours(hours, period)
  return {
    hoursLeft: Math.max(0, Math.ceil((first + leastAgeMs - period.to) / hourMs)),
    samples: usable.reduce((sum, { n }) => sum + n, 0),
    leastSamples,
    hours: usable.length,
    leastHours,
  }
}

const isEnough = ({ hoursLeft, samples, hours }: LearningProgress) =>
  hoursLeft === 0 && samples >= leastSamples && hours >= leastHours

const usableHours = (hours: readonly HourLatency[], period: MeasuredPeriod) =>
  hoursWithin(hours, period).filter(({ start, n }) => n >= leastSamplesOfHour && !period.isLeftOut(start))

function hoursWithin(hours: readonly HourLatency[], { to, from }: MeasuredPeriod): HourLatency[] {
  const begin = Math.max(to - measuredMs, from ?? 0)
  return hours.filter(({ start, n }) => start >= begin && start < to && n > 0)
}

// A measurement is used for about an hour and a few minutes after `to`, so the following hour counts too.
const highOf = (hours: readonly HourLatency[], to: number): number =>
  Math.max(highAt(hours, to), highAt(hours, to + hourMs))

function highAt(hours: readonly HourLatency[], at: number): number {
  const near = hours.filter(({ start }) => isNear(start, at))
  const comparable = near.filter(({ start }) => isComparable(start, at))
  const same = comparable.filter(({ start }) => timesApart(start, at) === 0)
  if (comparable.length >= leastComparable && same.length > 0)
    return Math.max(highest(comparable), lowerQuantile(same, 0.5, p98Of))
  return Math.max(highest(comparable), highest(near), unknownFactor * highest(hours))
}

const p98Of = ({ p98Ms }: HourLatency) => p98Ms

/** The p98 that nine of ten hours stay within; 0 without hours. */
const highest = (hours: readonly HourLatency[]) => lowerQuantile(hours, coveredShare, p98Of)
