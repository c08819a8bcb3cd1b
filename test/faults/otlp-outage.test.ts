import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { testConfig } from '../support/gateway.ts'
import { givenMeteredService, type ExportForm, type MeteredRequest } from '../support/otlp/metered-service.ts'
import { givenBehindProxy } from '../support/process/outage.ts'
import { givenProxy } from '../support/process/proxy.ts'
import { until } from '../support/until.ts'

const token = testConfig.ingestToken ?? ''

/** The time for which an exporter tries again: longer than the outage, and shorter than Vigía's Retry-After of 5 s. */
const patientMs = 60_000
const impatientMs = 4_000

const cumulative: ExportForm = { format: 'protobuf', temporality: 'cumulative', bins: 'explicit' }
const delta: ExportForm = { format: 'json', temporality: 'delta', bins: 'exponential' }

const paths = {
  cumulative: '/api/admin/cumulative/',
  delta: '/api/admin/delta/',
  impatient: '/api/admin/impatient/',
  marker: '/api/admin/marker/',
}

const requestsOf = (good: number, bad: number): MeteredRequest[] => [
  ...Array.from({ length: good }, () => ({ status: 200, durationMs: 30 })),
  ...Array.from({ length: bad }, () => ({ status: 503, durationMs: 2_000 })),
]

it('exports that the OpenTelemetry SDK retries after an outage of the database count once', async () => {
  await using house = await givenHouse()
  await using patient = await house.givenService('cumulative', cumulative, patientMs)
  await using retried = await house.givenService('delta', delta, patientMs)
  await using impatient = await house.givenService('impatient', cumulative, impatientMs)
  const services = [patient, retried, impatient]
  await exportAll(services, requestsOf(10, 1))

  house.databaseProxy.treat('refused')
  using answers = watchExports()
  for (const service of services) await service.request(requestsOf(5, 2))
  const exports = services.map((service) => service.export())
  const gaveUp = await exports[2]
  await until('each was refused', () => answers.of(503).length >= services.length)
  house.databaseProxy.treat('well')
  const retriedExports = await Promise.all(exports.slice(0, 2))
  await until('the next export of the impatient one is taken', async () => !(await impatient.export()).failed)
  const refusals = answers.of(503)
  await house.countMarker()

  expect(refusals.every(({ retryAfter }) => retryAfter === '5')).toBe(true)
  expect(gaveUp?.failed).toBe(true)
  expect(retriedExports.map(({ failed }) => failed)).toEqual([false, false])
  const all = { n: 18, bad: 3, slow: 3 }
  expect(await house.countAll()).toEqual({ cumulative: all, delta: all, impatient: all })
})

it('an export that the OpenTelemetry SDK sends again after a cut connection counts once', async () => {
  await using house = await givenHouse()
  await using first = await house.givenService('cumulative', cumulative, patientMs)
  await using second = await house.givenService('delta', delta, patientMs)
  const services = [first, second]
  await exportAll(services, requestsOf(10, 1))

  for (const service of services) {
    await service.request(requestsOf(5, 2))
    const streams = await house.newestStreams()
    house.httpProxy.treat('stalled')
    const sent = service.export()
    await until('it is stored', async () => (await house.newestStreams()) > streams)
    using answers = watchExports()
    house.httpProxy.treat('refused')
    house.httpProxy.treat('well')
    expect((await sent).failed).toBe(false)
    // The answer of the first attempt never came; that of the second did.
    expect(answers.of(200)).toHaveLength(1)
  }
  await house.countMarker()

  const all = { n: 18, bad: 3, slow: 3 }
  expect(await house.countAll()).toEqual({ cumulative: all, delta: all })
})

async function exportAll(services: Service[], requests: MeteredRequest[]) {
  for (const service of services) {
    await service.request(requests)
    expect((await service.export()).failed).toBe(false)
  }
}

type Service = Awaited<ReturnType<typeof givenMeteredService>>

/** Vigía with a proxy on either side: to its database, and from its senders. */
async function givenHouse() {
  const behind = await givenBehindProxy()
  const { db, client } = behind
  const httpProxy = await givenProxy(client.url)
  const endpoints = Object.values(paths).map((path) => ({ method: 'GET', path: `${path}{id}` }))
  await client.send('/ingest/v1/services/metered/endpoints', 'PUT', { authorization: `Bearer ${token}` }, endpoints)
  const givenService = (name: keyof typeof paths, form: ExportForm, timeoutMs: number) =>
    givenMeteredService({ url: httpProxy.url.replace(/\/$/, ''), token, path: paths[name] }, form, timeoutMs)

  async function countOf(name: keyof typeof paths) {
    const { _sum, _count } = await db.bucket.aggregate({
      where: { subject: { key: `GET ${paths[name]}:id/` }, span: 10 },
      _sum: { n: true, bad: true, slow: true },
      _count: true,
    })
    return _count === 0 ? null : _sum
  }

  return {
    databaseProxy: behind.proxy,
    httpProxy,
    givenService,
    /** The time of the newest data point that is stored, in nanoseconds since 1970. */
    newestStreams: async () => {
      const streams = await db.otlpStream.findMany()
      return streams.flatMap(({ times }) => times).reduce((newest, time) => (time > newest ? time : newest), 0n)
    },
    /** Counts a request of another endpoint, and waits until it is stored: then all that was taken before is, too. */
    async countMarker() {
      await using marker = await givenService('marker', delta, patientMs)
      await exportAll([marker], requestsOf(1, 0))
      await until('the marker is stored', async () => (await countOf('marker'))?.n === 1)
    },
    /** The counts of the endpoints that have any, without the marker. */
    async countAll() {
      const names = ['cumulative', 'delta', 'impatient'] as const
      const counts = await Promise.all(names.map(async (name) => [name, await countOf(name)] as const))
      return Object.fromEntries(counts.filter(([, count]) => count !== null))
    },
    async [Symbol.asyncDispose]() {
      await httpProxy[Symbol.asyncDispose]()
      await behind[Symbol.asyncDispose]()
    },
  }
}

/** Collects the answers to exports from this process, until it is disposed. */
function watchExports() {
  const answers: { status: number; retryAfter: string | undefined }[] = []
  const hear = (message: unknown) => {
    const { request, response } = message as { request: ClientRequest; response: IncomingMessage }
    if (!request.path.startsWith('/ingest/otlp/')) return
    answers.push({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] })
  }
  const channel = 'http.client.response.finish'
  subscribe(channel, hear)
  return {
    of: (status: number) => answers.filter((answer) => answer.status === status),
    [Symbol.dispose]: () => unsubscribe(channel, hear),
  }
}
