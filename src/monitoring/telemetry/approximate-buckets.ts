/** Maximum number of buckets kept: those of six minutes, since the displayed percentiles cover five. */
const maxBuckets = 37

/**
 * Adds a bucket to the numbers of buckets with approximate durations; null stands for an empty list. Only the newest
 * are kept.
 */
export function addApproximate(numbers: readonly number[] | null, number: number): readonly number[] {
  if (numbers?.includes(number)) return numbers
  return [...(numbers ?? []), number].sort((one, other) => one - other).slice(-maxBuckets)
}

/** Whether a bucket from `from` (inclusive) to `before` (exclusive) has approximate durations. */
export const hasApproximate = (numbers: readonly number[] | null, from: number, before: number): boolean =>
  numbers?.some((number) => number >= from && number < before) ?? false
