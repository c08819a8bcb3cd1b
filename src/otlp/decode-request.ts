import { DomainError } from '../lib/errors.ts'
import { requireShallowJson } from '../lib/json-depth.ts'
import { createCollector, type DecodedEntries } from './collector.ts'
import { readMessage, readMessages, readScopes, type WireMessage } from './field-values.ts'
import { messageType, type RequestMessage } from './messages.ts'
import { readMetrics } from './read-metrics.ts'
import { readSpans } from './read-spans.ts'
import type { MetricPoint, Span } from './telemetry-data.ts'
import { createWireReader } from './wire-reader.ts'

/** The two encodings of OTLP over HTTP. */
export type OtlpFormat = 'protobuf' | 'json'

/**
 * The histogram points of an ExportMetricsServiceRequest. Malformed points are counted.
 * @throws DomainError INVALID_INPUT if the request is no such message, or has too many points.
 */
export const decodeMetrics = (body: Buffer, format: OtlpFormat): DecodedEntries<MetricPoint> =>
  readMetrics(decode(body, format, 'ExportMetricsServiceRequest'))

/**
 * The spans of an ExportTraceServiceRequest. Malformed spans are counted.
 * @throws DomainError INVALID_INPUT if the request is no such message, or has too many spans.
 */
export const decodeSpans = (body: Buffer, format: OtlpFormat): DecodedEntries<Span> =>
  readSpans(decode(body, format, 'ExportTraceServiceRequest'))

/**
 * The number of log records in an ExportLogsServiceRequest.
 * @throws DomainError INVALID_INPUT if the request is no such message, or has too many records.
 */
export function countLogRecords(body: Buffer, format: OtlpFormat): number {
  const records = createCollector('log records')
  for (const { scope } of readScopes(decode(body, format, 'ExportLogsServiceRequest'), ['resourceLogs', 'scopeLogs']))
    for (const record of readMessages(scope, 'logRecords')) records.add(record)
  return records.decoded().items.length
}

function decode(body: Buffer, format: OtlpFormat, name: RequestMessage): WireMessage {
  return format === 'json' ? parseJson(body, name) : decodeProtobuf(body, name)
}

function decodeProtobuf(body: Buffer, name: RequestMessage): WireMessage {
  try {
    return messageType(name).decode(createWireReader(body))
  } catch (error) {
    if (error instanceof DomainError) throw error
    throw new DomainError('INVALID_INPUT', { code: 'OTLP_NOT_PROTOBUF', parameters: { message: name } })
  }
}

const parseJson = (body: Buffer, name: RequestMessage): WireMessage => readMessage({ body: parse(body, name) }, 'body')

function parse(body: Buffer, name: RequestMessage): unknown {
  requireShallowJson(body)
  try {
    return JSON.parse(body.toString())
  } catch {
    throw new DomainError('INVALID_INPUT', { code: 'OTLP_NOT_JSON', parameters: { message: name } })
  }
}
