import { keysOf } from '../ui/labels.ts'

const secondsOf = { minutes: 60, hours: 3_600, days: 86_400 }

/** A unit of time that a period can have. */
export type PeriodUnit = keyof typeof secondsOf

/** All units, the shortest first. */
export const periodUnits = keysOf(secondsOf)

/** A period as entered; `count` is null while no number is entered. */
export type Period = { count: number | null; unit: PeriodUnit }

/** Minimum and maximum period that the server accepts, in seconds. */
const limits = { min: 60, max: 366 * 86_400 }

/** The period in the longest unit that gives a whole number. If `seconds` is null, a period without a number. */
export function toPeriod(seconds: number | null): Period {
  if (seconds === null) return { unit: 'hours', count: null }
  const unit = periodUnits.findLast((candidate) => seconds % secondsOf[candidate] === 0) ?? 'minutes'
  return { unit, count: seconds / secondsOf[unit] }
}

/** The period in whole seconds; null if it is missing or out of the limits. */
export function toSeconds({ count, unit }: Period): number | null {
  if (count === null) return null
  const seconds = Math.round(count * secondsOf[unit])
  return seconds >= limits.min && seconds <= limits.max ? seconds : null
}
