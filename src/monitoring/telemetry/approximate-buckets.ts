/** Six minutes: the percentiles shown are of five. */
const maxBuckets = 37

/** Adds a bucket to the numbers of those whose durations are approximate; null stands for none. The newest are kept. */
export function addApproximate(numbers: readonly number[] | null, number: number): readonly number[] {
  if (numbers?.includes(number)) return numbers
  return [...(numbers ?? []), number].sort((one, other) => one - other).slice(-maxBuckets)
}

/** Whether one of the buckets from `from` (inclusive) to `before` (exclusive) is among them. */
export const hasApproximate = (numbers: readonly number[] | null, from: number, before: number): boolean =>
  numbers?.some((number) => number >= from && number < before) ?? false
