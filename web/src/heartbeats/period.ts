import { keysOf } from '../ui/labels.ts'

const secondsOf = { minutes: 60, hours: 3_600, days: 86_400 }

/** A unit of time to choose from. */
export type PeriodUnit = keyof typeof secondsOf

/** All units, the shortest first. */
export const periodUnits = keysOf(secondsOf)

/** A period as it is entered; `count` is null while no number is. */
export type Period = { count: number | null; unit: PeriodUnit }

/** Shortest and longest period that the server takes, in seconds. */
const limits = { min: 60, max: 366 * 86_400 }

/** The period in the longest unit that leaves a whole number; without a number if there is none. */
export function toPeriod(seconds: number | null): Period {
  if (seconds === null) return { unit: 'hours', count: null }
  const unit = periodUnits.findLast((candidate) => seconds % secondsOf[candidate] === 0) ?? 'minutes'
  return { unit, count: seconds / secondsOf[unit] }
}

/** The period in whole seconds; null if it is missing or beyond the limits. */
export function toSeconds({ count, unit }: Period): number | null {
  if (count === null) return null
  const seconds = Math.round(count * secondsOf[unit])
  return seconds >= limits.min && seconds <= limits.max ? seconds : null
}
