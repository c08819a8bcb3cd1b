import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { OTLPMetricExporter as JsonExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPMetricExporter as ProtobufExporter } from '@opentelemetry/exporter-metrics-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, MetricReader, type PushMetricExporter, type ResourceMetrics } from '@opentelemetry/sdk-metrics'
import { advisedBounds } from './metric-points.ts'

/** One ExportMetricsServiceRequest in both formats. */
export type OtlpRequests = { json: Buffer; protobuf: Buffer }

/** Metrics of `instances` processes of one service; each has a point for each of these attributes. */
type Sent = { instances: number; attributes: readonly Record<string, string | number>[] }

/**
 * A request with cumulative histograms, as OpenTelemetry's SDK collects and its exporters send them. The requests of the
 * instances are joined to one, as a collector does.
 */
export async function exportRequests({ instances, attributes }: Sent): Promise<OtlpRequests> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const exporters = { json: new JsonExporter({ url }), protobuf: new ProtobufExporter({ url }) }
  const sent: { json: Buffer[]; protobuf: Buffer[] } = { json: [], protobuf: [] }
  for (let instance = 0; instance < instances; instance++) {
    const metrics = await collectMetrics(instance, attributes)
    sent.json.push(await captureBody(server, exporters.json, metrics))
    sent.protobuf.push(await captureBody(server, exporters.protobuf, metrics))
  }
  await Promise.all([exporters.json.shutdown(), exporters.protobuf.shutdown()])
  server.close()
  server.closeAllConnections()
  return { json: joinJson(sent.json), protobuf: Buffer.concat(sent.protobuf) }
}

class ManualReader extends MetricReader {
  override onForceFlush = () => Promise.resolve()
  override onShutdown = () => Promise.resolve()
}

/** Ten requests for each of the attributes, with the bounds that OpenTelemetry advises. */
async function collectMetrics(instance: number, attributes: Sent['attributes']): Promise<ResourceMetrics> {
  const reader = new ManualReader()
  const resource = resourceFromAttributes({
    'service.name': 'inventory',
    'service.instance.id': `inventory-${instance}`,
    'deployment.environment.name': 'STG',
  })
  const meter = new MeterProvider({ resource, readers: [reader] }).getMeter('@opentelemetry/instrumentation-http')
  const advice = { explicitBucketBoundaries: advisedBounds }
  const histogram = meter.createHistogram('http.server.request.duration', { unit: 's', advice })
  for (const [index, one] of attributes.entries())
    for (let request = 0; request < 10; request++)
      histogram.record(((index * 37 + request * 101 + instance) % 900) / 1_000 + 0.004, one)
  return (await reader.collect()).resourceMetrics
}

async function captureBody(server: Server, exporter: PushMetricExporter, metrics: ResourceMetrics): Promise<Buffer> {
  const body = new Promise<Buffer>((resolve, reject) => {
    server.once('request', (req, res) => {
      buffer(req).then(resolve, reject)
      res.end()
    })
  })
  await new Promise<void>((resolve, reject) => {
    exporter.export(metrics, ({ error }) => {
      if (error) reject(error)
      else resolve()
    })
  })
  return body
}

// In protobuf, messages one after the other are one message with the lists of all of them.
const joinJson = (bodies: readonly Buffer[]): Buffer =>
  Buffer.from(
    JSON.stringify({
      resourceMetrics: bodies.flatMap(
        (body) => (JSON.parse(body.toString()) as { resourceMetrics: unknown[] }).resourceMetrics,
      ),
    }),
  )
