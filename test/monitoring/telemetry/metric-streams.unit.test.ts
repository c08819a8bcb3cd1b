import fc from 'fast-check'
import { addDurations, countSlow, type Aggregate } from '../../../src/monitoring/telemetry/aggregate.ts'
import { createHistogram, percentile } from '../../../src/monitoring/telemetry/histogram.ts'
import { toBins } from '../../../src/monitoring/telemetry/otlp/point-bins.ts'
import type { Origin } from '../../../src/monitoring/telemetry/otlp/first-point.ts'
import { advanceStream, type Increase, type StreamState } from '../../../src/monitoring/telemetry/otlp/stream.ts'
import { createStreamIdentity } from '../../../src/monitoring/telemetry/otlp/stream-identity.ts'
import type { MetricPoint } from '../../../src/otlp/telemetry-data.ts'
import { casesOf } from '../../support/extent.ts'
import { advisedBounds, metricPoint } from '../../support/otlp/metric-points.ts'
import {
  exponentialBinsOf,
  exportAll,
  exportsOf,
  repetitions,
  requests,
  type Request,
} from '../../support/otlp/metric-streams.ts'
import { minutes, seconds, start } from '../../support/monitoring/traffic.ts'

const nanosOf = (ms: number) => BigInt(ms) * 1_000_000n
const horizon = 100n
/** A sender whose last export before this one was at this time, received at this horizon. */
const heard = (at: bigint, given: Partial<Origin> = {}): Origin => ({
  ...{ sender: { at, horizon: 90n }, process: null, began: null, horizon },
  ...given,
})
const unheard: Origin = { sender: null, process: null, began: null, horizon }
const numRuns = casesOf(200, 5_000)

/** The table of streams in memory, of a process that exported ten seconds before `start`. */
function givenStreams() {
  const states = new Map<string, StreamState>()
  const before = { at: nanosOf(start - seconds(10)), horizon: 90n }
  return {
    send(points: readonly MetricPoint[]): (Increase | null)[] {
      return points.flatMap((point) => {
        const { stream } = createStreamIdentity().streamOf(point)
        const isSameProcess = point.startNanos === '0'
        const origin = heard(before.at, { process: isSameProcess ? before : null })
        const { increases, state } = advanceStream([point], states.get(stream) ?? null, origin)
        if (state) states.set(stream, state)
        return increases
      })
    },
  }
}

const increasesOf = (...given: Parameters<typeof advanceStream>) => advanceStream(...given).increases
const stateAfter = (points: readonly MetricPoint[]) => advanceStream(points, null, unheard).state

/** The number of samples by bucket, by its number since `start`. */
function bucketsOf(increases: readonly (Increase | null)[]): Map<number, number> {
  const buckets = new Map<number, number>()
  for (const increase of increases) {
    if (!increase || increase.count === 0) continue
    const bucket = Number((increase.at - 1n - nanosOf(start)) / nanosOf(seconds(10)))
    buckets.set(bucket, (buckets.get(bucket) ?? 0) + increase.count)
  }
  return new Map([...buckets].sort(([one], [other]) => one - other))
}

const bucketsOfRequests = (all: readonly Request[]) =>
  bucketsOf(all.map(({ at }) => ({ count: 1, at: nanosOf(start + at - (at % seconds(10)) + seconds(10)) }) as Increase))

const toAggregate = ({ count, sum, bins }: Increase): Aggregate => ({
  at: start,
  intervalMs: seconds(10),
  count,
  bad: 0,
  sumMs: (sum ?? 0) * 1_000,
  bins: toBins(bins, 1_000),
})

describe('a stream of data points', () => {
  it('gives the buckets of the requests themselves, however often its points are repeated and by whatever format', () => {
    fc.assert(
      fc.property(requests, exportsOf, repetitions, (all, given, again) => {
        const points = exportAll(all, given)
        // Each point comes first in its order; copies of it come at any time later.
        const sent = points.flatMap((point, index) => [
          point,
          ...points.slice(0, index + 1).filter((_, earlier) => (again[earlier]?.later[index] ?? 0) % 3 === 1),
        ])

        expect(bucketsOf(givenStreams().send(sent))).toEqual(bucketsOfRequests(all))
      }),
      { numRuns },
    )
  })

  it('of deltas gives the same buckets in any order of arrival', () => {
    fc.assert(
      fc.property(
        requests,
        exportsOf,
        fc.array(fc.nat(1_000), { minLength: 12, maxLength: 12 }),
        (all, given, order) => {
          const points = exportAll(all, { ...given, temporality: 'delta' })
          const shuffled = points
            .map((point, index) => ({ point, place: order[index] ?? 0 }))
            .sort((one, other) => one.place - other.place)
            .map(({ point }) => point)

          expect(bucketsOf(givenStreams().send([...shuffled, ...points]))).toEqual(bucketsOfRequests(all))
        },
      ),
      { numRuns },
    )
  })

  it('of cumulative totals loses no request when points are lost or overtake each other', () => {
    fc.assert(
      fc.property(requests, exportsOf, repetitions, (all, given, lost) => {
        const restarts = given.restarts.map(() => false)
        const points = exportAll(all, { ...given, restarts, temporality: 'cumulative' })
        const last = points.length - 1
        const sent = points.filter((_, index) => index === last || lost[index]?.again !== 0)
        const overtaken = [...sent].sort((one, other) => ((one.count * 7) % 5) - ((other.count * 7) % 5))

        const total = [...bucketsOf(givenStreams().send(overtaken)).values()].reduce((sum, n) => sum + n, 0)

        expect(total).toBe(all.length)
      }),
      { numRuns },
    )
  })

  it('gives percentiles within one bin of the sender, and counts slow requests exactly at a bound', () => {
    fc.assert(
      fc.property(requests, exportsOf, fc.constantFrom(0.5, 0.95, 0.99), (all, given, q) => {
        fc.pre(all.length > 0)
        const increases = givenStreams().send(exportAll(all, { ...given, bins: 'explicit' }))
        const histogram = createHistogram()
        let slow = 0
        for (const increase of increases) {
          if (!increase || increase.count === 0) continue
          addDurations(histogram, toAggregate(increase))
          slow += countSlow(toAggregate(increase), 1_000)
        }
        const durations = all.map(({ durationMs }) => durationMs).sort((one, other) => one - other)
        const exact = durations[Math.ceil(q * all.length) - 1] ?? 0
        const upper = advisedBounds.findIndex((bound) => exact <= bound * 1_000)

        // Our own bins are up to 1/16 wide, and of whole milliseconds.
        const found = percentile(histogram, q) ?? -1
        expect(found).toBeGreaterThanOrEqual(((advisedBounds[upper - 1] ?? 0) * 1_000 * 15) / 16 - 1)
        expect(found).toBeLessThanOrEqual(((advisedBounds[upper] ?? 0) * 1_000 * 17) / 16 + 1)
        expect(slow).toBe(durations.filter((duration) => duration > 1_000).length)
      }),
      { numRuns },
    )
  })

  it('of an exponential histogram gives percentiles within one of its bins', () => {
    fc.assert(
      fc.property(requests, exportsOf, (all, given) => {
        fc.pre(all.length > 0)
        const coarser = given.coarser.map(() => 0)
        const increases = givenStreams().send(exportAll(all, { ...given, coarser, bins: 'exponential' }))
        const histogram = createHistogram()
        for (const increase of increases) if (increase?.count) addDurations(histogram, toAggregate(increase))
        const durations = all.map(({ durationMs }) => durationMs).sort((one, other) => one - other)
        const exact = durations[Math.ceil(0.95 * all.length) - 1] ?? 0

        // A bin of scale 6 is 1.1 % wide.
        expect(Math.abs((percentile(histogram, 0.95) ?? 0) - exact)).toBeLessThanOrEqual(exact * 0.075 + 1)
      }),
      { numRuns },
    )
  })
})

describe('the first data point of a cumulative stream', () => {
  const pointAt = (from: number) => metricPoint({ from, at: start, count: 5 })
  const ago = (ms: number) => nanosOf(start - ms)
  const none = [null]

  it('counts if the stream began within five minutes', () => {
    expect(increasesOf([pointAt(start - minutes(5))], null, unheard)).toMatchObject([{ count: 5, knownIn: null }])
    expect(increasesOf([pointAt(start - minutes(5) - 1)], null, unheard)).toEqual(none)
    expect(increasesOf([pointAt(0)], null, unheard)).toEqual(none)
  })

  it('counts if the stream began after the previous export of its sender, for what was known then', () => {
    const began = start - minutes(30)

    expect(increasesOf([pointAt(began)], null, heard(nanosOf(began)))).toMatchObject([
      { count: 5, since: nanosOf(began), knownIn: 90n },
    ])
    expect(increasesOf([pointAt(began)], null, heard(nanosOf(began) + 1n))).toEqual(none)
    expect(increasesOf([pointAt(start - minutes(61))], null, heard(ago(minutes(62))))).toEqual(none)
  })

  it('counts since the previous export of its process, which had not begun it then, for what was known then', () => {
    const process = { at: ago(minutes(1)), horizon: 80n }
    const began = start - minutes(600)

    expect(increasesOf([pointAt(began)], null, heard(ago(seconds(10)), { process }))).toMatchObject([
      { count: 5, since: process.at, knownIn: 80n },
    ])
    expect(increasesOf([pointAt(began)], null, heard(ago(seconds(10))))).toEqual(none)
    const old = { at: ago(minutes(60)) - 1n, horizon: 80n }
    expect(increasesOf([pointAt(began)], null, heard(ago(seconds(10)), { process: old }))).toEqual(none)
  })

  it('does not count if the export before was not taken whole', () => {
    const sender = { at: ago(seconds(10)), horizon: 0n }

    expect(increasesOf([pointAt(start - seconds(5))], null, { ...unheard, sender })).toEqual(none)
    expect(increasesOf([pointAt(0)], null, { ...unheard, sender, process: sender })).toEqual(none)
  })

  it('whose start is its own time counts if other streams of its sender are older, and else has an unknown start', () => {
    const [began, before] = [ago(seconds(20)), ago(seconds(10))]

    expect(increasesOf([pointAt(start)], null, heard(before, { began }))).toMatchObject([{ count: 5, since: before }])
    expect(increasesOf([pointAt(start)], null, { ...unheard, began })).toMatchObject([{ count: 5, since: began }])
    expect(increasesOf([pointAt(start)], null, heard(before))).toEqual(none)
  })
})

it('a data point after more than an hour without one is where counting begins anew', () => {
  const before = stateAfter([metricPoint({ at: start, count: 5 })])
  const pointAfter = (ms: number) => metricPoint({ at: start + ms, count: 7 })

  expect(increasesOf([pointAfter(minutes(60))], before, unheard)).toMatchObject([{ count: 2 }])
  expect(increasesOf([pointAfter(minutes(60) + 1)], before, unheard)).toEqual([null])
})

it('only a count that fell began anew, so that all of it is new', () => {
  const before = stateAfter([metricPoint({ at: start, count: 5 })])

  expect(increasesOf([metricPoint({ at: start + seconds(10), count: 4 })], before, unheard)).toMatchObject([
    { count: 4, sum: 4 * 0.03, bins: { counts: expect.arrayContaining([4]) } },
  ])
})

describe('a data point whose bins cannot be compared with the last ones', () => {
  const explicit = fc.record({
    bounds: fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 }).map((all) => all.sort()),
    fill: fc.nat(9),
  })
  const exponential = fc.record({
    ...{ kind: fc.constant('exponential' as const), scale: fc.integer({ min: -2, max: 4 }) },
    ...{ zeroCount: fc.nat(9), zeroThreshold: fc.constantFrom(0, 0.25, 1), offset: fc.integer({ min: -9, max: 9 }) },
    counts: fc.array(fc.nat(9), { maxLength: 4 }),
  })
  const anyBins = fc.oneof(
    explicit.map(({ bounds, fill }) => ({ kind: 'explicit' as const, bounds, counts: [...bounds, 0].map(() => fill) })),
    exponential,
  )

  it('adds what its count does, whatever became of its bins, its unit or its sum', () => {
    const state = fc.record({ count: fc.nat(9), bins: anyBins, unit: fc.constantFrom('s', 'ms'), sum: fc.nat(9) })
    fc.assert(
      fc.property(state, state, (one, other) => {
        const before = stateAfter([metricPoint({ at: start, ...one })])

        const [increase] = increasesOf([metricPoint({ at: start + 1, ...other })], before, unheard)

        expect(increase?.count).toBe(other.count < one.count ? other.count : other.count - one.count)
        expect(increase?.bins.counts.every((count) => count >= 0)).toBe(true)
        expect(increase?.sum ?? 0).toBeGreaterThanOrEqual(0)
      }),
      { numRuns },
    )
  })

  it('adds the durations of its requests though the zero bin of its histogram has become wider', () => {
    const widths = fc.record({ scale: fc.integer({ min: -2, max: 4 }), width: fc.integer({ min: -8, max: 8 }) })
    const durations = fc.array(fc.double({ min: 0.001, max: 100, noNaN: true }), { maxLength: 20 })
    fc.assert(
      fc.property(widths, durations, durations, ({ scale, width }, earlier, added) => {
        const zeroThreshold = 2 ** (width * 2 ** -scale)
        const pointOf = (at: number, all: readonly number[], threshold: number) =>
          metricPoint({ at, count: all.length, bins: exponentialBinsOf(all, scale, threshold) })
        const before = stateAfter([pointOf(start, earlier, 0)])

        const [increase] = increasesOf([pointOf(start + 1, [...earlier, ...added], zeroThreshold)], before, unheard)

        const expected = toBins(exponentialBinsOf(added, scale, zeroThreshold), 1)
        expect(increase && toBins(increase.bins, 1)).toEqual(expected)
      }),
      { numRuns },
    )
  })
})

it('bins above the budget are slow, one that contains it is not, and without bins only errors are counted', () => {
  const bins = [
    { aboveMs: 500, upToMs: 1_500, count: 3 },
    { aboveMs: 1_500, upToMs: Infinity, count: 2 },
  ]

  expect(countSlow({ bins, count: 5 }, 1_000)).toBe(2)
  expect(countSlow({ bins, count: 5 }, 1_500)).toBe(2)
  expect(countSlow({ bins, count: 5 }, 500)).toBe(5)
  expect(countSlow({ bins: [], count: 5 }, 1)).toBe(0)
})
