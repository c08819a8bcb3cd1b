import { maxBins } from './wire-reader.ts'
import {
  readAttributes,
  readCount,
  readCounts,
  readFinite,
  readInteger,
  readMessage,
  readMessages,
  readNanos,
  readScopes,
  readText,
  type WireMessage,
} from './field-values.ts'
import { createCollector, type Collector, type DecodedEntries } from './collector.ts'
import type { ExplicitBins, ExponentialBins, MetricPoint } from './telemetry-data.ts'

/** The parts that all points of a metric share. */
type MetricFields = Pick<MetricPoint, 'resource' | 'scope' | 'metric' | 'unit'>

/** The scales that SDKs use; other scales have bases that floating point cannot represent. */
const scales = { min: -10, max: 20 }

/** Flag of points without a recorded value. */
const noRecordedValue = 1

const temporalities = new Map<unknown, MetricPoint['temporality']>([
  [1, 'delta'],
  ['AGGREGATION_TEMPORALITY_DELTA', 'delta'],
  [2, 'cumulative'],
  ['AGGREGATION_TEMPORALITY_CUMULATIVE', 'cumulative'],
])

/** The points of all histograms of an ExportMetricsServiceRequest, in its order. Other metrics have no points. */
export function readMetrics(request: WireMessage): DecodedEntries<MetricPoint> {
  const points = createCollector<MetricPoint>('data points')
  for (const { resource, scope: ofScope } of readScopes(request, ['resourceMetrics', 'scopeMetrics'])) {
    const scope = readText(readMessage(ofScope, 'scope').name)
    for (const metric of readMessages(ofScope, 'metrics'))
      readMetric(metric, { resource, scope, metric: readText(metric.name), unit: readText(metric.unit) }, points)
  }
  return points.decoded()
}

function readMetric(metric: WireMessage, fields: MetricFields, points: Collector<MetricPoint>): void {
  const kinds = [
    ['histogram', readExplicitBins],
    ['exponentialHistogram', readExponentialBins],
  ] as const
  for (const [kind, readBins] of kinds) {
    const histogram = readMessage(metric, kind)
    const temporality = temporalities.get(histogram.aggregationTemporality)
    for (const point of readMessages(histogram, 'dataPoints').filter(hasValue))
      points.add(readPoint(point, fields, temporality, readBins(point)))
  }
}

const hasValue = ({ flags }: WireMessage) => (readCount(flags) & noRecordedValue) === 0

/** A point, or the reason for rejecting it. */
function readPoint(
  point: WireMessage,
  fields: MetricFields,
  temporality: MetricPoint['temporality'] | undefined,
  bins: MetricPoint['bins'] | string,
): MetricPoint | string {
  if (typeof bins === 'string') return `${fields.metric}: ${bins}`
  if (!temporality) return `${fields.metric}: aggregationTemporality is neither delta (1) nor cumulative (2).`
  const startNanos = readNanos(point.startTimeUnixNano)
  const atNanos = readNanos(point.timeUnixNano)
  if (startNanos === null || atNanos === null) return `${fields.metric}: a time is no number of nanoseconds.`
  const count = readCount(point.count)
  if (Number.isNaN(count)) return `${fields.metric}: count is no whole number below 2^53.`
  const sum = readFinite(point.sum)
  return { ...fields, temporality, attributes: readAttributes(point), startNanos, atNanos, count, sum, bins }
}

const wrongCounts = `bucketCounts is no list of at most ${maxBins} whole numbers below 2^53.`

function readExplicitBins({ explicitBounds, bucketCounts }: WireMessage): ExplicitBins | string {
  const counts = readCounts(bucketCounts)
  if (!counts || counts.length > maxBins) return wrongCounts
  const bounds = readBounds(explicitBounds)
  if (!bounds) return 'explicitBounds is no list of ascending numbers.'
  if (counts.length === 0 ? bounds.length > 0 : counts.length !== bounds.length + 1)
    return `there are ${counts.length} bucketCounts, but ${bounds.length} explicitBounds: there is one count more than bounds.`
  return { kind: 'explicit', bounds, counts }
}

/** The bounds; empty if absent, null if they are no list of finite numbers in ascending order. */
function readBounds(value: unknown): number[] | null {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) return null
  const bounds = value.map(readFinite)
  const areBounds = bounds.every((bound) => bound !== null)
  return areBounds && bounds.every((bound, index) => index === 0 || bound > (bounds[index - 1] ?? bound))
    ? bounds
    : null
}

function readExponentialBins(point: WireMessage): ExponentialBins | string {
  const scale = readInteger(point.scale)
  if (!(scale >= scales.min && scale <= scales.max))
    return `scale is no whole number from ${scales.min} to ${scales.max}.`
  const zero = readZeroBin(point)
  if (typeof zero === 'string') return zero
  const positive = readMessage(point, 'positive')
  const offset = readInteger(positive.offset)
  if (Number.isNaN(offset)) return 'offset is no whole number of 32 bits.'
  const counts = readCounts(positive.bucketCounts)
  if (!counts || counts.length > maxBins) return wrongCounts
  return { kind: 'exponential', scale, ...zero, offset, counts }
}

function readZeroBin(point: WireMessage): Pick<ExponentialBins, 'zeroCount' | 'zeroThreshold'> | string {
  const zeroCount = readCount(point.zeroCount)
  if (Number.isNaN(zeroCount)) return 'zeroCount is no whole number below 2^53.'
  const zeroThreshold = readFinite(point.zeroThreshold ?? 0)
  if (zeroThreshold === null || zeroThreshold < 0) return 'zeroThreshold is no number of 0 or more.'
  return { zeroCount, zeroThreshold }
}
