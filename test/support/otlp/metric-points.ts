import type { AttributeValue, MetricPoint } from '../../../src/otlp/telemetry-data.ts'

type Given = Partial<Omit<MetricPoint, 'attributes' | 'resource' | 'startNanos' | 'atNanos'>> & {
  attributes?: Record<string, AttributeValue>
  resource?: Record<string, AttributeValue>
  /** In milliseconds since 1970. */
  from?: number
  at?: number
}

/** The bounds that OpenTelemetry advises for requests, in seconds. */
export const advisedBounds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

const nanos = (ms: number): string => (ms === 0 ? '0' : `${ms}000000`)

/** Bins of these durations in seconds, with the advised bounds. */
export function binsOf(durations: readonly number[], bounds: readonly number[] = advisedBounds): MetricPoint['bins'] {
  const counts = new Array<number>(bounds.length + 1).fill(0)
  for (const duration of durations) {
    const place = bounds.findIndex((bound) => duration <= bound)
    const bin = place < 0 ? bounds.length : place
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  return { kind: 'explicit', bounds: [...bounds], counts }
}

/** A data point of requests to `GET /api/admin/libraries/` that took 30 ms each, unless told otherwise. */
export function metricPoint({ attributes = {}, resource = {}, from = 0, at = 0, ...given }: Given = {}): MetricPoint {
  const count = given.count ?? 1
  return {
    scope: 'http',
    metric: 'http.server.request.duration',
    unit: 's',
    temporality: 'cumulative',
    count,
    sum: count * 0.03,
    bins: binsOf(new Array<number>(count).fill(0.03)),
    ...given,
    resource: new Map(Object.entries({ 'service.name': 'inventory', ...resource })),
    attributes: new Map(
      Object.entries({
        'http.request.method': 'GET',
        'http.route': '/api/admin/libraries',
        'http.response.status_code': 200,
        ...attributes,
      }),
    ),
    startNanos: nanos(from),
    atNanos: nanos(at),
  }
}
