/**
 * Sample counts by duration: a bin per millisecond up to 31, then 16 bins per octave up to 2^22 ms (70 minutes); longer
 * durations count in the last bin. A value read back is off by at most 1/32 (3.2 %).
 */
export type Histogram = Uint32Array

const EXACT = 32
const LONGEST_MS = 2 ** 22
const BINS = 304
const VERSION = 1

/** A histogram without samples. */
export const createHistogram = (): Histogram => new Uint32Array(BINS)

/** Counts one duration in milliseconds; negative ones count as zero. */
export function addDuration(histogram: Histogram, durationMs: number): void {
  const bin = binOf(durationMs)
  histogram[bin] = (histogram[bin] ?? 0) + 1
}

/** Adds the counts of `other`. The order in which histograms are merged does not matter. */
export function merge(histogram: Histogram, other: Histogram): void {
  for (let bin = 0; bin < BINS; bin++) histogram[bin] = (histogram[bin] ?? 0) + (other[bin] ?? 0)
}

/** The quantile `q` (0 to 1) of the durations in whole milliseconds; null without samples. */
export function percentile(histogram: Histogram, q: number): number | null {
  const rank = Math.max(1, Math.ceil(q * total(histogram)))
  let seen = 0
  for (let bin = 0; bin < BINS; bin++) {
    seen += histogram[bin] ?? 0
    if (seen >= rank) return middleOf(bin)
  }
  return null
}

/**
 * Encodes a histogram: a version byte, then for each non-empty bin the number of empty bins before it and its count.
 */
export function encode(histogram: Histogram): Uint8Array {
  const bytes = [VERSION]
  let next = 0
  for (let bin = 0; bin < BINS; bin++) {
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
 * Adds the counts of an encoded histogram.
 * @throws RangeError if the bytes are not a histogram; part of the counts may have been added by then.
 */
export function mergeEncoded(histogram: Histogram, bytes: Uint8Array): void {
  if (bytes[0] !== VERSION) throw new RangeError(`These bytes are not a histogram of version ${VERSION}.`)
  const reader = { bytes, next: 1 }
  let bin = 0
  while (reader.next < bytes.length) {
    bin += readNumber(reader)
    if (bin >= BINS) throw new RangeError(`A histogram has ${BINS} stretches; these bytes speak of more.`)
    histogram[bin] = (histogram[bin] ?? 0) + readNumber(reader)
    bin++
  }
}

function binOf(durationMs: number): number {
  const ms = Math.round(durationMs)
  if (!(ms >= EXACT)) return ms > 0 ? ms : 0
  if (ms >= LONGEST_MS) return BINS - 1
  const octave = 31 - Math.clz32(ms)
  return (octave - 4) * 16 + (ms >>> (octave - 4))
}

function middleOf(bin: number): number {
  if (bin < EXACT) return bin
  const shift = (bin >> 4) - 1
  return ((16 + (bin & 15)) << shift) + (1 << (shift - 1))
}

function total(histogram: Histogram): number {
  let sum = 0
  for (let bin = 0; bin < BINS; bin++) sum += histogram[bin] ?? 0
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
    if (byte === undefined) throw new RangeError('This histogram breaks off in the middle of a number.')
    value += (byte & 127) * scale
    if (byte < 128) return value
  }
  throw new RangeError('This histogram holds a number that is too large.')
}
