import fc from 'fast-check'
import type { ExponentialBins, MetricPoint } from '../../../src/otlp/telemetry-data.ts'
import { binsOf, metricPoint } from './metric-points.ts'
import { seconds, start } from '../monitoring/traffic.ts'

/** A request: when it ended, in milliseconds since `start`, and how long it took. */
export type Request = { at: number; durationMs: number }

/** The exports of a process: every ten seconds from `start` on, with these restarts. */
type Exports = {
  temporality: MetricPoint['temporality']
  bins: 'explicit' | 'exponential'
  /** Whether it states its start time; otherwise it never restarts, because a restart cannot always be detected. */
  tellsStart: boolean
  restarts: readonly boolean[]
  /** The steps by which the scale of an exponential histogram falls at each export. */
  coarser: readonly number[]
}

const exportMs = seconds(10)
const exportCount = 12

export const requests = fc.array(
  fc.record({ at: fc.nat(exportCount * exportMs - 1), durationMs: fc.integer({ min: 1, max: 9_999 }) }),
  { maxLength: 60 },
)

const perExport = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.array(arbitrary, { minLength: exportCount, maxLength: exportCount })

export const exportsOf: fc.Arbitrary<Exports> = fc.record({
  temporality: fc.constantFrom('delta' as const, 'cumulative' as const),
  bins: fc.constantFrom('explicit' as const, 'exponential' as const),
  tellsStart: fc.boolean(),
  restarts: perExport(fc.integer({ min: 0, max: 5 }).map((value) => value === 0)),
  coarser: perExport(fc.constantFrom(0, 0, 1)),
})

/** The number of repeated deliveries of each data point, and the order of all repetitions. */
export const repetitions = perExport(fc.record({ again: fc.nat(2), later: perExport(fc.nat(1_000)) }))

/** The data points of a process with these requests: one at the end of every ten seconds. */
export function exportAll(all: readonly Request[], given: Exports): MetricPoint[] {
  const points: MetricPoint[] = []
  let began = 0
  let scale = 6
  for (let index = 0; index < exportCount; index++) {
    const [from, to] = [index * exportMs, (index + 1) * exportMs]
    const since = given.temporality === 'delta' ? from : began
    const durations = all.filter(({ at }) => at >= since && at < to).map(({ durationMs }) => durationMs / 1_000)
    scale -= given.coarser[index] ?? 0
    points.push(
      metricPoint({
        temporality: given.temporality,
        from: given.tellsStart ? start + since : 0,
        at: start + to,
        count: durations.length,
        sum: durations.reduce((sum, duration) => sum + duration, 0),
        bins: given.bins === 'explicit' ? binsOf(durations) : exponentialBinsOf(durations, scale),
      }),
    )
    if (given.restarts[index] && given.tellsStart) [began, scale] = [to, 6]
  }
  return points
}

/** Bins of these durations at a scale; those up to the threshold are in the zero bin. */
export function exponentialBinsOf(all: readonly number[], scale: number, zeroThreshold = 0): ExponentialBins {
  const durations = all.filter((duration) => duration > zeroThreshold)
  const indexes = durations.map((duration) => Math.ceil(Math.log2(duration) * 2 ** scale) - 1)
  const offset = indexes.length === 0 ? 0 : Math.min(...indexes)
  const counts = new Array<number>(indexes.length === 0 ? 0 : Math.max(...indexes) - offset + 1).fill(0)
  for (const index of indexes) counts[index - offset] = (counts[index - offset] ?? 0) + 1
  return { kind: 'exponential', scale, zeroCount: all.length - durations.length, zeroThreshold, offset, counts }
}
