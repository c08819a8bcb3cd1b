import { createCollector, type DecodedEntries } from './collector.ts'
import {
  readAttributes,
  readMessage,
  readMessages,
  readNanos,
  readScopes,
  readText,
  type WireMessage,
} from './field-values.ts'
import type { Span } from './telemetry-data.ts'

const kinds = new Map<unknown, Span['kind']>([
  [2, 'server'],
  ['SPAN_KIND_SERVER', 'server'],
  [3, 'client'],
  ['SPAN_KIND_CLIENT', 'client'],
  [4, 'producer'],
  ['SPAN_KIND_PRODUCER', 'producer'],
  [5, 'consumer'],
  ['SPAN_KIND_CONSUMER', 'consumer'],
])

const errorCodes = new Set<unknown>([2, 'STATUS_CODE_ERROR'])

/** The spans of an ExportTraceServiceRequest, in its order. */
export function readSpans(request: WireMessage): DecodedEntries<Span> {
  const spans = createCollector<Span>('spans')
  for (const { resource, scope } of readScopes(request, ['resourceSpans', 'scopeSpans']))
    for (const span of readMessages(scope, 'spans')) spans.add(readSpan(span, resource))
  return spans.decoded()
}

/** A span, or the reason for rejecting it. */
function readSpan(span: WireMessage, resource: Span['resource']): Span | string {
  const traceId = readId(span.traceId, 16)
  const spanId = readId(span.spanId, 8)
  if (traceId === null || spanId === null)
    return 'traceId has 16 bytes, spanId has 8, and neither is all zeros; in JSON they are hexadecimal.'
  const startNanos = readNanos(span.startTimeUnixNano)
  const endNanos = readNanos(span.endTimeUnixNano)
  if (startNanos === null || endNanos === null) return 'A time of a span is no number of nanoseconds.'
  return {
    resource,
    traceId,
    spanId,
    name: readText(span.name),
    kind: kinds.get(span.kind) ?? 'internal',
    startNanos,
    endNanos,
    attributes: readAttributes(span),
    isError: errorCodes.has(readMessage(span, 'status').code),
  }
}

/** An id in lower-case hexadecimal; null if it has another length or is all zeros. */
function readId(value: unknown, bytes: number): string | null {
  const id = Buffer.isBuffer(value) ? value.toString('hex') : typeof value === 'string' ? value.toLowerCase() : ''
  return id.length === 2 * bytes && /^[\da-f]*$/.test(id) && /[^0]/.test(id) ? id : null
}
