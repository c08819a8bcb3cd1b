import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OTLPMetricExporter as JsonMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPMetricExporter as ProtobufMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  AggregationType,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { advisedBounds } from './metric-points.ts'

/** The form in which a service exports metrics, as set in OpenTelemetry's SDK. */
export type ExportForm = {
  format: 'protobuf' | 'json'
  temporality: 'cumulative' | 'delta'
  bins: 'explicit' | 'exponential'
}

/** A request to the service: the status of its response, and the duration that the service measures. */
export type MeteredRequest = { status: number; durationMs: number }

/** An export: the end of its period in milliseconds since 1970, and whether the exporter gave up. */
export type Export = { at: number; failed: boolean }

/** All eight combinations. */
export const exportForms: ExportForm[] = (['protobuf', 'json'] as const).flatMap((format) =>
  (['cumulative', 'delta'] as const).flatMap((temporality) =>
    (['explicit', 'exponential'] as const).map((bins) => ({ format, temporality, bins })),
  ),
)

/** The name of a form, for paths and titles. */
export const formName = ({ format, temporality, bins }: ExportForm): string => `${format}-${temporality}-${bins}`

type Target = { url: string; token: string; path: string }

/** Longer than a test, so that metrics are exported when the test says so. */
const exportIntervalMillis = 600_000

/**
 * An HTTP service with one route, `path` with a parameter, whose requests are counted by OpenTelemetry's SDK and sent to
 * Vigía by its exporter. `timeoutMillis` is the time that the exporter retries for.
 */
export async function givenMeteredService({ url, token, path }: Target, form: ExportForm, timeoutMillis = 10_000) {
  const { exporter, exports } = createExporter(form, { url, token, timeoutMillis })
  const reader = new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis,
    exportTimeoutMillis: timeoutMillis + 1_000,
  })
  const resource = resourceFromAttributes({
    'service.name': formName(form),
    'service.instance.id': path,
    'deployment.environment.name': 'STG',
  })
  const provider = new MeterProvider({ resource, readers: [reader] })
  const histogram = provider.getMeter('metered service').createHistogram('http.server.request.duration', {
    unit: 's',
    advice: { explicitBucketBoundaries: advisedBounds },
  })
  const route = { 'http.request.method': 'GET', 'http.route': `${path}{id}` }
  const server = createServer((req, res) => {
    const { status, durationMs } = answer(req, res)
    histogram.record(durationMs / 1_000, { ...route, 'http.response.status_code': status })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`

  return {
    /** Sends requests to the service. */
    async request(requests: readonly MeteredRequest[]): Promise<void> {
      for (const [index, { status, durationMs }] of requests.entries())
        await (await fetch(`${address}${index}?status=${status}&ms=${durationMs}`)).text()
    },
    /** Exports the metrics, and resolves when the exporter succeeded or gave up. */
    async export(): Promise<Export> {
      await reader.forceFlush()
      const last = exports.at(-1)
      if (!last) throw new Error('There was nothing to export.')
      return last
    },
    async [Symbol.asyncDispose]() {
      await exporter.shutdown()
      server.close()
      server.closeAllConnections()
    },
  }
}

/** An unmodified exporter of the SDK, and its finished exports. */
function createExporter(
  { format, temporality, bins }: ExportForm,
  { url, token, timeoutMillis }: Omit<Target, 'path'> & { timeoutMillis: number },
) {
  const exports: Export[] = []
  const Exporter = format === 'json' ? JsonMetricExporter : ProtobufMetricExporter
  const exporter = new Exporter({
    url: `${url}/ingest/otlp/v1/metrics`,
    headers: { authorization: `Bearer ${token}` },
    timeoutMillis,
    temporalityPreference: temporality === 'delta' ? AggregationTemporality.DELTA : AggregationTemporality.CUMULATIVE,
    ...(bins === 'exponential' && {
      aggregationPreference: () => ({ type: AggregationType.EXPONENTIAL_HISTOGRAM as const }),
    }),
  })
  const send = exporter.export.bind(exporter)
  exporter.export = (metrics, done) => {
    const [seconds = 0, nanos = 0] = metrics.scopeMetrics[0]?.metrics[0]?.dataPoints[0]?.endTime ?? []
    send(metrics, (result) => {
      exports.push({ at: Math.ceil(seconds * 1_000 + nanos / 1_000_000), failed: result.error !== undefined })
      done(result)
    })
  }
  return { exporter, exports }
}

/** Answers with the status that the request asks for; returns it with the duration that it asks for. */
function answer(req: IncomingMessage, res: ServerResponse): MeteredRequest {
  const { searchParams } = new URL(req.url ?? '', 'http://localhost')
  const status = Number(searchParams.get('status'))
  res.writeHead(status).end('{}')
  return { status, durationMs: Number(searchParams.get('ms')) }
}
