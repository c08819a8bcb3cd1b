import { hourMs } from './learned-budget/hour-latency.ts'

export const dayMs = 24 * hourMs

/**
 * Whether two times are comparable: at most an hour apart in the time of day, and both or neither on a weekend (UTC).
 */
export const isComparable = (start: number, at: number): boolean =>
  isNear(start, at) && isWeekend(start) === isWeekend(at)

/** Whether two hours are at most one hour apart in the time of day. Summer time moves the peaks of a day by an hour. */
export const isNear = (start: number, at: number): boolean => timesApart(start, at) <= hourMs

/** Distance between two times in the time of day (UTC), in milliseconds. */
export function timesApart(one: number, other: number): number {
  const distance = Math.abs(one - other) % dayMs
  return Math.min(distance, dayMs - distance)
}

/** Whether a time is on a weekend (UTC). */
export const isWeekend = (at: number): boolean => [0, 6].includes(new Date(at).getUTCDay())

/** The smallest value such that the hours with at most that value reach the share `q` of the total weight; 0 without hours. */
export function lowerQuantile<T>(
  hours: readonly T[],
  q: number,
  valueOf: (hour: T) => number,
  weightOf: (hour: T) => number = () => 1,
): number {
  const sorted = hours.map((hour) => ({ value: valueOf(hour), weight: weightOf(hour) }))
  sorted.sort((one, other) => one.value - other.value)
  const share = q * sorted.reduce((sum, { weight }) => sum + weight, 0)
  let reached = 0
  for (const { value, weight } of sorted) {
    reached += weight
    if (reached >= share) return value
  }
  return sorted.at(-1)?.value ?? 0
}
