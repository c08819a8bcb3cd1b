import { gzipSync } from 'node:zlib'
import { messageType, type RequestMessage, type ResponseMessage } from '../../src/otlp/messages.ts'
import { holdsForAny, sendRaw } from '../support/fuzz/fuzz.ts'
import { givenGateway, type GivenGateway, type Json } from '../support/gateway.ts'
import { givenTokenRow } from '../support/auth/tokens.ts'
import { givenStreamsAway, metricsOf, sendJson, spansOf } from '../support/otlp/otlp.ts'
import fc from 'fast-check'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const protobuf = 'application/x-protobuf'

const encode = (name: RequestMessage, message: Json) =>
  Buffer.from(messageType(name).encode(messageType(name).fromObject(message)).finish())

/** Sends bytes with the token, and decodes the answer if it is protobuf. */
async function send(signal: string, body: Buffer, headers: Record<string, string>, answered: ResponseMessage) {
  const response = await fetch(`${gateway.url}/ingest/otlp/v1/${signal}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.ingestToken}`, ...headers },
    body: Uint8Array.from(body),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const type = response.headers.get('content-type')
  const message = messageType(answered)
  const told: Json =
    type === protobuf ? message.toObject(message.decode(bytes), { longs: String }) : JSON.parse(String(bytes))
  return { status: response.status, type, body: told }
}

const sendProtobuf = (signal: string, body: Buffer, answered: ResponseMessage, headers: Record<string, string> = {}) =>
  send(signal, body, { 'content-type': protobuf, ...headers }, answered)

describe('metrics', () => {
  const now = () => ({ at: gateway.clock.now() })

  it('are counted for their endpoint, whichever the format', async () => {
    const body = metricsOf('STG', now())
    const inJson = await sendJson(gateway, 'metrics', body)
    const inProtobuf = await sendProtobuf(
      'metrics',
      gzipSync(encode('ExportMetricsServiceRequest', metricsOf('STG', { at: gateway.clock.now() + 1 }))),
      'ExportMetricsServiceResponse',
      { 'content-encoding': 'gzip' },
    )

    expect([inJson.status, await inJson.json()]).toEqual([200, {}])
    expect(inProtobuf).toEqual({ status: 200, type: protobuf, body: {} })
    await gateway.pass(10)
    const { endpoint } = await gateway.data('{ endpoint(id: "GET /api/admin/libraries/") { requestsPerMinute } }')
    expect(endpoint.requestsPerMinute).toBeGreaterThan(0)
  })

  it('of another environment are rejected, with their number and the reason in the format of the request', async () => {
    const body = metricsOf('staging', now())
    const inJson = (await (await sendJson(gateway, 'metrics', body)).json()) as Json
    const inProtobuf = await sendProtobuf(
      'metrics',
      encode('ExportMetricsServiceRequest', body),
      'ExportMetricsServiceResponse',
    )

    expect(inJson).toEqual({
      partialSuccess: { rejectedDataPoints: '1', errorMessage: expect.stringContaining('staging') },
    })
    expect(inProtobuf.body).toEqual(inJson)
  })

  it('that cannot be read are counted with those that are rejected', async () => {
    const body = metricsOf('staging', now())
    body['resourceMetrics'][0].scopeMetrics[0].metrics[0].histogram.dataPoints.push({ count: -1 })

    const { partialSuccess } = (await (await sendJson(gateway, 'metrics', body)).json()) as Json

    expect(partialSuccess).toEqual({
      rejectedDataPoints: '2',
      errorMessage: expect.stringMatching(/^1 cannot be read, the first because: .*count.* staging/s),
    })
  })

  it('are something that was heard of their source', async () => {
    const before = (await whoAmI())['lastHeardAt'] as string
    await gateway.pass(10)
    await sendJson(gateway, 'metrics', metricsOf('STG', now()))
    await gateway.pass(10)

    expect(Date.parse((await whoAmI())['lastHeardAt'])).toBeGreaterThan(Date.parse(before))
  })
})

it('spans of failed requests are kept as examples, and what cannot be read is counted', async () => {
  const body = spansOf('STG', { at: gateway.clock.now() })
  body.resourceSpans[0]?.scopeSpans[0]?.spans.push({ traceId: 'none' } as never)

  const answer = await sendJson(gateway, 'traces', body)

  expect(await answer.json()).toEqual({ partialSuccess: { rejectedSpans: '1', errorMessage: expect.any(String) } })
  await gateway.pass(10)
  expect(await gateway.db.requestExample.count()).toBe(1)
})

it('log records are all rejected with a sentence', async () => {
  const body = { resourceLogs: [{ scopeLogs: [{ logRecords: [{}, {}] }] }] }
  const partialSuccess = { rejectedLogRecords: '2', errorMessage: 'Vigía takes metrics and traces, no logs.' }

  const inProtobuf = await sendProtobuf('logs', encode('ExportLogsServiceRequest', body), 'ExportLogsServiceResponse')

  expect(inProtobuf).toEqual({ status: 200, type: protobuf, body: { partialSuccess } })
  expect(await (await sendJson(gateway, 'logs', body)).json()).toEqual({ partialSuccess })
  expect(await (await sendJson(gateway, 'logs', {})).json()).toEqual({})
})

type Asked = Partial<RequestInit> & { path?: string }

describe('a failure is a google.rpc.Status in the format of the request:', () => {
  const path = '/ingest/otlp/v1/metrics'
  const cases: [what: string, expected: [status: number, code: number], request: () => Asked | Promise<Asked>][] = [
    ['no token', [401, 16], () => ({ headers: { authorization: '' } })],
    ['a token without the scope', [403, 7], async () => ({ headers: await tokenWith('ingest:records') })],
    [
      'a page of another origin',
      [403, 7],
      () => ({ headers: { authorization: '', origin: 'https://elsewhere.example' } }),
    ],
    ['another address', [404, 5], () => ({ path: '/ingest/otlp/v1/profiles' })],
    ['another method', [405, 12], () => ({ method: 'PUT' })],
    ['a body that cannot be read', [400, 3], () => ({ body: '\u0001' })],
    ['a body that is too large', [413, 3], () => ({ body: new Uint8Array(4 * 1_024 ** 2 + 1) })],
    ['another compression', [415, 3], () => ({ headers: { 'content-encoding': 'zstd' } })],
  ]

  it.each(cases)('%s', async (_what, [status, code], request) => {
    const { path: elsewhere = path, headers, ...init } = await request()
    for (const type of [protobuf, 'application/json']) {
      const response = await fetch(gateway.url + elsewhere, {
        method: 'POST',
        body: '',
        ...init,
        headers: { 'content-type': type, authorization: `Bearer ${gateway.ingestToken}`, ...headers },
      })
      const bytes = Buffer.from(await response.arrayBuffer())

      expect([response.status, response.headers.get('content-type')]).toEqual([status, type])
      const told: Json = type === protobuf ? messageType('Status').decode(bytes) : JSON.parse(String(bytes))
      expect({ ...told }).toEqual({ code, message: expect.stringMatching(/\.$/) })
    }
  })

  it('another type, then in JSON', async () => {
    const response = await send('metrics', Buffer.from('a=b'), { 'content-type': 'text/plain' }, 'Status')

    expect(response).toEqual({
      status: 415,
      type: 'application/json',
      body: { code: 3, message: 'The body must be application/json or application/x-protobuf.' },
    })
  })

  it('too many requests, and when to try again', async () => {
    await using narrow = await givenGateway({ config: { tokenRequestsPerMinute: 1 } })
    const authorization = `Bearer ${await givenTokenRow(narrow, null, ['ingest:observations'])}`
    await sendJson(narrow, 'metrics', {}, { authorization })

    const answer = await sendJson(narrow, 'metrics', {}, { authorization })

    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
    expect(await answer.json()).toMatchObject({ code: 8 })
  })
})

it('a database that is away is a reason to try again, and what is then sent again counts once', async () => {
  const startedAt = gateway.clock.now() - 10_000
  const cumulative = (at: number, count: number) => metricsOf('STG', { at, count, startedAt, temporality: 2 })
  const body = cumulative(gateway.clock.now(), 10)
  const later = cumulative(gateway.clock.now() + 10_000, 25)
  await sendJson(gateway, 'metrics', body)
  await gateway.pass(10)
  const counted = await countSamples()
  const streams = await givenStreamsAway(gateway.db)
  const refused = await sendJson(gateway, 'metrics', later)
  await streams.restore()

  const answers = [await sendJson(gateway, 'metrics', later), await sendJson(gateway, 'metrics', later)]
  await gateway.pass(10)

  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
  expect(await refused.json()).toEqual({ code: 14, message: expect.stringContaining('database') })
  expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual([{}, {}])
  expect((await countSamples()) - counted).toBe(15)
})

describe('any request', () => {
  holdsForAny(
    'gets an answer that is no fault of the service',
    60,
    () =>
      fc.record({
        signal: fc.constantFrom('metrics', 'traces', 'logs'),
        type: fc.constantFrom(protobuf, 'application/json', 'text/plain'),
        encoding: fc.constantFrom(undefined, 'gzip', 'br'),
        body: fc.oneof(
          fc.uint8Array({ maxLength: 60 }),
          fc.uint8Array({ maxLength: 60 }).map((bytes) => gzipSync(bytes)),
          fc.json().map((text) => Buffer.from(text)),
        ),
      }),
    async ({ signal, type, encoding, body }) => {
      const { status } = await sendRaw(gateway.url, {
        method: 'POST',
        path: `/ingest/otlp/v1/${signal}`,
        headers: {
          'content-type': type,
          'content-encoding': encoding,
          authorization: `Bearer ${gateway.ingestToken}`,
        },
        body: Buffer.from(body),
      })

      expect([200, 400, 415]).toContain(status)
    },
  )
})

async function countSamples(): Promise<number> {
  const { _sum } = await gateway.db.bucket.aggregate({
    where: { span: 10, subject: { key: 'GET /api/admin/libraries/' } },
    _sum: { n: true },
  })
  return Number(_sum.n)
}

async function whoAmI(): Promise<Json> {
  const headers = { authorization: `Bearer ${gateway.ingestToken}` }
  return (await (await fetch(`${gateway.url}/ingest/v1/whoami`, { headers })).json()) as Json
}

const tokenWith = async (scope: string) => ({ authorization: `Bearer ${await givenTokenRow(gateway, null, [scope])}` })
