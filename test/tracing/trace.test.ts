import { personalScopes } from '../../src/auth/permissions.ts'
import { givenGateway, type GivenGateway, type Json } from '../support/gateway.ts'
import { givenSignedIn } from '../support/auth/operators.ts'
import { statementsOf } from '../support/database/statements.ts'
import { givenToken } from '../support/auth/tokens.ts'
import { givenTracedRows, traced } from '../support/traced.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway({ config: { sampleData: false } })
  await givenTracedRows(gateway.db, new Date(gateway.clock.now() - 3_600_000))
})
afterAll(() => gateway[Symbol.asyncDispose]())

const query = `query ($id: String!) { trace(id: $id) {
  id kind traceIds startedAt endedAt truncated
  steps { __typename at durationMs outcome title
    ... on RequestStep { requestId traceId } ... on AuditStep { entryId object } ... on MessageStep { messageId sender { id } }
    ... on AttemptStep { replayId code } ... on ReplayStep { replayId } ... on DocumentStep { document { id } }
    ... on IncidentStep { incidentId } ... on DeliveryStep { deliveryId } ... on ExampleStep { kind subjectId } }
  documents { id number documentDate sender { id } receiver { id } }
  candidates { id kind title at document { id sender { id } documentDate } } } }`

const find = async (id: string): Promise<Json | null> => (await gateway.data(query, { id }))['trace']
async function trace(id: string): Promise<Json> {
  const found = await find(id)
  if (!found) throw new Error(`nothing has the id ${id}`)
  return found
}
const stepsIn = ({ steps }: Json): string[] => steps.map(({ __typename, title }: Json) => `${__typename} ${title}`)

/** The story of the message, in the order of time. */
const story = [
  'RequestStep POST /ingest/v1/sinli/messages',
  'MessageStep ENVIO LIB00002',
  'AttemptStep ENVIO REMITENTE_DESCONOCIDO',
  'ExampleStep Librería Cálamo',
  'IncidentStep Librería Cálamo',
  'RequestStep POST /graphql ReplaySinliMessages',
  'ReplayStep 2/2',
  'AttemptStep ENVIO',
  'DocumentStep ENVIO A/1234',
  'AuditStep integration.replay',
]

it.each([
  ['its id', traced.message],
  ['its Message-ID', traced.messageId],
  ['its Message-ID without brackets', traced.messageId.slice(1, -1)],
  ['the id of its document', traced.document],
])('a message is followed by %s, with its requests, attempts, replay, document and incident', async (_by, id) => {
  const found = await trace(id)

  expect(stepsIn(found)).toEqual(story)
  expect(found['traceIds']).toEqual([traced.arrival.traceId, traced.replaying.traceId])
  expect([found['kind'], found['truncated']]).toEqual([id === traced.document ? 'DOCUMENT' : 'MESSAGE', false])
  expect(found['documents'].map(({ id }: Json) => id)).toEqual([traced.document])
})

it.each([
  ['a request id', traced.replaying.requestId, 'REQUEST'],
  ['a trace id', traced.replaying.traceId, 'TRACE'],
  ['a traceparent', `00-${traced.replaying.traceId}-00f067aa0ba902b7-01`, 'TRACE'],
  ['a replay', traced.replay, 'REPLAY'],
])('%s of a replay leads to all of its messages, and to the traces in which they arrived', async (_what, id, kind) => {
  const found = await trace(id)

  expect(found['kind']).toBe(kind)
  expect(stepsIn(found)).toEqual([
    'MessageStep ENVIO LIB00003',
    'DocumentStep ENVIO A/1234',
    ...story.slice(0, -1),
    'AttemptStep ENVIO',
    story.at(-1),
  ])
  expect(found['traceIds']).toEqual([traced.arrival.traceId, traced.replaying.traceId])
})

it('an incident leads to its deliveries, and to the requests in the traces of its examples', async () => {
  const byId = await trace(traced.incident)
  const { number } = await gateway.db.incident.findUniqueOrThrow({ where: { id: traced.incident } })
  const byNumber = await trace(`#${number}`)

  expect(stepsIn(byId)).toEqual(expect.arrayContaining([...story.slice(0, 5), 'DeliveryStep Guardia']))
  expect(byNumber).toEqual(byId)
})

it('a delivery leads to the incidents that it reports', async () => {
  const found = await trace(traced.delivery)

  expect(stepsIn(found)).toEqual(['IncidentStep Librería Cálamo', 'DeliveryStep Guardia'])
  expect(found['steps'][1]).toMatchObject({ outcome: 'OK', durationMs: 60_000, deliveryId: traced.delivery })
})

it('a customer leads to what was done to them, and to the requests that did it', async () => {
  const found = await trace('c-100')

  expect([found['kind'], found['id']]).toEqual(['CUSTOMER', 'customer:c-100'])
  expect(stepsIn(found)).toEqual(['RequestStep POST /graphql', 'AuditStep customer.unlock'])
})

it('a number that two senders gave is told apart by them, and each candidate is followed by its own id', async () => {
  const found = await trace('a 1234')
  const candidates: Json[] = found['candidates']

  expect(stepsIn(found)).toEqual([])
  expect(
    candidates.map(({ kind, title, document }) => [kind, title, document.sender.id, document.documentDate]),
  ).toEqual([
    ['DOCUMENT', 'ENVIO A/1234', 'LIB00002', '2026-03-01'],
    ['DOCUMENT', 'ENVIO A/1234', 'LIB00003', null],
  ])
  expect(stepsIn(await trace(candidates[0]?.['id']))).toEqual(story)
})

it('a number is found however many zeros it is padded with', async () => {
  const { db } = gateway
  const message = await db.inboundMessage.findUniqueOrThrow({
    where: { id: traced.message },
    omit: { sequence: true, sentence: true },
  })
  const document = await db.sinliDocument.findUniqueOrThrow({ where: { id: traced.document } })
  const id = '20000000-0000-4000-8000-000000000009'
  const copies = { messageId: id.replace('2', '1'), identity: 'padded', number: '0000004711', header: {}, totals: {} }
  await db.inboundMessage.create({ data: { ...message, id: copies.messageId, identity: 'padded' } })
  await db.sinliDocument.create({ data: { ...document, ...copies, id, records: {}, warnings: [] } })
  const { type, sender, receiver } = document
  await db.sinliNumber.create({ data: { documentId: id, position: 0, type, sender, receiver, number: '4711' } })

  for (const number of ['4711', '0000004711', 'number:00 4711'])
    expect((await trace(number))['id']).toBe(`document:${id}`)

  await db.sinliDocument.delete({ where: { id } })
  await db.inboundMessage.delete({ where: { id: copies.messageId } })
})

it('an ISBN leads to the documents with it, in any spelling', async () => {
  for (const isbn of [traced.isbn, '978-84-00-00000-4', '84-00-00000-5']) {
    const found = await trace(isbn)

    expect([found['id'], found['kind']]).toEqual([`isbn:${traced.isbn}`, 'ISBN'])
    expect(stepsIn(found)).toEqual(['DocumentStep ENVIO A/1234'])
  }
})

it('an id that several kinds of things have leads to all of them', async () => {
  await gateway.db.customer.create({
    data: { id: '7001', name: 'Luis', email: 'l@example.org', updatedAt: new Date(0) },
  })
  await gateway.db.auditEntry.create({
    data: {
      at: new Date(gateway.clock.now()),
      actor: 'system',
      action: 'sign-out',
      object: 'operator:x',
      requestId: '7001',
    },
  })

  const found = await trace('7001')

  expect(found['kind']).toBeNull()
  expect(found['candidates'].map(({ id }: Json) => id)).toEqual(['customer:7001', 'request:7001'])
  expect(stepsIn(await trace('request:7001'))).toEqual(['AuditStep sign-out'])
})

it('a trace begins with its first step and ends with the end of its last one', async () => {
  const found = await trace(traced.delivery)

  expect(found['startedAt']).toBe(found['steps'][0].at)
  expect(found['endedAt']).toBe(new Date(gateway.clock.now() - 3_600_000 + 4 * 60_000).toISOString())
})

it('a trace id that nothing here has is answered without steps, and any other id with null', async () => {
  const unknown = 'e'.repeat(32)

  expect(await find(unknown)).toMatchObject({ kind: 'TRACE', traceIds: [unknown], steps: [], startedAt: null })
  for (const id of ['nobody', '50000000-0000-4000-8000-000000000009', '<nobody@example.org>', 'msg_nobody'])
    expect(await find(id)).toBeNull()
})

it('an empty id, and one that is too long, are refused', async () => {
  for (const id of [' ', 'a'.repeat(1_001)]) {
    const { errors } = await gateway.query(query, { id })
    expect(errors[0].extensions).toMatchObject({
      code: 'INVALID_INPUT',
      field: 'id',
      sentence: { parameters: { field: 'id' } },
    })
  }
})

it('more than 200 steps are cut to the newest, and this is said', async () => {
  const at = (second: number) => new Date(gateway.clock.now() + second * 1_000)
  await gateway.db.auditEntry.createMany({
    data: Array.from({ length: 205 }, (_, second) => ({
      ...{
        at: at(second),
        actor: 'system',
        action: `step-${second}`,
        object: 'customer:busy',
        traceId: 'f'.repeat(32),
      },
    })),
  })

  const found = await trace('f'.repeat(32))

  expect(found['truncated']).toBe(true)
  expect(stepsIn(found)).toHaveLength(200)
  expect([stepsIn(found)[0], stepsIn(found).at(-1)]).toEqual(['AuditStep step-5', 'AuditStep step-204'])
})

it.each(['lector', 'operador'] as const)('a %s sees the whole trace', async (role) => {
  const { ask } = await givenSignedIn(gateway, role)

  expect(stepsIn((await ask(query, { id: traced.message }))['data'].trace)).toEqual(story)
})

const typesOf: [string, string[]][] = [
  ['read:Audit', ['RequestStep', 'AuditStep']],
  ['read:Integration', ['MessageStep', 'AttemptStep', 'ReplayStep', 'DocumentStep']],
  ['read:Incident', ['IncidentStep', 'ExampleStep']],
  ['read:Destination', ['DeliveryStep']],
]
it.each(typesOf)('a token without the scope %s sees no %j', async (scope, types) => {
  const { operator } = await givenSignedIn(gateway, 'admin')
  const scopes = personalScopes.filter((other) => other !== scope)
  const { post } = await givenToken(gateway, operator, scopes)

  const seen = new Set<string>()
  for (const id of [traced.arrival.traceId, traced.delivering.traceId, traced.replaying.traceId, traced.incident]) {
    const { data } = (await (await post('/graphql', { query, variables: { id } })).json()) as Json
    for (const { __typename } of data.trace?.steps ?? []) seen.add(__typename)
  }

  const all = typesOf.flatMap(([, own]) => own)
  expect([...seen].sort()).toEqual(all.filter((type) => !types.includes(type)).sort())
})

it('a token finds no thing that it may not read', async () => {
  const { operator } = await givenSignedIn(gateway, 'admin')
  const { post } = await givenToken(gateway, operator, ['read:Search'])

  for (const id of [traced.message, traced.number, traced.isbn, traced.incident, 'c-100', traced.arrival.requestId]) {
    const { data } = (await (await post('/graphql', { query, variables: { id } })).json()) as Json
    expect({ id, trace: data.trace }).toEqual({ id, trace: null })
  }
})

it('the number of statements does not grow with the messages of a replay', async () => {
  const before = await statementsOf(() => trace(traced.replay))
  const ids = Array.from(
    { length: 40 },
    (_, index) => `10000000-0000-4000-8000-0000000001${String(index).padStart(2, '0')}`,
  )
  const at = new Date(gateway.clock.now())
  const message = { receivedAt: at, contentType: 'text/plain', raw: new Uint8Array() }
  await gateway.db.inboundMessage.createMany({
    data: ids.map((id) => ({ ...message, id, status: 'PROCESSED' as const })),
  })
  await gateway.db.inboundAttempt.createMany({
    data: ids.map((messageId) => ({ messageId, at, status: 'PROCESSED' as const, replayId: traced.replay })),
  })

  const after = await statementsOf(() => trace(traced.replay))

  expect(after).toBe(before)
  expect(after).toBeLessThan(40)
})
