import { randomUUID } from 'node:crypto'
import { encode } from '../../src/sinli/encode.ts'
import { givenGateway, outcome, times, type GivenGateway, type Json } from '../support/gateway.ts'
import { envio, givenTrade, mailOf, shop, subjectOf, supplier } from '../support/inbound.ts'
import { fits, givenDocument, type Documented, type GivenDocument } from '../support/openapi.ts'
import { givenSignedIn, trySignIn } from '../support/operators.ts'

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

type Asked = { query?: string; id?: string; body?: unknown; headers?: Record<string, string>; method?: string }

const operationOf = (operationId: string) => {
  const operation = given.operations.find((one) => one.operationId === operationId)
  if (!operation) throw new Error(`The document has no operation ${operationId}.`)
  return operation
}

/** Asks an operation as whoever may, and holds the answer against the document. */
async function ask(operationId: string, asked: Asked = {}): Promise<{ status: number; body: Json }> {
  const operation = operationOf(operationId)
  return hold(operation, await send(operation, { ...asked, headers: { ...credentials(operation), ...asked.headers } }))
}

async function hold(operation: Documented, answer: Response) {
  const { status } = answer
  const body = (await fits(given, operation, answer)) as Json
  return { status, body }
}

function send({ method: documented, path }: Documented, { query = '', id = 'nobody', body, headers, method }: Asked) {
  const raw = Buffer.isBuffer(body) || typeof body === 'string'
  return fetch(`${gateway.url}${path.replace(/\{\w+\}/, id)}${query}`, {
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

async function askedWithUsedKey(): Promise<Asked> {
  const headers = { 'idempotency-key': randomUUID() }
  await ask('replayMessages', { body: { status: 'failed' }, headers })
  return { body: { status: 'failed', force: true }, headers }
}

async function askedOnceTooOften(): Promise<Asked> {
  const body = { email: `${randomUUID()}@example.org`, password: 'wrong' }
  for (let failed = 0; failed < 5; failed += 1) await trySignIn(gateway.url, body.email, body.password)
  return { body }
}

type Case = [operationId: string, status: number, asked: () => Asked | Promise<Asked>]

/** One request for each documented answer of one operation, whatever was asked before it. */
const cases: Case[] = [
  ['signIn', 200, () => ({ body: { email: gateway.email, password: gateway.password } })],
  ['signIn', 400, () => ({ body: {} })],
  ['signIn', 401, () => ({ body: { email: `${randomUUID()}@example.org`, password: 'wrong' } })],
  ['signIn', 429, askedOnceTooOften],
  ['signOut', 204, () => ({ body: {} })],
  ['signOut', 400, () => ({ body: '{', headers: { 'content-type': 'application/json' } })],
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
  ['readInventory', 400, () => ({ query: '?method=PUT' })],
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
  ['putIntegration', 201, () => ({ id: unusedId(), body: { name: 'Pasarela' } })],
  ['putIntegration', 200, () => putBefore('putIntegration', { name: 'Pasarela' })],
  ['putIntegration', 400, () => ({ id: unusedId(), body: {} })],
  ['putSupplier', 201, () => ({ id: unusedId(), body: named })],
  ['putSupplier', 200, () => putBefore('putSupplier', named)],
  ['putSupplier', 400, () => ({ id: 'no-id', body: named })],
  ['receiveMessage', 202, () => ({ body: mailOf(envio()), headers: { 'content-type': 'message/rfc822' } })],
  ['receiveMessage', 202, () => ({ body: Buffer.from(encode(envio())), headers: attached })],
  ['receiveMessage', 400, () => ({ body: '', headers: { 'content-type': 'text/plain' } })],
  ['reportObservations', 202, () => ({ body: { observations: [outcome(200), { kind: 'nothing' }] } })],
  ['reportObservations', 400, () => ({ body: { observations: 'none' } })],
  ['isLive', 200, () => ({})],
  ['isReady', 200, () => ({})],
  ['readMetrics', 200, () => ({})],
]

describe('what is answered is what is documented:', () => {
  it.each(cases)('%s with %i', async (operationId, status, asked) => {
    expect(await ask(operationId, await asked())).toMatchObject({ status })
  })

  it('an endpoint with everything there is to say about it', async () => {
    await somethingFails()

    const { body } = await ask('readInventory')

    const [failing] = body['criticalEndpoints'].filter(({ state }: Json) => state === 'Fallando')
    expect(failing).toMatchObject({
      latency: { p95: expect.any(Number) },
      openIncident: { status: 'OPEN' },
      reason: expect.any(String),
    })
  })

  it('too many failed sign-ins, and when to try again', async () => {
    const answer = await send(operationOf('signIn'), await askedOnceTooOften())

    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await hold(operationOf('signIn'), answer)).toMatchObject({ status: 429 })
  })

  it('someone who may not', async () => {
    const { cookie } = await givenSignedIn(gateway, 'lector')

    for (const operationId of ['unlockLogin', 'replayMessages'])
      expect(await ask(operationId, { body: {}, headers: { cookie } })).toMatchObject({ status: 403 })
  })

  it('a service that takes nothing in', async () => {
    await using closed = await givenGateway({ config: { ingestToken: null } })
    for (const operation of behind('token')) {
      const answer = await fetch(closed.url + operation.path, { method: operation.method })

      expect(await hold(operation, answer)).toMatchObject({ status: 503 })
    }
  })

  it('a failure of our own', async () => {
    await gateway.db.$executeRaw`ALTER TABLE "Library" RENAME TO "Lost"`
    try {
      const answers = await Promise.all([ask('listLibraries'), ask('putLibrary', { body: named })])

      expect(answers.map(({ status }) => status)).toEqual([500, 500])
    } finally {
      await gateway.db.$executeRaw`ALTER TABLE "Lost" RENAME TO "Library"`
    }
  })
})

describe('every operation refuses as is documented', () => {
  it('whoever brings nothing', async () => {
    for (const operation of refusing[401]())
      expect(await hold(operation, await send(operation, {}))).toMatchObject({ status: 401 })
  })

  it('a page of another origin', async () => {
    const origin = 'https://elsewhere.example'
    for (const operation of refusing[403]())
      expect(await hold(operation, await send(operation, { headers: { origin } }))).toMatchObject({ status: 403 })
  })

  it('another method, where it says which one is right', async () => {
    for (const operation of refusing[405]()) {
      const answer = await send(operation, { method: 'DELETE', headers: credentials(operation) })

      expect(answer.headers.get('allow')).toContain(operation.method)
      expect(await hold(operation, answer)).toMatchObject({ status: 405 })
    }
  })

  it('a body of another type, and one that is too large', async () => {
    for (const operation of withBody()) {
      const [type = 'application/json'] = Object.keys((operation['requestBody']?.content ?? {}) as Json)
      const large = 'x'.repeat(type === 'application/json' ? 1_100_000 : 27_000_000)
      const form = { 'content-type': 'application/x-www-form-urlencoded' }
      const ofType = async (headers: Record<string, string>, body: string) =>
        hold(operation, await send(operation, { body, headers: { ...credentials(operation), ...headers } }))

      expect(await ofType(form, 'a=b')).toMatchObject({ status: 415 })
      expect(await ofType({ 'content-type': type }, large)).toMatchObject({ status: 413 })
    }
  })
})

it('asks for every documented answer, failures of the service itself apart', () => {
  const documented = given.operations.flatMap(({ operationId, responses }) =>
    Object.keys(responses as Json).map((status) => `${operationId} ${status}`),
  )
  const refused = Object.entries(refusing).flatMap(([status, operations]) =>
    operations().map(({ operationId }) => `${operationId} ${status}`),
  )
  const asked = new Set([...cases.map(([operationId, status]) => `${operationId} ${status}`), ...refused])

  // 500 and 503 are the same for every operation; two tests above cause them where that is easy.
  expect(documented.filter((answer) => !asked.has(answer) && !/ 50[03]$/.test(answer))).toEqual([])
})

const attached = { 'content-type': 'text/plain', 'x-sinli-subject': subjectOf(envio()) }

const behind = (scheme: 'session' | 'token') =>
  given.operations.filter(({ security }) => (security as Json[]).some((needed) => scheme in needed))

const withBody = () => given.operations.filter(({ method }) => method !== 'GET')

/** The operations that must refuse with each status; the tests of refusals ask all of them. */
const refusing = {
  401: () => [...behind('session'), ...behind('token')],
  403: () => given.operations.filter(({ operationId }) => !['isLive', 'isReady'].includes(operationId)),
  405: () => behind('session'),
  413: withBody,
  415: withBody,
}
