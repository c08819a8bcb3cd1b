import { log } from '../../src/lib/log.ts'
import { verifyTrail } from '../../src/audit/verify.ts'
import { givenAlertingGateway, givenDestination } from '../support/alerting/destinations.ts'
import type { GivenGateway, Json } from '../support/gateway.ts'
import { envio, givenTrade, mailOf } from '../support/sinli/inbound.ts'
import { givenReceiver } from '../support/alerting/receiver.ts'
import { until } from '../support/until.ts'

let gateway: GivenGateway
const lines: Json[] = []
const { level } = log

beforeAll(async () => {
  gateway = await givenAlertingGateway()
  log.level = 'info'
  log.info = log.warn = (fields: unknown) => void lines.push(fields as Json)
})
afterAll(async () => {
  // Gives the methods of the log back.
  log.level = level
  await gateway[Symbol.asyncDispose]()
})

const parentId = '00f067aa0ba902b7'
const traceOf = (digit: string) => digit.repeat(32)
const parentIn = (traceId: string, more: Json = {}) => ({ traceparent: `00-${traceId}-${parentId}-01`, ...more })

/** The lines of the log about requests in a trace, once there is one. */
const linesOf = (traceId: string) =>
  until(`a request of the trace ${traceId} is in the log`, () => {
    const found = lines.filter((line) => line['traceId'] === traceId)
    return found.length > 0 ? found : null
  })

async function mutate(query: string, headers: Json) {
  const response = await gateway.post('/graphql', { query }, headers)
  const { data, errors } = (await response.json()) as Json
  if (errors) throw new Error(JSON.stringify(errors))
  return data as Json
}

const auditOf = (action: string) =>
  gateway.db.auditEntry.findFirstOrThrow({ where: { action }, orderBy: { id: 'desc' } })

it('the trace of a client is on the message, its first attempt and the log; a replay has a trace of its own', async () => {
  const [arrival, replay] = [traceOf('a'), traceOf('b')]
  const trade = givenTrade(gateway)

  const message = await trade.send(mailOf(envio()), parentIn(arrival, { 'x-request-id': 'handed-in' }))
  const { replaySinliMessages } = await mutate(
    `mutation Again { replaySinliMessages(input: { messageIds: ["${message.id}"], force: true }) { replay { id } } }`,
    parentIn(replay, { 'x-request-id': 'began-replay' }),
  )
  const { id } = replaySinliMessages.replay
  const stored = await until('the replay is over', () =>
    gateway.db.replay.findFirst({ where: { id, finishedAt: { not: null } } }),
  )

  expect(message).toMatchObject({ traceId: arrival, requestId: 'handed-in', attempts: [{ traceId: arrival }] })
  expect(stored).toMatchObject({ traceId: replay, requestId: 'began-replay' })
  expect(await trade.messageOf(message.id)).toMatchObject({
    traceId: arrival,
    attempts: [
      { traceId: arrival, replayId: null },
      { traceId: replay, replayId: id },
    ],
  })
  expect(await auditOf('integration.replay')).toMatchObject({ traceId: replay, requestId: 'began-replay' })
  expect(await linesOf(arrival)).toMatchObject([{ req: { id: 'handed-in', path: '/ingest/v1/sinli' } }])
  expect(await linesOf(replay)).toMatchObject([{ req: { id: 'began-replay', path: '/graphql' } }])
})

it('a message to a destination is sent in the trace of the request for it, each request as a span of its own', async () => {
  await using receiver = await givenReceiver((response) => response.writeHead(204).end())
  const destination = await givenDestination(gateway, receiver.url)
  const traceId = traceOf('c')
  const test = `mutation { testDestination(id: "${destination}") { id status } }`

  const first = await mutate(test, parentIn(traceId, { tracestate: 'congo=t61rcWkgMzE' }))
  await mutate(test, parentIn(traceId))

  const sent = receiver.received.map(({ headers }) => headers['traceparent'] as string)
  expect(await gateway.db.delivery.findUnique({ where: { id: first.testDestination.id } })).toMatchObject({ traceId })
  expect(await auditOf('destination.test')).toMatchObject({ traceId })
  expect(sent).toEqual([1, 2].map(() => expect.stringMatching(`^00-${traceId}-[0-9a-f]{16}-01$`)))
  expect(new Set([...sent.map((header) => header.slice(36, 52)), parentId]).size).toBe(3)
  expect(receiver.received.map(({ headers }) => headers['tracestate'])).toEqual(['congo=t61rcWkgMzE', undefined])
})

it('an invalid traceparent, and none, begin a new trace; a repeated one is never trusted to be one request', async () => {
  const note = `mutation { testDestination(id: "${await givenDestination(gateway, 'http://127.0.0.1:9', { name: 'Nobody' })}") { id } }`
  const invalid = `00-${traceOf('D')}-${parentId}-01`

  for (const headers of [{ traceparent: invalid, tracestate: 'foo=1' }, {}, {}]) await mutate(note, headers)

  const entries = await gateway.db.auditEntry.findMany({
    where: { action: 'destination.test' },
    orderBy: { id: 'desc' },
    take: 3,
  })
  const traces = entries.map(({ traceId }) => traceId)
  expect(traces).toEqual([1, 2, 3].map(() => expect.stringMatching(/^[0-9a-f]{32}$/)))
  expect(new Set([...traces, invalid.slice(3, 35).toLowerCase()]).size).toBe(4)
})

it('a request that wrote is kept with its trace, its operation, its caller and its status', async () => {
  const [rest, graphql] = [traceOf('a'), traceOf('b')]

  await gateway.pass(2)
  const kept = await until('the requests of the first test are kept', async () => {
    const rows = await gateway.db.requestTrace.findMany({ where: { traceId: { in: [rest, graphql] } } })
    return rows.length === 2 ? new Map(rows.map((row) => [row.traceId, row])) : null
  })

  const common = { method: 'POST', address: '127.0.0.1', durationMs: expect.any(Number) }
  expect(kept.get(rest)).toMatchObject({
    ...common,
    ...{ requestId: 'handed-in', route: '/ingest/v1/sinli', operation: null, status: 202, actor: 'ingest' },
  })
  expect(kept.get(graphql)).toMatchObject({
    ...common,
    ...{ requestId: 'began-replay', route: '/graphql', operation: 'Again', status: 200, actor: gateway.email },
  })
})

it('the audit trail of all this verifies', async () => {
  expect(await verifyTrail(gateway.db)).toMatchObject({ breach: null })
})
