import type { AttributeValue, Span } from '../../../src/otlp/telemetry-data.ts'

/** A span of a server's request, by default a failed one of `GET /api/admin/libraries/` that ended at `at`. */
export function span({
  id = 1,
  at = Date.parse('2026-03-01T10:00:00Z'),
  durationMs = 30,
  attributes = {},
  resource = {},
  ...more
}: Partial<Omit<Span, 'attributes' | 'resource'>> & {
  id?: number
  at?: number
  durationMs?: number
  attributes?: Record<string, AttributeValue>
  resource?: Record<string, AttributeValue>
} = {}): Span {
  const end = BigInt(at) * 1_000_000n
  const route = { 'http.request.method': 'GET', 'http.route': '/api/admin/libraries', 'http.response.status_code': 500 }
  return {
    resource: new Map(Object.entries(resource)),
    traceId: id.toString(16).padStart(32, '0'),
    spanId: id.toString(16).padStart(16, '0'),
    name: 'GET /api/admin/libraries',
    kind: 'server',
    startNanos: String(end - BigInt(Math.round(durationMs * 1e6))),
    endNanos: String(end),
    attributes: new Map<string, AttributeValue>(Object.entries({ ...route, ...attributes })),
    isError: false,
    ...more,
  }
}
