import fc from 'fast-check'
import {
  addDuration,
  createHistogram,
  decode,
  encode,
  type Histogram,
  merge,
  percentile,
} from '../../../src/monitoring/telemetry/histogram.ts'

const durations = fc.array(fc.double({ min: 0, max: 4_000_000, noNaN: true }), { maxLength: 200 })

describe('a histogram of durations', () => {
  it('has no percentile without samples', () => {
    expect(percentile(createHistogram(), 0.95)).toBeNull()
  })

  it('is exact to the millisecond up to 31 ms', () => {
    const histogram = histogramOf([1, 2, 3.4, 30.6])

    expect([0.25, 0.5, 0.75, 1].map((q) => percentile(histogram, q))).toEqual([1, 2, 3, 31])
  })

  it('is off by at most 1/32 and half a millisecond anywhere else', () =>
    fc.assert(
      fc.property(
        durations.filter((some) => some.length > 0),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        (some, q) => {
          const exact = [...some].sort((a, b) => a - b)[Math.max(1, Math.ceil(q * some.length)) - 1] ?? 0

          const found = percentile(histogramOf(some), q) ?? NaN

          expect(Math.abs(found - exact)).toBeLessThanOrEqual(0.5 + (exact + 0.5) / 32)
          expect(Number.isInteger(found)).toBe(true)
        },
      ),
    ))

  it('knows durations of more than an hour and puts what is longer still with the longest', () => {
    expect(percentile(histogramOf([4_000_000]), 1)).toBeGreaterThan(3_870_000)
    expect(percentile(histogramOf([1e12, Infinity]), 1)).toBe(percentile(histogramOf([4_190_000]), 1))
  })

  it('takes what is shorter than nothing for nothing', () => {
    expect(percentile(histogramOf([-5, Number.NaN]), 1)).toBe(0)
  })

  it('is the same in whatever order it was merged', () =>
    fc.assert(
      fc.property(durations, durations, durations, (a, b, c) => {
        const all = histogramOf([...a, ...b, ...c])

        expect(merged(merged(histogramOf(a), b), c)).toEqual(all)
        expect(merged(histogramOf(c), [...b, ...a])).toEqual(all)
      }),
    ))

  it('comes back from its encoding as it was', () =>
    fc.assert(
      fc.property(durations, fc.nat({ max: 303 }), fc.nat({ max: 4_294_967_295 }), (some, bin, count) => {
        const histogram = histogramOf(some)
        histogram[bin] = count

        expect(decode(encode(histogram))).toEqual(histogram)
      }),
    ))

  it.each([1, 127, 128, 16_383, 16_384, 4_294_967_295])('comes back with a count of %i', (count) => {
    const histogram = createHistogram()
    histogram[200] = count

    expect(decode(encode(histogram))[200]).toBe(count)
  })

  it('takes two bytes for each stretch of durations that has samples', () => {
    expect(encode(createHistogram())).toHaveLength(1)
    expect(encode(histogramOf([1, 1, 20, 300]))).toHaveLength(7)
  })

  it.each([
    ['nothing', []],
    ['another version', [2, 0, 1]],
    ['half a number', [1, 0, 128]],
    ['a stretch without a count', [1, 3]],
    ['more bins than there are', [1, 255, 255, 3, 1]],
    ['a number without end', [1, 128, 128, 128, 128, 128, 128]],
  ])('refuses to decode %s', (_, bytes) => {
    expect(() => decode(Uint8Array.from(bytes))).toThrow(RangeError)
  })
})

function histogramOf(some: readonly number[]): Histogram {
  const histogram = createHistogram()
  for (const duration of some) addDuration(histogram, duration)
  return histogram
}

function merged(histogram: Histogram, more: readonly number[]): Histogram {
  merge(histogram, histogramOf(more))
  return histogram
}
