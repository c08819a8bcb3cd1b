import protobuf from 'protobufjs/light.js'

type Field = readonly [id: number, type: string, rule?: 'repeated']

/** The message types that are received. Other messages and fields of the protocol are skipped. */
export type RequestMessage = 'ExportMetricsServiceRequest' | 'ExportTraceServiceRequest' | 'ExportLogsServiceRequest'

/** The message types that are sent. */
export type ResponseMessage =
  'ExportMetricsServiceResponse' | 'ExportTraceServiceResponse' | 'ExportLogsServiceResponse' | 'Status'

/**
 * The messages and fields that are read or written, with the field numbers of the published specification:
 * https://github.com/open-telemetry/opentelemetry-proto (v1), https://github.com/googleapis/googleapis (google.rpc.Status).
 * Enumerations are plain numbers. An attribute's lists, maps and bytes are not read, so no message contains itself.
 */
const messages: Record<string, Record<string, Field>> = {
  ExportMetricsServiceRequest: { resourceMetrics: [1, 'ResourceMetrics', 'repeated'] },
  ResourceMetrics: { resource: [1, 'Resource'], scopeMetrics: [2, 'ScopeMetrics', 'repeated'] },
  ScopeMetrics: { scope: [1, 'InstrumentationScope'], metrics: [2, 'Metric', 'repeated'] },
  Metric: {
    name: [1, 'string'],
    unit: [3, 'string'],
    histogram: [9, 'Histogram'],
    exponentialHistogram: [10, 'ExponentialHistogram'],
  },
  Histogram: { dataPoints: [1, 'HistogramDataPoint', 'repeated'], aggregationTemporality: [2, 'int32'] },
  HistogramDataPoint: {
    startTimeUnixNano: [2, 'fixed64'],
    timeUnixNano: [3, 'fixed64'],
    count: [4, 'fixed64'],
    sum: [5, 'double'],
    bucketCounts: [6, 'fixed64', 'repeated'],
    explicitBounds: [7, 'double', 'repeated'],
    attributes: [9, 'KeyValue', 'repeated'],
    flags: [10, 'uint32'],
  },
  ExponentialHistogram: {
    dataPoints: [1, 'ExponentialHistogramDataPoint', 'repeated'],
    aggregationTemporality: [2, 'int32'],
  },
  ExponentialHistogramDataPoint: {
    attributes: [1, 'KeyValue', 'repeated'],
    startTimeUnixNano: [2, 'fixed64'],
    timeUnixNano: [3, 'fixed64'],
    count: [4, 'fixed64'],
    sum: [5, 'double'],
    scale: [6, 'sint32'],
    zeroCount: [7, 'fixed64'],
    positive: [8, 'Buckets'],
    flags: [10, 'uint32'],
    zeroThreshold: [14, 'double'],
  },
  Buckets: { offset: [1, 'sint32'], bucketCounts: [2, 'uint64', 'repeated'] },

  ExportTraceServiceRequest: { resourceSpans: [1, 'ResourceSpans', 'repeated'] },
  ResourceSpans: { resource: [1, 'Resource'], scopeSpans: [2, 'ScopeSpans', 'repeated'] },
  ScopeSpans: { spans: [2, 'Span', 'repeated'] },
  Span: {
    traceId: [1, 'bytes'],
    spanId: [2, 'bytes'],
    name: [5, 'string'],
    kind: [6, 'int32'],
    startTimeUnixNano: [7, 'fixed64'],
    endTimeUnixNano: [8, 'fixed64'],
    attributes: [9, 'KeyValue', 'repeated'],
    status: [15, 'SpanStatus'],
  },
  SpanStatus: { code: [3, 'int32'] },

  ExportLogsServiceRequest: { resourceLogs: [1, 'ResourceLogs', 'repeated'] },
  ResourceLogs: { scopeLogs: [2, 'ScopeLogs', 'repeated'] },
  ScopeLogs: { logRecords: [2, 'LogRecord', 'repeated'] },
  LogRecord: {},

  Resource: { attributes: [1, 'KeyValue', 'repeated'] },
  InstrumentationScope: { name: [1, 'string'] },
  KeyValue: { key: [1, 'string'], value: [2, 'AnyValue'] },
  AnyValue: {
    stringValue: [1, 'string'],
    boolValue: [2, 'bool'],
    intValue: [3, 'int64'],
    doubleValue: [4, 'double'],
  },

  ExportMetricsServiceResponse: { partialSuccess: [1, 'ExportMetricsPartialSuccess'] },
  ExportMetricsPartialSuccess: { rejectedDataPoints: [1, 'int64'], errorMessage: [2, 'string'] },
  ExportTraceServiceResponse: { partialSuccess: [1, 'ExportTracePartialSuccess'] },
  ExportTracePartialSuccess: { rejectedSpans: [1, 'int64'], errorMessage: [2, 'string'] },
  ExportLogsServiceResponse: { partialSuccess: [1, 'ExportLogsPartialSuccess'] },
  ExportLogsPartialSuccess: { rejectedLogRecords: [1, 'int64'], errorMessage: [2, 'string'] },
  Status: { code: [1, 'int32'], message: [2, 'string'] },
}

const root = createRoot()

/** The generated encoder and decoder of a message. */
export const messageType = (name: RequestMessage | ResponseMessage): protobuf.Type => root.lookupType(name)

function createRoot(): protobuf.Root {
  // Under proto2 rules a present field keeps its presence even if zero, as in a `oneof` of proto3.
  const nested = Object.fromEntries(
    Object.entries(messages).map(([name, fields]) => [name, { edition: 'proto2', fields: fieldsOf(fields) }]),
  )
  const root = protobuf.Root.fromJSON({ nested })
  root.resolveAll()
  for (const name of Object.keys(messages)) clearDefaults(root.lookupType(name))
  return root
}

function fieldsOf(fields: Record<string, Field>) {
  const entries = Object.entries(fields)
  return Object.fromEntries(entries.map(([name, [id, type, rule]]) => [name, { id, type, ...(rule && { rule }) }]))
}

/** Makes absent fields undefined, as they are in JSON. */
function clearDefaults({ fieldsArray, ctor }: protobuf.Type): void {
  const prototype = ctor.prototype as Record<string, unknown>
  for (const { name } of fieldsArray) prototype[name] = undefined
}
