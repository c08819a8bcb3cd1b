import fc from 'fast-check'
import { mergeRows, type BucketRow } from '../../../src/monitoring/telemetry/bucket-row.ts'
import { addDuration, createHistogram, decode, encode } from '../../../src/monitoring/telemetry/histogram.ts'

const count = fc.nat({ max: 1_000 })

const anyRow: fc.Arbitrary<BucketRow> = fc
  .record({
    start: fc.constantFrom(10_000, 20_000, 30_000),
    n: count,
    bad: count,
    slow: count,
    probes: count,
    sumMs: count,
    tail: fc.integer({ min: -1_000, max: 1_000 }),
    intervalMs: count,
    approximate: fc.boolean(),
    durations: fc.array(fc.nat({ max: 100_000 }), { maxLength: 20 }),
  })
  .map(({ durations, ...row }) => {
    const histogram = createHistogram()
    for (const duration of durations) addDuration(histogram, duration)
    return { ...row, durations: encode(histogram) }
  })

describe('merging the rows of a bucket', () => {
  it('gives the same at once as one after the other', () =>
    fc.assert(
      fc.property(anyRow, fc.array(anyRow, { maxLength: 6 }), (first, others) => {
        const inTurn = others.reduce<BucketRow>((merged, row) => mergeRows(merged, row), first)

        expect(mergeRows(first, ...others)).toEqual(inTurn)
      }),
    ))

  it('adds the counts, keeps the longest interval, and is approximate if one of the rows is', () =>
    fc.assert(
      fc.property(fc.array(anyRow, { minLength: 1, maxLength: 6 }), ([first, ...others]) => {
        if (!first) return
        const rows = [first, ...others]
        const sum = (of: (row: BucketRow) => number) => rows.reduce((total, row) => total + of(row), 0)

        const merged = mergeRows(first, ...others)

        expect(merged).toMatchObject({
          start: first.start,
          n: sum(({ n }) => n),
          bad: sum(({ bad }) => bad),
          slow: sum(({ slow }) => slow),
          probes: sum(({ probes }) => probes),
          sumMs: sum(({ sumMs }) => sumMs),
          tail: sum(({ tail }) => tail),
          intervalMs: Math.max(...rows.map(({ intervalMs }) => intervalMs)),
          approximate: rows.some(({ approximate }) => approximate),
        })
        expect(total(merged)).toBe(sum(total))
      }),
    ))

  it('changes none of the rows', () =>
    fc.assert(
      fc.property(anyRow, anyRow, (first, other) => {
        const before = structuredClone([first, other])

        mergeRows(first, other)

        expect([first, other]).toEqual(before)
      }),
    ))
})

/** The number of durations of a row. */
const total = ({ durations }: BucketRow): number => decode(durations).reduce((sum, bin) => sum + bin, 0)
