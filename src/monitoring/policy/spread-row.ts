import { bucketMs } from '../telemetry/buckets.ts'
import type { BucketCounts } from '../simulation/simulation-window.ts'
import type { BucketRow } from '../telemetry/bucket-row.ts'

/**
 * Spreads the samples of a row longer than 10 s over its buckets of 10 s, because their order is not stored: all at
 * equal distances, and the bad and the slow samples at equal distances among them. Calls `visit` for each bucket with
 * samples, oldest first, always with the same object.
 */
export function spreadRow(
  { start, n, bad, slow }: Pick<BucketRow, 'start' | 'n' | 'bad' | 'slow'>,
  lengthMs: number,
  visit: (start: number, counts: BucketCounts) => void,
): void {
  const buckets = lengthMs / bucketMs
  const counts: BucketCounts = { n: 0, bad: 0, slow: 0, tail: 0 }
  let [from, badFrom, slowFrom] = [0, 0, 0]
  for (let index = 0; index < buckets; index++) {
    const to = share(n, index + 1, buckets)
    if (to === from) continue
    const badTo = share(bad, to, n)
    const slowTo = share(slow, to, n)
    counts.n = to - from
    counts.bad = badTo - badFrom
    counts.slow = slowTo - slowFrom
    counts.tail = badTo > badFrom ? to - placeOf(badTo, bad, n) : to - from
    visit(start + index * bucketMs, counts)
    from = to
    badFrom = badTo
    slowFrom = slowTo
  }
}

/** The number of `total` elements in the first `part` of `parts`, if each element is in the middle of its share. */
const share = (total: number, part: number, parts: number) => Math.floor((2 * total * part + parts) / (2 * parts))

/** The place, counted from 1, of the bad sample number `which` among `n` samples: the inverse of `share`. */
const placeOf = (which: number, bad: number, n: number) => Math.ceil((n * (2 * which - 1)) / (2 * bad))
