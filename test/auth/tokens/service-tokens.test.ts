import { revokeToken } from '../../../src/auth/tokens/manage-tokens.ts'
import { serviceScopes } from '../../../src/auth/tokens/scopes.ts'
import { ingestOperations } from '../../../src/http/ingest/routes.ts'
import { givenGateway, outcome, type GivenGateway, type Json } from '../../support/gateway.ts'
import { givenOperator, somebody } from '../../support/auth/operators.ts'
import { statementsOf } from '../../support/database/statements.ts'
import { givenServiceToken, givenToken, requestsWith } from '../../support/auth/tokens.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const by = { ...somebody, operator: { ...somebody.operator, role: 'admin' as const } }
const whoami = '/ingest/v1/whoami'
const report = { observations: [outcome(200)] }
const put = (authorization: string, path: string, body: Json) =>
  fetch(gateway.url + path, {
    method: 'PUT',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

describe('every route of the ingest API', () => {
  const routes = ingestOperations.map((route) => ({ ...route, path: route.path.replace(/\/:\w+/g, '/nobody') }))
  const call = async (scopes: readonly string[], { method, path, reads }: (typeof routes)[number]) => {
    const { authorization } = await givenServiceToken(gateway, scopes)
    const type = reads?.types[0] ?? 'application/json'
    const hasBody = method === 'POST' || method === 'PUT'
    const headers = { authorization, ...(hasBody && { 'content-type': type }) }
    return fetch(gateway.url + path, { method, headers, ...(hasBody && { body: '{}' }) })
  }

  it.each(routes)('$method $path takes a token with its scope $scope', async (route) => {
    expect([401, 403, 500, 503]).not.toContain((await call(serviceScopes, route)).status)
  })

  it.each(routes.filter(({ scope }) => scope))('$method $path refuses a token without $scope', async (route) => {
    const answer = await call(
      serviceScopes.filter((scope) => scope !== route.scope),
      route,
    )

    expect(answer.status).toBe(403)
    expect(await answer.text()).toContain(`it needs the scope ${String(route.scope)}`)
  })

  it('but the one that tells a service what its token is needs a scope', () => {
    expect(routes.filter(({ scope }) => !scope).map(({ path }) => path)).toEqual([whoami])
  })
})

it('a service learns what its token is, and what the shared one is', async () => {
  const { token, get } = await givenServiceToken(gateway, ['ingest:sinli'], 'Mensajería')
  const first = (await (await get(whoami)).json()) as Json
  const second = (await (await get(whoami)).json()) as Json
  const shared = await (await requestsWith(gateway.url, gateway.ingestToken).get(whoami)).json()

  expect(first).toEqual({
    name: 'Mensajería',
    scopes: ['ingest:sinli'],
    expiresAt: token.expiresAt.toISOString(),
    lastUsedAt: null,
    lastHeardAt: null,
    service: { id: token.serviceId, intervalSeconds: null, lastReportAt: null, lastRefusal: null },
    unmatched: [],
    refused: [],
  })
  expect(second['lastUsedAt']).not.toBeNull()
  expect(shared).toMatchObject({ name: 'INGEST_TOKEN', scopes: serviceScopes, expiresAt: null, lastUsedAt: null })
})

it('a personal token is refused by the ingest API with a sentence, whatever its role', async () => {
  const { get } = await givenToken(gateway, await givenOperator(gateway.db, 'admin'), ['read:Panel'])

  const answer = await get(whoami)

  expect(await answer.json()).toMatchObject({ status: 403, detail: expect.stringContaining('personal token') })
})

it('a revoked or expired token of a service is 401, and another one of it goes on', async () => {
  const [old, next] = [await givenServiceToken(gateway), await givenServiceToken(gateway)]
  const statuses = async () => [
    (await old.post('/ingest/v1/observations', report)).status,
    (await next.post('/ingest/v1/observations', report)).status,
  ]
  await gateway.db.apiToken.update({
    where: { id: next.token.id },
    data: { expiresAt: new Date(gateway.clock.now() + 1_000) },
  })
  expect(await statuses()).toEqual([202, 202])

  await revokeToken(gateway.db, old.token, by, new Date(gateway.clock.now()))
  expect(await statuses()).toEqual([401, 202])

  await gateway.pass(1)
  expect(await statuses()).toEqual([401, 401])
})

it('the token of a service is looked up once in two seconds', async () => {
  const { post } = await givenServiceToken(gateway)
  const send = () => statementsOf(() => post('/ingest/v1/observations', report), 'ApiToken')
  await send()

  const again = await send()
  await gateway.pass(2)

  expect(again).toBe(0)
  expect(await send()).toBeGreaterThan(0)
})

it.each(['Bearer ', 'bearer ', 'BEARER ', 'Bearer  ', 'Bearer\t', ' Bearer '])(
  'the token of a service and INGEST_TOKEN are taken after %j',
  async (scheme) => {
    const { authorization } = await givenServiceToken(gateway)

    for (const token of [authorization.slice('Bearer '.length), gateway.ingestToken]) {
      const { status } = await fetch(`${gateway.url}/ingest/v1/whoami`, { headers: { authorization: scheme + token } })
      expect(status).toBe(200)
    }
    for (const wrong of ['', 'x', `${gateway.ingestToken}x`, `x ${gateway.ingestToken}`]) {
      const { status } = await fetch(`${gateway.url}/ingest/v1/whoami`, { headers: { authorization: scheme + wrong } })
      expect(status).toBe(401)
    }
  },
)

it('the audit trail names the token with which a service locked or retired something, and none for INGEST_TOKEN', async () => {
  const { authorization } = await givenServiceToken(gateway)
  const customer = { name: 'Una', email: 'una@example.org' }
  const updatedAt = (minute: number) => ({ updatedAt: `2026-02-01T00:0${minute}:00Z` })
  const shared = `Bearer ${gateway.ingestToken}`
  const path = '/ingest/v1/customers/t-1'
  await put(shared, path, { ...customer, ...updatedAt(0) })
  await put(authorization, path, { ...customer, ...updatedAt(1), locked: true })
  await put(shared, path, { ...customer, ...updatedAt(2), locked: false })
  for (let count = 0; count < 5; count++)
    await requestsWith(gateway.url, authorization.slice(7)).post(`${path}/sign-in-failures`, {})
  await put(shared, '/ingest/v1/integrations/pagos', { name: 'Pagos' })
  await fetch(`${gateway.url}/ingest/v1/integrations/pagos`, { method: 'DELETE', headers: { authorization } })

  const entries = await gateway.db.auditEntry.findMany({
    where: { actor: 'ingest', object: { in: ['customer:t-1', 'integration:pagos'] } },
    orderBy: { id: 'asc' },
  })

  expect(entries.map(({ action, tokenName }) => [action, tokenName])).toEqual([
    ['customer.lock', 'Pedidos'],
    ['customer.unlock', null],
    ['customer.lock', 'Pedidos'],
    ['subject.retire', 'Pedidos'],
  ])
})

it('an Idempotency-Key of one service is not that of another', async () => {
  const [one, other] = [await givenServiceToken(gateway), await givenServiceToken(gateway)]
  const key = { 'idempotency-key': 'a key' }
  await one.post('/ingest/v1/observations', report, key)

  const answer = await other.post('/ingest/v1/observations', { observations: [] }, key)

  expect(answer.status).toBe(202)
})

it('a service token is accepted where INGEST_TOKEN is not set; without a token the answer is 503', async () => {
  await using closed = await givenGateway({ config: { ingestToken: null } })
  const { get } = await givenServiceToken(closed)

  expect((await get(whoami)).status).toBe(200)
  expect((await fetch(closed.url + whoami)).status).toBe(503)
})
