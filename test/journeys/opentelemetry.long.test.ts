import { givenGateway, type GivenGateway, type Json } from '../support/gateway.ts'
import { givenGuideService } from '../support/otlp/guide-services.ts'
import { until } from '../support/until.ts'

const path = '/api/admin/libraries/'
const endpoint = `GET ${path}`
const panel = 'subscription { notifications { badge categories { kind severity count } } }'
const failing = ({ notifications }: Json): number =>
  notifications.categories.find(({ kind, severity }: Json) => kind === 'ENDPOINTS' && severity === 'FALLANDO').count

/** Exports often, because the clock of the gateway runs faster than that of the service. */
const quick = { OTEL_METRIC_EXPORT_INTERVAL: '150', OTEL_METRIC_EXPORT_TIMEOUT: '140', OTEL_BSP_SCHEDULE_DELAY: '100' }

const exponential = {
  OTEL_EXPORTER_OTLP_METRICS_DEFAULT_HISTOGRAM_AGGREGATION: 'base2_exponential_bucket_histogram',
}
const delta = { OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE: 'delta' }
const json = { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }

describe.each([
  ['express', 'protobuf, cumulative, explicit', {}],
  ['fastify', 'JSON, delta, exponential', { ...json, ...delta, ...exponential }],
] as const)('a service with %s that follows the guide (%s)', (framework, _form, settings) => {
  it('fails, is on the panel with the traces of failed requests, recovers, and is resolved', async () => {
    await using gateway = await givenGateway()
    await using service = await givenGuideService(framework, gateway, { ...quick, ...settings })
    const serve = async (seconds: number) => {
      for (let passed = 0; passed < seconds; passed += 30) {
        await until('the requests are counted', () => areCounted(gateway, service.request(path, 10)))
        await gateway.pass(30)
      }
    }
    const heard = gateway.listen(panel)
    await heard.next()

    await serve(30)
    await service.request('/break', 1, 'POST')
    await serve(90)
    const failed = await heard.until((data) => failing(data) === 1)
    const examples = await until('a trace is stored', async () => {
      await gateway.pass(10)
      return examplesIn(await gateway.data(incidents))
    })
    await service.request('/repair', 1, 'POST')
    await serve(660)
    const resolved = await heard.until((data) => data['notifications'].badge === 0)

    expect(failing(failed)).toBe(1)
    expect(examples[0]).toMatchObject({ traceId: expect.stringMatching(/^[\da-f]{32}$/), status: 503 })
    expect(failing(resolved)).toBe(0)
    await heard.end()
  })
})

/**
 * Whether requests are counted within some seconds. They are not if their export took too long on a slow machine: what
 * a delta lost is not sent again.
 */
async function areCounted(gateway: GivenGateway, requests: Promise<number>): Promise<boolean> {
  const at = await requests
  const counted = until('they are', async () => (await lastTaken(gateway)) >= at, 5_000)
  return counted.then(
    () => true,
    () => false,
  )
}

/** When the last data points that were taken had been collected, in milliseconds since 1970. */
async function lastTaken({ db }: GivenGateway): Promise<number> {
  const streams = await db.otlpStream.findMany()
  return Math.max(0, ...streams.flatMap(({ times }) => times.map((nanos) => Number(nanos / 1_000_000n))))
}

const incidents = '{ incidents(first: 5) { edges { node { subject { id } examples { traceId status } } } } }'

/** The examples of the incident of the endpoint; null while there are none. */
function examplesIn({ incidents: { edges } }: Json): Json[] | null {
  const examples = edges.find(({ node }: Json) => node.subject.id === endpoint)?.node.examples
  return examples?.length > 0 ? examples : null
}
