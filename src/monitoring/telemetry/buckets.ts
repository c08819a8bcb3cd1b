/** Length of a bucket in milliseconds; buckets begin at its multiples. Source: docs/health.md. */
export const bucketMs = 10_000

/**
 * The non-empty buckets of one subject, oldest first, in two typed arrays to avoid an object per bucket. A bucket's
 * number is its start divided by its length. The last 372 are kept: 62 minutes of a subject with samples in every
 * bucket, many hours of one with rare samples.
 */
export type Buckets = { length: number; numbers: Uint32Array; counts: Int16Array | Int32Array }

/** Columns of `counts`, the counters of a bucket. */
export const nColumn = 0
export const badColumn = 1
export const slowColumn = 2
/** Good samples after the last bad one, summed over all instances. */
export const tailColumn = 3
/** The part of the tail recorded by this instance. */
const ownTailColumn = 4
const columnCount = 5

const maxBuckets = 372
const maxInt16 = 32_767

/** Buckets without samples. */
export const createBuckets = (): Buckets => ({
  length: 0,
  numbers: new Uint32Array(4),
  counts: new Int16Array(4 * columnCount),
})

/** The number of the bucket in a slot. */
export const numberAt = (buckets: Buckets, slot: number) => buckets.numbers[slot] ?? 0

/** One counter of the bucket in a slot. */
export const countAt = (buckets: Buckets, slot: number, column: number) =>
  buckets.counts[slot * columnCount + column] ?? 0

/** The number of samples since a time in milliseconds since 1970, rounded down to a whole bucket. */
export function countSince(buckets: Buckets, since: number): number {
  let n = 0
  for (let slot = buckets.length - 1; slot >= 0 && numberAt(buckets, slot) >= Math.floor(since / bucketMs); slot--)
    n += countAt(buckets, slot, nColumn)
  return n
}

/** The last slot whose bucket precedes the bucket `number`; -1 if there is none. */
export function slotBefore(buckets: Buckets, number: number): number {
  let slot = buckets.length - 1
  while (slot >= 0 && numberAt(buckets, slot) >= number) slot--
  return slot
}

/** The slot of a bucket, created if missing; -1 if the buckets are full and this one is older than all of them. */
export function slotOf(buckets: Buckets, number: number): number {
  const last = buckets.length - 1
  if (last >= 0 && buckets.numbers[last] === number) return last
  const before = slotBefore(buckets, number)
  const next = before + 1
  if (next < buckets.length && buckets.numbers[next] === number) return next
  return buckets.length === maxBuckets ? replaceOldest(buckets, before, number) : insert(buckets, next, number)
}

/** Counts one sample and returns the change of the tail recorded by this instance. */
export function countSample(buckets: Buckets, slot: number, ok: boolean, slow: boolean): number {
  const first = slot * columnCount
  if (countAt(buckets, slot, nColumn) >= maxInt16) widen(buckets)
  const { counts } = buckets
  const change = ok ? 1 : -countAt(buckets, slot, ownTailColumn)
  raise(counts, first + nColumn, 1)
  if (!ok) raise(counts, first + badColumn, 1)
  if (slow) raise(counts, first + slowColumn, 1)
  raise(counts, first + tailColumn, change)
  raise(counts, first + ownTailColumn, change)
  return change
}

/**
 * Counts samples of one bucket in unknown order, and returns the change of the tail recorded by this instance. If one
 * of them is bad, the tail of this instance becomes 0, because no other sample is known to be later.
 */
export function countAggregate(
  buckets: Buckets,
  slot: number,
  counts: { n: number; bad: number; slow: number },
): number {
  const ownTail = countAt(buckets, slot, ownTailColumn)
  const tail = counts.bad > 0 ? -ownTail : countAt(buckets, slot, badColumn) > 0 ? 0 : counts.n
  countMore(buckets, slot, { ...counts, tail })
  raise(buckets.counts, slot * columnCount + ownTailColumn, tail)
  return tail
}

/** Adds counts from elsewhere than `countSample`: those of other instances, and of probes. */
export function countMore(
  buckets: Buckets,
  slot: number,
  more: { n: number; bad: number; slow: number; tail: number },
) {
  const first = slot * columnCount
  const n = countAt(buckets, slot, nColumn) + more.n
  const tail = countAt(buckets, slot, tailColumn) + more.tail
  if (Math.max(n, Math.abs(tail)) > maxInt16) widen(buckets)
  const { counts } = buckets
  raise(counts, first + nColumn, more.n)
  raise(counts, first + badColumn, more.bad)
  raise(counts, first + slowColumn, more.slow)
  raise(counts, first + tailColumn, more.tail)
}

function raise(counts: Buckets['counts'], index: number, by: number): void {
  counts[index] = (counts[index] ?? 0) + by
}

function insert(buckets: Buckets, slot: number, number: number): number {
  if (buckets.length === buckets.numbers.length) grow(buckets)
  buckets.numbers.copyWithin(slot + 1, slot, buckets.length)
  buckets.counts.copyWithin((slot + 1) * columnCount, slot * columnCount, buckets.length * columnCount)
  buckets.length++
  return clear(buckets, slot, number)
}

function replaceOldest(buckets: Buckets, slot: number, number: number): number {
  if (slot < 0) return -1
  buckets.numbers.copyWithin(0, 1, slot + 1)
  buckets.counts.copyWithin(0, columnCount, (slot + 1) * columnCount)
  return clear(buckets, slot, number)
}

function clear(buckets: Buckets, slot: number, number: number): number {
  buckets.numbers[slot] = number
  buckets.counts.fill(0, slot * columnCount, (slot + 1) * columnCount)
  return slot
}

function grow(buckets: Buckets): void {
  const capacity = Math.min(maxBuckets, buckets.numbers.length * 2)
  const numbers = new Uint32Array(capacity)
  numbers.set(buckets.numbers)
  const size = capacity * columnCount
  const counts = buckets.counts instanceof Int16Array ? new Int16Array(size) : new Int32Array(size)
  counts.set(buckets.counts)
  buckets.numbers = numbers
  buckets.counts = counts
}

// Two bytes per counter suffice for 3,276 samples per second; beyond that, four are used.
function widen(buckets: Buckets): void {
  if (buckets.counts instanceof Int16Array) buckets.counts = Int32Array.from(buckets.counts)
}
