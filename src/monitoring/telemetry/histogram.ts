/**
 * Sample counts by duration: a bin per millisecond up to 31, then 16 bins per octave up to 2^22 ms (70 minutes); longer
 * durations count in the last bin. A value read back is off by at most 1/32 (3.2 %).
 */
export type Histogram = Uint32Array

const exactBins = 32
const maxDurationMs = 2 ** 22
const binCount = 304
const encodingVersion = 1

/** A histogram without samples. */
export const createHistogram = (): Histogram => new Uint32Array(binCount)

/** Counts one duration in milliseconds; negative ones count as zero. */
export function addDuration(histogram: Histogram, durationMs: number): void {
  const bin = binOf(durationMs)
  histogram[bin] = (histogram[bin] ?? 0) + 1
}

/** Counts `count` durations of this many milliseconds. */
export function addAt(histogram: Histogram, durationMs: number, count: number): void {
  const bin = binOf(durationMs)
  histogram[bin] = (histogram[bin] ?? 0) + count
}

/** Counts durations that lie evenly between two limits in milliseconds. */
export function addRange(
  histogram: Histogram,
  { aboveMs, upToMs }: { aboveMs: number; upToMs: number },
  count: number,
): void {
  const last = binOf(upToMs)
  let below = 0
  for (let bin = binOf(aboveMs); bin < last; bin++) {
    const share = (upperEdgeOf(bin) - aboveMs) / (upToMs - aboveMs)
    const upTo = Math.min(count, Math.max(below, Math.round(count * share)))
    histogram[bin] = (histogram[bin] ?? 0) + upTo - below
    below = upTo
  }
  histogram[last] = (histogram[last] ?? 0) + count - below
}

/** Adds the counts of `other`. The order in which histograms are merged does not matter. */
export function merge(histogram: Histogram, other: Histogram): void {
  for (let bin = 0; bin < binCount; bin++) histogram[bin] = (histogram[bin] ?? 0) + (other[bin] ?? 0)
}

/** The quantile `q` (0 to 1) of the durations in whole milliseconds; null without samples. */
export const percentile = (histogram: Histogram, q: number): number | null => percentiles(histogram, [q])[0] ?? null

/** The quantiles (0 to 1, ascending) of the durations, each in whole milliseconds; none without samples. */
export function percentiles(histogram: Histogram, quantiles: readonly number[]): number[] {
  const n = total(histogram)
  if (n === 0) return []
  let bin = 0
  let seen = histogram[0] ?? 0
  return quantiles.map((q) => {
    const rank = Math.max(1, Math.ceil(q * n))
    while (seen < rank) seen += histogram[(bin += 1)] ?? 0
    return middleOf(bin)
  })
}

/**
 * The number of durations over a limit in milliseconds. Durations in the bin of the limit may be on either side: `most`
 * counts them, `least` does not.
 */
export function countLonger(histogram: Histogram, limitMs: number): { least: number; most: number } {
  const limit = binOf(limitMs)
  let least = 0
  for (let bin = limit + 1; bin < binCount; bin++) least += histogram[bin] ?? 0
  return { least, most: least + (histogram[limit] ?? 0) }
}

/**
 * Encodes a histogram: a version byte, then for each non-empty bin the number of empty bins before it and its count.
 */
export function encode(histogram: Histogram): Uint8Array {
  const bytes = [encodingVersion]
  let next = 0
  for (let bin = 0; bin < binCount; bin++) {
    const count = histogram[bin] ?? 0
    if (count === 0) continue
    writeNumber(bytes, bin - next)
    writeNumber(bytes, count)
    next = bin + 1
  }
  return Uint8Array.from(bytes)
}

/**
 * Decodes a histogram.
 * @throws RangeError if the bytes are not a histogram.
 */
export function decode(bytes: Uint8Array): Histogram {
  const histogram = createHistogram()
  mergeEncoded(histogram, bytes)
  return histogram
}

/**
 * Checks that bytes are a histogram.
 * @throws RangeError if they are not.
 */
export function assertEncoded(bytes: Uint8Array): void {
  mergeEncoded(discarded, bytes)
}

const discarded = createHistogram()

/**
 * Adds the counts of an encoded histogram.
 * @throws RangeError if the bytes are not a histogram; some counts may have been added before.
 */
export function mergeEncoded(histogram: Histogram, bytes: Uint8Array): void {
  if (bytes[0] !== encodingVersion)
    throw new RangeError(`These bytes are not a histogram of version ${encodingVersion}.`)
  const reader = { bytes, next: 1 }
  let bin = 0
  while (reader.next < bytes.length) {
    bin += readNumber(reader)
    if (bin >= binCount) throw new RangeError(`These bytes exceed the ${binCount} bins of a histogram.`)
    histogram[bin] = (histogram[bin] ?? 0) + readNumber(reader)
    bin++
  }
}

/**
 * Adds the counts of an encoded histogram to buckets with these ascending upper bounds in milliseconds; the last bucket
 * of `counts` has no bound. Each bin counts by its middle.
 * @throws RangeError if the bytes are not a histogram.
 */
export function addToBuckets(counts: Float64Array, upperBoundsMs: readonly number[], bytes: Uint8Array): void {
  const reader = { bytes, next: 1 }
  let bin = 0
  let bucket = 0
  while (reader.next < bytes.length) {
    bin += readNumber(reader)
    while (middleOf(bin) > (upperBoundsMs[bucket] ?? Infinity)) bucket++
    counts[bucket] = (counts[bucket] ?? 0) + readNumber(reader)
    bin++
  }
}

function binOf(durationMs: number): number {
  const ms = Math.round(durationMs)
  if (!(ms >= exactBins)) return ms > 0 ? ms : 0
  if (ms >= maxDurationMs) return binCount - 1
  const octave = 31 - Math.clz32(ms)
  return (octave - 4) * 16 + (ms >>> (octave - 4))
}

function middleOf(bin: number): number {
  if (bin < exactBins) return bin
  const shift = (bin >> 4) - 1
  return ((16 + (bin & 15)) << shift) + (1 << (shift - 1))
}

/** The first duration in milliseconds that counts in the next bin: durations are rounded to whole milliseconds. */
function upperEdgeOf(bin: number): number {
  if (bin < exactBins) return bin + 0.5
  const shift = (bin >> 4) - 1
  return ((17 + (bin & 15)) << shift) - 0.5
}

function total(histogram: Histogram): number {
  let sum = 0
  for (let bin = 0; bin < binCount; bin++) sum += histogram[bin] ?? 0
  return sum
}

function writeNumber(bytes: number[], value: number): void {
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  bytes.push(rest)
}

function readNumber(reader: { bytes: Uint8Array; next: number }): number {
  let value = 0
  for (let scale = 1; scale < 2 ** 35; scale *= 128) {
    const byte = reader.bytes[reader.next++]
    if (byte === undefined) throw new RangeError('This histogram ends in the middle of a number.')
    value += (byte & 127) * scale
    if (byte < 128) return value
  }
  throw new RangeError('This histogram has a number that is too large.')
}
