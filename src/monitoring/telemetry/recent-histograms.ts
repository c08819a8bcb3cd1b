import { decode, encode, mergeEncoded, type Histogram } from './histogram.ts'

/**
 * The durations of a subject's last six minutes: the encoded histograms of its buckets concatenated in one array, each
 * preceded by its bucket number (4 bytes) and its length (2 bytes). Separate objects would take three times the memory.
 */
export type RecentDurations = { bytes: Uint8Array; used: number; newest: number }

const maxBuckets = 37
const headerBytes = 6

/** Recent durations without samples. */
export const createRecentDurations = (): RecentDurations => ({ bytes: new Uint8Array(0), used: 0, newest: 0 })

/** Adds an encoded histogram to a bucket, and drops buckets older than six minutes. */
export function keepDurations(recent: RecentDurations, bucket: number, encoded: Uint8Array): void {
  recent.newest = Math.max(recent.newest, bucket)
  const existing = takeOut(recent, bucket)
  if (existing) mergeEncoded(existing, encoded)
  if (bucket > recent.newest - maxBuckets) append(recent, bucket, existing ? encode(existing) : encoded)
}

/** Adds the samples of the buckets from `from` (inclusive) to `before` (exclusive) to `histogram`. */
export function mergeDurations(recent: RecentDurations, from: number, before: number, histogram: Histogram): void {
  const header = new DataView(recent.bytes.buffer)
  for (let next = 0; next < recent.used;) {
    const bucket = header.getUint32(next)
    const end = next + headerBytes + header.getUint16(next + 4)
    if (bucket >= from && bucket < before) mergeEncoded(histogram, recent.bytes.subarray(next + headerBytes, end))
    next = end
  }
}

// Removes the entries that are too old, and the entry of `bucket`, which is returned.
function takeOut(recent: RecentDurations, bucket: number): Histogram | null {
  const header = new DataView(recent.bytes.buffer)
  let kept = 0
  let removed: Histogram | null = null
  for (let next = 0; next < recent.used;) {
    const entry = header.getUint32(next)
    const end = next + headerBytes + header.getUint16(next + 4)
    if (entry === bucket) removed = decode(recent.bytes.subarray(next + headerBytes, end))
    else if (entry > recent.newest - maxBuckets) kept = moveDown(recent.bytes, kept, next, end)
    next = end
  }
  recent.used = kept
  return removed
}

function moveDown(bytes: Uint8Array, to: number, from: number, end: number): number {
  if (to < from) bytes.copyWithin(to, from, end)
  return to + end - from
}

function append(recent: RecentDurations, bucket: number, encoded: Uint8Array): void {
  const used = recent.used + headerBytes + encoded.length
  if (used > recent.bytes.length) {
    const larger = new Uint8Array(used + (used >> 3) + 32)
    larger.set(recent.bytes.subarray(0, recent.used))
    recent.bytes = larger
  }
  const header = new DataView(recent.bytes.buffer)
  header.setUint32(recent.used, bucket)
  header.setUint16(recent.used + 4, encoded.length)
  recent.bytes.set(encoded, recent.used + headerBytes)
  recent.used = used
}
