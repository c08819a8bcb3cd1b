import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import type { AddressInfo } from 'node:net'
import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { OTLPMetricExporter as JsonMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPMetricExporter as ProtobufMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto'
import { OTLPTraceExporter as JsonTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  AggregationType,
  DataPointType,
  MeterProvider,
  MetricReader,
  type AggregationOption,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-node'
import { decodeMetrics, decodeSpans, type OtlpFormat } from '../../src/otlp/decode-request.ts'
import type { Json } from '../support/gateway.ts'

const formats = ['protobuf', 'json'] as const
const temporalities = { delta: AggregationTemporality.DELTA, cumulative: AggregationTemporality.CUMULATIVE }
const aggregations: Record<'explicit' | 'exponential', AggregationOption> = {
  explicit: { type: AggregationType.EXPLICIT_BUCKET_HISTOGRAM, options: { boundaries: [0.1, 0.5, 1] } },
  exponential: { type: AggregationType.EXPONENTIAL_HISTOGRAM },
}
const attributes = { text: 'ñ/:id', yes: true, no: false, whole: 503, negative: -7, half: 0.5, list: ['a', 'b'] }
const { list, ...readAttributes } = attributes
const resourceAttributes = { 'service.name': 'orders', 'deployment.environment.name': 'STG' }

let server: Server
let received: Buffer
let url: string
beforeAll(async () => {
  server = createServer((req, res) => {
    void buffer(req).then((body) => {
      received = req.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
      res.end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

describe.each(formats)("histograms that OpenTelemetry's exporter sends as %s", (format) => {
  const Exporter = format === 'json' ? JsonMetricExporter : ProtobufMetricExporter

  for (const temporality of ['delta', 'cumulative'] as const)
    for (const kind of ['explicit', 'exponential'] as const)
      it(`are decoded in every field: ${temporality}, ${kind}`, async () => {
        const metrics = await collectMetrics(temporality, kind)

        await sent(new Exporter({ url }), metrics)
        const decoded = decodeMetrics(received, format)

        expect(decoded).toEqual({ items: pointsOf(metrics, temporality), rejected: 0, reason: null })
        expect(decoded.items.map(({ count }) => count)).toEqual([5, 1])
      })
})

it.each(formats)("spans that OpenTelemetry's exporter sends as %s are decoded in every field", async (format) => {
  const spans = endedSpans()
  const Exporter = format === 'json' ? JsonTraceExporter : ProtobufTraceExporter

  await sent(new Exporter({ url, ...compressed(format) }), spans)

  expect(decodeSpans(received, format)).toEqual({ items: spans.map(spanOf), rejected: 0, reason: null })
})

/** One of the two with compression, which leaves the message as it is. */
const compressed = (format: OtlpFormat) => (format === 'json' ? { compression: 'gzip' as never } : {})

const sent = <T>(exporter: { export: (items: T, done: (result: Json) => void) => void }, items: T) =>
  new Promise<void>((resolve, reject) =>
    exporter.export(items, ({ error }) => (error ? reject(error as Error) : resolve())),
  )

class ManualReader extends MetricReader {
  override onForceFlush = () => Promise.resolve()
  override onShutdown = () => Promise.resolve()
}

async function collectMetrics(temporality: keyof typeof temporalities, kind: keyof typeof aggregations) {
  const reader = new ManualReader({ aggregationTemporalitySelector: () => temporalities[temporality] })
  const provider = new MeterProvider({
    resource: resourceFromAttributes(resourceAttributes),
    readers: [reader],
    views: [{ instrumentName: 'http.*', aggregation: aggregations[kind] }],
  })
  const meter = provider.getMeter('the scope')
  const histogram = meter.createHistogram('http.server.request.duration', { unit: 's' })
  for (const value of [0, 0.05, 0.3, 0.7, 4]) histogram.record(value, attributes)
  histogram.record(0.2, { other: 'series' })
  meter.createCounter('requests').add(1)
  const { resourceMetrics, errors } = await reader.collect()
  expect(errors).toEqual([])
  return resourceMetrics
}

/** The points as the SDK itself has them. */
function pointsOf({ resource, scopeMetrics }: ResourceMetrics, temporality: string) {
  return scopeMetrics.flatMap(({ scope, metrics }) =>
    metrics.flatMap((metric) =>
      metric.dataPointType === DataPointType.SUM || metric.dataPointType === DataPointType.GAUGE
        ? []
        : metric.dataPoints.map((point) => ({
            resource: new Map(Object.entries(resource.attributes)),
            scope: scope.name,
            metric: metric.descriptor.name,
            unit: metric.descriptor.unit,
            temporality,
            attributes: new Map(Object.entries(point.attributes['text'] ? readAttributes : point.attributes)),
            startNanos: nanosOf(point.startTime),
            atNanos: nanosOf(point.endTime),
            count: point.value.count,
            sum: point.value.sum,
            bins: binsOf(point.value),
          })),
    ),
  )
}

const binsOf = (value: Json) =>
  value['buckets']
    ? { kind: 'explicit', bounds: value['buckets'].boundaries, counts: value['buckets'].counts }
    : {
        kind: 'exponential',
        scale: value['scale'],
        zeroCount: value['zeroCount'],
        zeroThreshold: 0,
        offset: value['positive'].offset,
        counts: value['positive'].bucketCounts,
      }

const nanosOf = ([seconds, nanos]: [number, number]) => String(BigInt(seconds) * 1_000_000_000n + BigInt(nanos))

function endedSpans(): ReadableSpan[] {
  const exporter = new InMemorySpanExporter()
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes(resourceAttributes),
    spanProcessors: [new SimpleSpanProcessor(exporter)],
  })
  const tracer = provider.getTracer('the scope')
  for (const kind of [SpanKind.SERVER, SpanKind.CLIENT, SpanKind.PRODUCER, SpanKind.CONSUMER, SpanKind.INTERNAL]) {
    const span = tracer.startSpan(`GET ${kind}`, { kind, attributes })
    if (kind === SpanKind.CLIENT) span.setStatus({ code: SpanStatusCode.ERROR, message: 'refused' })
    if (kind === SpanKind.SERVER) span.setStatus({ code: SpanStatusCode.OK })
    span.end()
  }
  return exporter.getFinishedSpans()
}

const spanOf = (span: ReadableSpan) => ({
  resource: new Map(Object.entries(span.resource.attributes)),
  traceId: span.spanContext().traceId,
  spanId: span.spanContext().spanId,
  name: span.name,
  kind: SpanKind[span.kind].toLowerCase(),
  startNanos: nanosOf(span.startTime),
  endNanos: nanosOf(span.endTime),
  attributes: new Map(Object.entries(readAttributes)),
  isError: span.status.code === SpanStatusCode.ERROR,
})
