import fc from 'fast-check'
import {
  addDurations,
  explicitBins,
  isApproximate,
  type Aggregate,
  type Bin,
} from '../../../src/monitoring/telemetry/aggregate.ts'
import { createHistogram, percentile } from '../../../src/monitoring/telemetry/histogram.ts'
import { latencyStats } from '../../../src/monitoring/telemetry/latency-stats.ts'
import {
  createWindow,
  mergeRow,
  record,
  recordAggregate,
  takePending,
  type Window,
} from '../../../src/monitoring/telemetry/window.ts'
import { toBins } from '../../../src/monitoring/telemetry/otlp/point-bins.ts'
import { summarise } from '../../../src/monitoring/health/rule/window-summary.ts'
import { normal, seconds, start } from '../../support/monitoring/traffic.ts'

const aggregate = (changes: Partial<Aggregate> = {}): Aggregate => ({
  at: start,
  intervalMs: seconds(10),
  count: 10,
  bad: 0,
  sumMs: 300,
  bins: [{ aboveMs: 25, upToMs: 50, count: 10 }],
  ...changes,
})

const add = (window: Window, changes: Partial<Aggregate> = {}) => {
  recordAggregate(window, aggregate(changes), 1_000)
}
const goodRunOf = (window: Window) =>
  summarise(window, start + seconds(10), { resolvedAt: null, silentSince: null }, normal).goodRun()

describe('an aggregate', () => {
  it('counts as its samples do, in memory and in its row', () => {
    const [window, other] = [createWindow(), createWindow()]
    add(window, { bad: 2, bins: [{ aboveMs: 1_000, upToMs: 2_500, count: 10 }] })
    record(window, { at: start, ok: true, durationMs: 30 }, 1_000)
    const rows = takePending(window)
    for (const row of rows) mergeRow(other, row)

    expect(rows).toMatchObject([{ n: 11, bad: 2, slow: 10, sumMs: 330, intervalMs: seconds(10) }])
    expect(latencyStats(other, start + seconds(10))).toEqual(latencyStats(window, start + seconds(10)))
  })

  it('shows no good samples after a bad one of its bucket, whichever came first', () => {
    const [badFirst, badLast] = [createWindow(), createWindow()]
    add(badFirst, { bad: 1 })
    add(badFirst)
    add(badLast)
    add(badLast, { bad: 1 })

    expect([goodRunOf(badFirst), goodRunOf(badLast)]).toEqual([0, 0])
    record(badFirst, { at: start, ok: true, durationMs: 30 }, 1_000)
    expect(goodRunOf(badFirst)).toBe(1)
    for (const window of [badFirst, badLast]) {
      const other = createWindow()
      for (const row of takePending(window)) mergeRow(other, row)
      expect(goodRunOf(other)).toBe(goodRunOf(window))
    }
  })

  it('that would overflow the counts of its bucket is dropped', () => {
    const window = createWindow()
    add(window, { count: 4_999_995, bins: [] })
    add(window)

    expect(latencyStats(window, start + seconds(10))?.n).toBe(4_999_995)
  })

  it('without bins shows the mean of its durations', () => {
    const histogram = createHistogram()
    addDurations(histogram, aggregate({ bins: [], sumMs: 200 }))

    expect(percentile(histogram, 0.99)).toBe(20)
  })
})

describe('the latency of an aggregate', () => {
  const budgetMs = 1_000
  const isWide = ({ aboveMs, upToMs }: Bin) => upToMs === Infinity || (upToMs - aboveMs) * 4 > upToMs
  const bounds = fc.uniqueArray(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 12 })
  const histogram = bounds.chain((upper) =>
    fc.record({
      bounds: fc.constant(upper.toSorted((one, other) => one - other)),
      counts: fc.array(fc.constantFrom(0, 0, 1, 2, 40), { minLength: upper.length + 1, maxLength: upper.length + 1 }),
    }),
  )

  it('is approximate exactly if a bin that holds a percentile or the budget is wider than a quarter of its value', () => {
    const seen = new Set<boolean>()
    const check = ({ bounds, counts }: { bounds: number[]; counts: number[] }) => {
      const bins = explicitBins(bounds, counts, 1)
      // One entry for each sample: the bin that it is in.
      const samples = bins.flatMap((bin) => Array.from({ length: bin.count }, () => bin))
      fc.pre(samples.length > 0)
      const decisive = [0.5, 0.95, 0.99].map((q) => samples[Math.ceil(q * samples.length) - 1])
      const used = samples.filter((bin) => decisive.includes(bin) || (bin.aboveMs < budgetMs && bin.upToMs > budgetMs))
      const is = isApproximate({ bins, count: samples.length, bad: 0, sumMs: 0 }, budgetMs)
      expect(is).toBe(used.some(isWide))
      seen.add(is)
    }
    const examples: [{ bounds: number[]; counts: number[] }][] = [
      [{ bounds: [750, 1_000], counts: [0, 5, 0] }],
      [{ bounds: [749, 1_000], counts: [0, 5, 0] }],
      [{ bounds: [900, 1_100, 1_200], counts: [0, 0, 200, 1] }],
      [{ bounds: [500, 600, 2_000], counts: [0, 400, 1, 0] }],
    ]
    fc.assert(fc.property(histogram, check), { examples })
    expect(seen.size).toBe(2)
  })

  it('is exact for exponential histograms from scale 2, whose bins are narrower', () => {
    fc.assert(
      fc.property(fc.integer({ min: -4, max: 8 }), fc.integer({ min: -3, max: 3 }), (scale, offset) => {
        const bins = toBins({ kind: 'exponential', scale, offset, zeroCount: 2, zeroThreshold: 0, counts: [7] }, 1)
        expect(isApproximate({ bins, count: 9, bad: 0, sumMs: 0 }, budgetMs)).toBe(scale < 2)
      }),
    )
  })

  it('is approximate if only the mean of several samples is known', () => {
    const ofMean = (count: number, sumMs: number) => isApproximate({ bins: [], count, bad: 0, sumMs }, budgetMs)

    expect([ofMean(1, 20), ofMean(2, 20), ofMean(2, 0)]).toEqual([false, true, false])
  })

  it('is carried by the window for five minutes, and by its row to other instances', () => {
    const [window, other] = [createWindow(), createWindow()]
    record(window, { at: start, ok: true, durationMs: 30 }, budgetMs)
    const isNow = (at: number) => [window, other].map((one) => latencyStats(one, at)?.approximate)
    const exchange = () => {
      for (const row of takePending(window)) mergeRow(other, row)
    }
    exchange()
    expect(isNow(start + seconds(10))).toEqual([false, false])

    add(window)
    exchange()
    record(window, { at: start + seconds(290), ok: true, durationMs: 30 }, budgetMs)
    exchange()
    expect(isNow(start + seconds(300))).toEqual([true, true])
    expect(isNow(start + seconds(310))).toEqual([false, false])
  })
})

it('durations of a bin are spread over it and lose none', () => {
  const ranges = fc.tuple(fc.nat(100_000), fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 1_000 }))
  fc.assert(
    fc.property(ranges, ([aboveMs, width, count]) => {
      const histogram = createHistogram()
      addDurations(histogram, aggregate({ bins: [{ aboveMs, upToMs: aboveMs + width, count }] }))

      expect(histogram.reduce((sum, bin) => sum + bin, 0)).toBe(count)
      expect(percentile(histogram, 0)).toBeGreaterThanOrEqual((aboveMs * 15) / 16 - 1)
      expect(percentile(histogram, 1)).toBeLessThanOrEqual(((aboveMs + width) * 17) / 16 + 1)
      const middle = aboveMs + width / 2
      if (count >= 20)
        expect(Math.abs((percentile(histogram, 0.5) ?? 0) - middle)).toBeLessThanOrEqual(width / 10 + middle / 16 + 1)
    }),
  )
})

it('bounds in seconds are whole milliseconds where they are meant to be', () => {
  for (let ms = 1; ms <= 2_000; ms++)
    expect(explicitBins([ms / 1_000], [0, 1], 1_000)).toEqual([{ aboveMs: ms, upToMs: Infinity, count: 1 }])
})
