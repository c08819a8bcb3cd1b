import type { GivenGateway, Json } from '../gateway.ts'

const bounds = [0.1, 0.5, 1]

/** `temporality` is 1 for delta and 2 for cumulative; times are in milliseconds since 1970. */
type MetricsShape = {
  at: number
  status?: number
  temporality?: 1 | 2
  count?: number
  startedAt?: number
  route?: string
}

/** An ExportMetricsServiceRequest in JSON: one delta point of ten requests, by default to a route of the catalogue. */
export function metricsOf(
  environment: string,
  { at, status = 200, temporality = 1, count = 10, startedAt = at - 10_000, ...more }: MetricsShape,
): Json {
  const attributes = attributesOf({
    'http.request.method': 'GET',
    'http.route': more.route ?? '/api/admin/libraries/',
    'http.response.status_code': status,
  })
  const point = {
    attributes,
    startTimeUnixNano: nanosOf(startedAt),
    timeUnixNano: nanosOf(at),
    count: String(count),
    sum: 1.5,
    bucketCounts: ['5', String(count - 5), '0', '0'],
    explicitBounds: bounds,
  }
  const histogram = { aggregationTemporality: temporality, dataPoints: [point] }
  const metrics = [{ name: 'http.server.request.duration', unit: 's', histogram }]
  return {
    resourceMetrics: [{ resource: resourceOf(environment), scopeMetrics: [{ scope: { name: 'test' }, metrics }] }],
  }
}

/** An ExportTraceServiceRequest in JSON: one failed request to the same route. */
export function spansOf(environment: string, { at = Date.now(), traceId = '5b8efff798038103d269b633813fc60c' } = {}) {
  const attributes = attributesOf({
    'http.request.method': 'GET',
    'http.route': '/api/admin/libraries/',
    'http.response.status_code': 503,
  })
  const times = { startTimeUnixNano: nanosOf(at - 40), endTimeUnixNano: nanosOf(at) }
  const span = { traceId, spanId: 'eee19b7ec3c1b174', name: 'GET', kind: 2, ...times, attributes, status: { code: 2 } }
  return { resourceSpans: [{ resource: resourceOf(environment), scopeSpans: [{ scope: {}, spans: [span] }] }] }
}

/** Makes the database reject writes of streams, as a server that is shutting down does, until `restore` is called. */
export async function givenStreamsAway(db: GivenGateway['db']) {
  await db.$executeRawUnsafe(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'shutting down' USING ERRCODE = '57P01'; END $$`)
  await db.$executeRawUnsafe(
    'CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON "OtlpStream" FOR EACH STATEMENT EXECUTE FUNCTION refuse()',
  )
  return {
    restore: async () => {
      await db.$executeRawUnsafe('DROP TRIGGER refuse ON "OtlpStream"')
      await db.$executeRawUnsafe('DROP FUNCTION refuse')
    },
  }
}

/** Sends a request in JSON, as an exporter does. */
export const sendJson = (gateway: GivenGateway, signal: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${gateway.url}/ingest/otlp/v1/${signal}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${gateway.ingestToken}`, ...headers },
    body: JSON.stringify(body),
  })

const nanosOf = (ms: number) => `${ms}000000`

const resourceOf = (environment: string) => ({
  attributes: attributesOf({ 'service.name': 'orders', 'deployment.environment.name': environment }),
})

const attributesOf = (values: Record<string, string | number>) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
  }))
