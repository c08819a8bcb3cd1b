import { bucketMs } from '../telemetry/buckets.ts'

/** More than the buckets of an hour, and a power of two. */
const keptBuckets = 512

/** The requests of the last buckets, so that the sum over any part of the last hour is known. */
export function createRecentRequests() {
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
