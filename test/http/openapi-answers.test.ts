import { randomUUID } from 'node:crypto'
import { encode } from '../../src/sinli/encode.ts'
import { givenGateway, outcome, times, type GivenGateway, type Json } from '../support/gateway.ts'
import { destinationCases, type Asked, type Case } from '../support/openapi/destination-requests.ts'
import { heartbeatCases } from '../support/openapi/heartbeat-requests.ts'
import { envio, givenTrade, mailOf, shop, subjectOf, supplier } from '../support/sinli/inbound.ts'
import { givenOpenIncidents, givenSlowIncident } from '../support/monitoring/incidents.ts'
import { otlpCases } from '../support/openapi/otlp-requests.ts'
import { fits, givenDocument, type Documented, type GivenDocument } from '../support/openapi/openapi.ts'
import { givenOperator, givenSignedIn, trySignIn } from '../support/auth/operators.ts'
import { serviceCases } from '../support/openapi/service-requests.ts'
import { tokenCases } from '../support/openapi/token-requests.ts'
import { givenTokenRow, requestsWith } from '../support/auth/tokens.ts'

let gateway: GivenGateway
let given: GivenDocument
let messageId: string
beforeAll(async () => {
  gateway = await givenGateway()
  given = await givenDocument(gateway.url)
  const trade = givenTrade(gateway)
  await trade.registerLibrary(shop)
  const { id } = await trade.send(mailOf(envio()))
  messageId = id
  await trade.registerSupplier(supplier)
})
afterAll(() => gateway[Symbol.asyncDispose]())

const operationOf = (operationId: string) => {
  const operation = given.operations.find((one) => one.operationId === operationId)
  if (!operation) throw new Error(`The document has no operation ${operationId}.`)
  return operation
}

/** Requests an operation with its credentials, and checks the response against the document. */
async function ask(operationId: string, asked: Asked = {}): Promise<{ status: number; body: Json }> {
  const operation = operationOf(operationId)
  return hold(operation, await send(operation, { ...asked, headers: { ...credentials(operation), ...asked.headers } }))
}

async function hold(operation: Documented, answer: Response) {
  const { status } = answer
  const body = (await fits(given, operation, answer)) as Json
  return { status, body }
}

function send({ method: documented, path }: Documented, { query = '', id, body, headers, method }: Asked) {
  const filled = id === undefined ? path.replaceAll(/\{\w+\}/g, 'nobody') : path.replace(/\{.*\}/, id)
  const raw = Buffer.isBuffer(body) || typeof body === 'string'
  return fetch(`${gateway.url}${filled}${query}`, {
    method: method ?? documented,
    headers: { ...(body !== undefined && !raw && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: raw ? (body as string) : JSON.stringify(body) }),
  })
}

const credentials = ({ security }: Documented): Record<string, string> => {
  const [needed = {}] = security as Json[]
  if ('token' in needed) return { authorization: `Bearer ${gateway.ingestToken}` }
  return 'session' in needed ? { cookie: gateway.cookie } : {}
}

/** Long enough for one endpoint to fail, so that there is an open incident. */
async function somethingFails() {
  for (let step = 0; step < 9; step += 1) {
    await gateway.report(...times(5, outcome(503)))
    await gateway.pass(10)
  }
}

const updatedAt = '2026-01-01T00:00:00Z'
const named = { name: 'Nombre inventado', updatedAt }

/** An id that no other case uses. */
const unusedId = () => randomUUID().slice(0, 8)

/** Puts something and returns the same request, so that the caller repeats it. */
async function putBefore(operationId: string, body: unknown): Promise<Asked> {
  const request = { id: unusedId(), body }
  expect(await ask(operationId, request)).toMatchObject({ status: 201 })
  return request
}

async function askedWithKnownRevision(): Promise<Asked> {
  const { body } = await ask('readNotifications')
  return { headers: { 'if-none-match': `"${body['revision']}"` } }
}

async function askedWithKnownLogin(): Promise<Asked> {
  const operation = operationOf('readCustomerLogin')
  const { headers } = await send(operation, { id: 'ej-2', headers: credentials(operation) })
  return { id: 'ej-2', headers: { 'if-none-match': headers.get('etag') ?? '' } }
}

async function askedWithUsedKey(): Promise<Asked> {
  const headers = { 'idempotency-key': randomUUID() }
  await ask('replayMessages', { body: { status: 'failed' }, headers })
  return { body: { status: 'failed', force: true }, headers }
}

async function askedWithKeyOf(operationId: string, id: string, first: Json, then: Json): Promise<Asked> {
  const headers = { 'idempotency-key': randomUUID() }
  await ask(operationId, { id, body: first, headers })
  return { id, body: then, headers }
}

async function askedWithKeyOfMessage(): Promise<Asked> {
  const headers = { 'content-type': 'message/rfc822', 'idempotency-key': randomUUID() }
  await ask('receiveMessage', { body: mailOf(envio()), headers })
  return { body: Buffer.from('Subject: otro'), headers }
}

async function askedOnceTooOften(): Promise<Asked> {
  const body = { email: `${randomUUID()}@example.org`, password: 'wrong' }
  for (let failed = 0; failed < 5; failed += 1) await trySignIn(gateway.url, body.email, body.password)
  return { body }
}

/** Opens an incident that no other case uses. */
async function givenIncident(): Promise<string> {
  const id = unusedId()
  expect(await ask('putIntegration', { id, body: { name: 'Pasarela' } })).toMatchObject({ status: 201 })
  await givenOpenIncidents(gateway, [id])
  return (await gateway.db.incident.findFirstOrThrow({ where: { subject: { key: id } } })).id
}

/** Asks for something about an open incident, after `done` was done to it. */
const askedOfIncident = (body?: unknown, done?: string) => async (): Promise<Asked> => {
  const id = await givenIncident()
  if (done !== undefined) expect(await ask(done, { id, body })).toMatchObject({ status: 200 })
  return { id, ...(body !== undefined && { body }) }
}

/** Asks for something about an incident that a learned latency budget caused. */
async function askedOfSlowIncident(): Promise<Asked> {
  const id = await givenIncident()
  const { subject } = await gateway.db.incident.findUniqueOrThrow({ where: { id }, include: { subject: true } })
  await givenSlowIncident(gateway, subject.key)
  return { id, body: {} }
}

/** Asks for something about an incident that a colleague has taken. */
async function askedOfColleague(): Promise<Asked> {
  const id = await givenIncident()
  const colleague = await givenSignedIn(gateway)
  expect((await colleague.post(`/api/admin/incidents/${id}/acknowledge/`)).status).toBe(200)
  return { id, body: { from: colleague.operator.id } }
}

const sinliInbound = { kind: 'INTEGRACIONES', id: 'sinli_inbound' }

const planned = {
  matcher: { kinds: ['LIBRERIAS'] },
  reason: 'Copia semanal.',
  startsAt: '2999-01-01T00:00:00Z',
  endsAt: '2999-01-01T01:00:00Z',
}

/** A period from the present of the gateway on. */
const soon = () => ({
  ...planned,
  startsAt: new Date(gateway.clock.now()).toISOString(),
  endsAt: new Date(gateway.clock.now() + 3_600_000).toISOString(),
})

/** Asks to end a mute or a maintenance that was begun with `begin`, after `done` was done to it. */
const askedOfBegun = (begin: string, done?: string) => async (): Promise<Asked> => {
  const { body } = await ask(begin, { body: soon() })
  if (done !== undefined) expect(await ask(done, { id: body['id'] })).toMatchObject({ status: 200 })
  return { id: body['id'] }
}

/** One request for each documented answer of one operation, whatever was asked before it. */
const cases: Case[] = [
  ['signIn', 200, () => ({ body: { email: gateway.email, password: gateway.password } })],
  ['signIn', 400, () => ({ body: {} })],
  ['signIn', 401, () => ({ body: { email: `${randomUUID()}@example.org`, password: 'wrong' } })],
  ['signIn', 429, askedOnceTooOften],
  ['signOut', 204, () => ({ body: {} })],
  ['signOut', 400, () => ({ body: '{', headers: { 'content-type': 'application/json' } })],
  ['readSignInMethods', 200, () => ({})],
  ['readSession', 200, () => ({})],
  ['unlockLogin', 200, () => ({ id: 'ej-3', body: { reason: 'asked for it' } })],
  ['unlockLogin', 200, () => ({ id: 'ej-1' })],
  ['unlockLogin', 400, () => ({ id: 'ej-3', body: { reasons: 1 } })],
  ['unlockLogin', 404, () => ({ id: 'nobody', body: {} })],
  ['listLibraries', 200, () => ({ query: '?limit=2' })],
  ['listLibraries', 200, () => ({ query: '?state=Desconocido&q=aurora' })],
  ['listLibraries', 400, () => ({ query: '?limit=201' })],
  ['listLibraries', 400, () => ({ query: '?state=perhaps' })],
  ['listCustomers', 200, () => ({ query: '?locked=true&limit=1' })],
  ['listCustomers', 200, () => ({})],
  ['listCustomers', 400, () => ({ query: '?cursor=none' })],
  ['readNotifications', 200, () => ({})],
  ['readNotifications', 304, askedWithKnownRevision],
  ['replayMessages', 200, () => ({ body: { messageIds: [messageId], dryRun: true } })],
  ['replayMessages', 200, () => ({ body: { status: 'failed' }, headers: { 'idempotency-key': randomUUID() } })],
  ['replayMessages', 400, () => ({ body: { messageIds: [] } })],
  ['replayMessages', 404, () => ({ body: { messageIds: [randomUUID()] } })],
  ['replayMessages', 409, askedWithUsedKey],
  ['search', 200, () => ({ query: '?q=aurora' })],
  ['search', 200, () => ({ query: '?q=libraries&limit=1' })],
  ['search', 400, () => ({})],
  ['listAudit', 200, () => ({})],
  ['listAudit', 200, () => ({ query: '?limit=1' })],
  ['listAudit', 400, () => ({ query: '?from=yesterday' })],
  ['readInventory', 200, () => ({})],
  ['readInventory', 200, () => ({ query: '?withoutArea=true' })],
  ['readInventory', 400, () => ({ query: '?method=HEAD' })],
  ['listIncidents', 200, async () => ({ query: '?kind=INTEGRACIONES&limit=1', id: await givenIncident() })],
  ['listIncidents', 400, () => ({ query: '?severity=perhaps' })],
  ['readIncident', 200, askedOfIncident()],
  ['readIncident', 400, () => ({ id: '%01' })],
  ['readIncident', 404, () => ({})],
  ['acknowledgeIncident', 200, askedOfIncident({ note: 'On it.' })],
  ['acknowledgeIncident', 400, askedOfIncident({ notes: 1 })],
  ['acknowledgeIncident', 404, () => ({ body: {} })],
  ['acknowledgeIncident', 409, askedOfIncident({}, 'acknowledgeIncident')],
  ['releaseIncident', 200, askedOfIncident({}, 'acknowledgeIncident')],
  ['releaseIncident', 400, askedOfIncident({ notes: 1 })],
  ['releaseIncident', 404, () => ({ body: {} })],
  ['releaseIncident', 409, askedOfIncident({})],
  ['takeOverIncident', 200, askedOfColleague],
  ['takeOverIncident', 400, askedOfIncident({ from: 1 })],
  ['takeOverIncident', 404, () => ({ body: {} })],
  ['takeOverIncident', 409, askedOfIncident({}, 'acknowledgeIncident')],
  ['resolveIncident', 200, askedOfIncident({ reason: 'Well again.' })],
  ['resolveIncident', 400, askedOfIncident({})],
  ['resolveIncident', 404, () => ({ body: { reason: 'Well again.' } })],
  ['resolveIncident', 409, askedOfIncident({ reason: 'Well again.' }, 'resolveIncident')],
  ['acceptIncidentLatency', 200, askedOfSlowIncident],
  ['acceptIncidentLatency', 400, askedOfIncident({ note: 1 })],
  ['acceptIncidentLatency', 404, () => ({ body: {} })],
  ['acceptIncidentLatency', 409, askedOfIncident({})],
  ['addIncidentNote', 200, askedOfIncident({ note: 'Called them.' })],
  ['addIncidentNote', 400, askedOfIncident({ note: '' })],
  ['addIncidentNote', 404, () => ({ body: { note: 'Called them.' } })],
  ['readMailbox', 200, () => ({})],
  ['listMutes', 200, () => ({ query: '?active=true' })],
  ['listMutes', 400, () => ({ query: '?active=perhaps' })],
  ['mute', 201, () => ({ body: soon() })],
  ['mute', 400, () => ({ body: { ...soon(), endsAt: 'tomorrow' } })],
  ['endMute', 200, askedOfBegun('mute')],
  ['endMute', 400, () => ({ id: '%01' })],
  ['endMute', 404, () => ({})],
  ['endMute', 409, askedOfBegun('mute', 'endMute')],
  ['listMaintenances', 200, () => ({})],
  ['planMaintenance', 201, () => ({ body: { ...soon(), recurrence: 'FREQ=DAILY', zone: 'Atlantic/Canary' } })],
  ['planMaintenance', 400, () => ({ body: planned })],
  ['endMaintenance', 200, askedOfBegun('planMaintenance')],
  ['endMaintenance', 400, () => ({ id: '%01' })],
  ['endMaintenance', 404, () => ({})],
  ['endMaintenance', 409, askedOfBegun('planMaintenance', 'endMaintenance')],
  ['readDependencies', 200, () => ({ id: 'INTEGRACIONES/sinli_inbound' })],
  ['readDependencies', 400, () => ({ id: 'CLIENTES/sinli_inbound' })],
  ['readDependencies', 404, () => ({ id: 'INTEGRACIONES/nobody' })],
  ['setDependencies', 200, () => ({ id: 'LIBRERIAS/EJ-001', body: { upstream: [sinliInbound] } })],
  ['setDependencies', 400, () => ({ id: 'INTEGRACIONES/sinli_inbound', body: { upstream: [sinliInbound] } })],
  ['setDependencies', 404, () => ({ id: 'LIBRERIAS/nobody', body: { upstream: [] } })],
  ...destinationCases(ask, () => gateway),
  ...tokenCases(() => gateway, ask),
  ['readLibrary', 200, () => ({ id: 'EJ-001' })],
  ['readLibrary', 400, () => ({ id: '%01' })],
  ['readLibrary', 404, () => ({})],
  ['readCustomer', 200, () => ({ id: 'ej-1' })],
  ['readCustomer', 400, () => ({ id: '%01' })],
  ['readCustomer', 404, () => ({})],
  ['putLibrary', 201, () => ({ id: unusedId(), body: { ...named, sinliId: 'LIB00077', city: 'Villaejemplo' } })],
  ['putLibrary', 200, () => putBefore('putLibrary', named)],
  ['putLibrary', 400, () => ({ id: unusedId(), body: { ...named, updatedAt: 'yesterday' } })],
  ['putLibrary', 409, () => ({ id: 'other', body: { ...named, sinliId: shop } })],
  ['putCustomer', 201, () => ({ id: unusedId(), body: { ...named, email: 'new@example.org' } })],
  ['putCustomer', 200, () => putBefore('putCustomer', { ...named, email: 'known@example.org', locked: true })],
  ['putCustomer', 400, () => ({ id: unusedId(), body: { ...named, email: null } })],
  ['reportSignInFailure', 200, () => ({ id: 'ej-2', body: {} })],
  ['reportSignInFailure', 400, () => ({ id: 'ej-2', body: { at: '2999-01-01T00:00:00Z' } })],
  ['reportSignInFailure', 404, () => ({ id: 'nobody', body: {} })],
  ['reportSignInFailure', 422, () => askedWithKeyOf('reportSignInFailure', 'ej-2', {}, { at: updatedAt })],
  ['readCustomerLogin', 200, () => ({ id: 'ej-3' })],
  ['readCustomerLogin', 304, askedWithKnownLogin],
  ['readCustomerLogin', 400, () => ({ id: 'x'.repeat(101) })],
  ['readCustomerLogin', 404, () => ({ id: 'nobody' })],
  ['retireLibrary', 204, () => putBefore('putLibrary', named).then(({ id = '' }) => ({ id }))],
  ['retireLibrary', 400, () => ({ id: 'x'.repeat(65) })],
  ['retireLibrary', 404, () => ({ id: 'nobody' })],
  ['retireIntegration', 204, () => putBefore('putIntegration', { name: 'Pasarela' }).then(({ id = '' }) => ({ id }))],
  ['retireIntegration', 400, () => ({ id: 'sinli_inbound' })],
  ['retireIntegration', 404, () => ({ id: 'nobody' })],
  ['putIntegration', 201, () => ({ id: unusedId(), body: { name: 'Pasarela' } })],
  ['putIntegration', 200, () => putBefore('putIntegration', { name: 'Pasarela' })],
  ['putIntegration', 400, () => ({ id: unusedId(), body: {} })],
  ...serviceCases(ask),
  ['putSupplier', 201, () => ({ id: unusedId(), body: named })],
  ['putSupplier', 200, () => putBefore('putSupplier', named)],
  ['putSupplier', 400, () => ({ id: 'no-id', body: named })],
  ['receiveMessage', 202, () => ({ body: mailOf(envio()), headers: { 'content-type': 'message/rfc822' } })],
  ['receiveMessage', 202, () => ({ body: Buffer.from(encode(envio())), headers: attached })],
  ['receiveMessage', 400, () => ({ body: '', headers: { 'content-type': 'text/plain' } })],
  ['receiveMessage', 422, askedWithKeyOfMessage],
  ['reportObservations', 202, () => ({ body: { observations: [outcome(200), { kind: 'nothing' }] } })],
  ['reportObservations', 400, () => ({ body: { observations: 'none' } })],
  [
    'reportObservations',
    422,
    () => askedWithKeyOf('reportObservations', '', { observations: [] }, { observations: [1] }),
  ],
  ...heartbeatCases(ask),
  ...otlpCases(() => gateway.clock.now()),
  ['whoAmI', 200, () => ({})],
  ['isLive', 200, () => ({})],
  ['isReady', 200, () => ({})],
  ['readMetrics', 200, () => ({})],
  ['readGraphqlSchema', 200, () => ({})],
]

describe('a response matches the OpenAPI document:', () => {
  it.each(cases)('%s with %i', async (operationId, status, asked) => {
    expect(await ask(operationId, await asked())).toMatchObject({ status })
  })

  it('an endpoint with all optional fields', async () => {
    await somethingFails()

    const { body } = await ask('readInventory')

    const [failing] = body['criticalEndpoints'].filter(({ state }: Json) => state === 'Fallando')
    expect(failing).toMatchObject({
      latency: { p95: expect.any(Number) },
      openIncident: { status: 'OPEN' },
      reason: expect.any(String),
    })
  })

  it('too many failed sign-ins, with Retry-After', async () => {
    const answer = await send(operationOf('signIn'), await askedOnceTooOften())

    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await hold(operationOf('signIn'), answer)).toMatchObject({ status: 429 })
  })

  it('a request without the permission', async () => {
    const { cookie } = await givenSignedIn(gateway, 'lector')

    for (const operationId of ['unlockLogin', 'replayMessages'])
      expect(await ask(operationId, { body: {}, headers: { cookie } })).toMatchObject({ status: 403 })
  })

  it('the ingest API without INGEST_TOKEN', async () => {
    await using closed = await givenGateway({ config: { ingestToken: null } })
    for (const operation of behind('token').filter(({ path }) => path.startsWith('/ingest/'))) {
      const answer = await fetch(closed.url + operation.path, { method: operation.method })

      expect(await hold(operation, answer)).toMatchObject({ status: 503 })
    }
  })

  it('an internal error', async () => {
    await gateway.db.$executeRaw`ALTER TABLE "Library" RENAME TO "Lost"`
    try {
      const answers = await Promise.all([ask('listLibraries'), ask('putLibrary', { body: named })])

      expect(answers.map(({ status }) => status)).toEqual([500, 500])
    } finally {
      await gateway.db.$executeRaw`ALTER TABLE "Lost" RENAME TO "Library"`
    }
  })
})

describe('every operation rejects as documented', () => {
  it('a request without credentials', async () => {
    for (const operation of refusing[401]())
      expect(await hold(operation, await send(operation, {}))).toMatchObject({ status: 401 })
  })

  it('a page of another origin', async () => {
    const origin = 'https://elsewhere.example'
    for (const operation of refusing[403]())
      expect(await hold(operation, await send(operation, { headers: { origin } }))).toMatchObject({ status: 403 })
  })

  it('a token that has made too many requests, with Retry-After', async () => {
    await using narrow = await givenGateway({ config: { tokenRequestsPerMinute: 1 } })
    const [operator, service] = [await givenOperator(narrow.db, 'admin'), null]
    const tokens = { api: await givenTokenRow(narrow, operator, []), ingest: await givenTokenRow(narrow, service, []) }
    await requestsWith(narrow.url, tokens.api).get('/api/admin/auth/session/')
    await requestsWith(narrow.url, tokens.ingest).get('/ingest/v1/whoami')
    for (const operation of refusing[429]()) {
      const secret = operation.path.startsWith('/ingest/') ? tokens.ingest : tokens.api
      const answer = await fetch(narrow.url + operation.path, {
        method: operation.method,
        headers: { authorization: `Bearer ${secret}` },
      })

      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
      expect(await hold(operation, answer)).toMatchObject({ status: 429 })
    }
  })

  it('another method, with Allow', async () => {
    for (const operation of refusing[405]()) {
      const answer = await send(operation, { method: 'PATCH', headers: credentials(operation) })

      expect(answer.headers.get('allow')).toContain(operation.method)
      expect(await hold(operation, answer)).toMatchObject({ status: 405 })
    }
  })

  it('a body of another type, and one that is too large', async () => {
    for (const operation of withBody()) {
      const [type = 'application/json'] = Object.keys((operation['requestBody']?.content ?? {}) as Json)
      const large = 'x'.repeat(type === 'application/json' ? 5_500_000 : 27_000_000)
      const form = { 'content-type': 'application/x-www-form-urlencoded' }
      const ofType = async (headers: Record<string, string>, body: string) =>
        hold(operation, await send(operation, { body, headers: { ...credentials(operation), ...headers } }))

      expect(await ofType(form, 'a=b')).toMatchObject({ status: 415 })
      expect(await ofType({ 'content-type': type }, large)).toMatchObject({ status: 413 })
    }
  })
})

it('every documented response is requested, except internal errors', () => {
  const documented = given.operations.flatMap(({ operationId, responses }) =>
    Object.keys(responses as Json).map((status) => `${operationId} ${status}`),
  )
  const refused = Object.entries(refusing).flatMap(([status, operations]) =>
    operations().map(({ operationId }) => `${operationId} ${status}`),
  )
  const asked = new Set([...cases.map(([operationId, status]) => `${operationId} ${status}`), ...refused])

  // 500 and 503 are the same for every operation; two tests above cause them where that is easy.
  const elsewhere = [withIdentityProvider, ...whileTheFirstRuns]
  expect(documented.filter((answer) => !asked.has(answer) && !/ 50[03]$/.test(answer))).toEqual(elsewhere)
})

/** An answer that needs an identity provider: test/auth/oidc. */
const withIdentityProvider = 'signOut 200'

/** Answers to a key whose first request still runs, which only another instance gets: test/instances/idempotency. */
const whileTheFirstRuns = [
  'reportSignInFailure 409',
  ...['putLibraries 409', 'putCustomers 409', 'putSuppliers 409'],
  'receiveMessage 409',
  'reportObservations 409',
]

const attached = { 'content-type': 'text/plain', 'x-sinli-subject': subjectOf(envio()) }

const behind = (scheme: 'session' | 'token') =>
  given.operations.filter(({ security }) => (security as Json[]).some((needed) => scheme in needed))

// The body of a beat is ignored.
const withBody = () =>
  given.operations.filter(
    ({ method, operationId }) => !['GET', 'DELETE'].includes(method) && operationId !== 'postBeat',
  )

/** The operations that must refuse with each status; the tests of refusals ask all of them. */
const refusing = {
  401: () => [...behind('session'), ...behind('token')],
  403: () => given.operations.filter(({ operationId }) => !['isLive', 'isReady'].includes(operationId)),
  405: () => given.operations.filter(({ responses }) => '405' in responses),
  429: () => [...new Set([...behind('session'), ...behind('token')])],
  413: withBody,
  415: withBody,
}
