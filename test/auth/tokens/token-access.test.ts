import WebSocket from 'ws'
import { createClient } from 'graphql-ws'
import { disableOperator } from '../../../src/auth/operator-admin.ts'
import { revokeToken } from '../../../src/auth/tokens/manage-tokens.ts'
import { givenGateway, type GivenGateway } from '../../support/gateway.ts'
import { givenOperator, givenSignedIn, somebody } from '../../support/auth/operators.ts'
import { openSocket } from '../../support/graphql/socket.ts'
import { givenServiceToken, givenToken, givenTokenRow, requestsWith } from '../../support/auth/tokens.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const here = () => new Date(gateway.clock.now())
const session = '/api/admin/auth/session/'
const readPanel = '{ notifications { badge } }'
const panel = `subscription ${readPanel}`
const everything = ['read:Session', 'read:Inventory', 'read:Panel', 'read:Incident']
const givenScript = async (scopes = everything) => {
  const operator = await givenOperator(gateway.db)
  return { operator, ...(await givenToken(gateway, operator, scopes)) }
}

/** A WebSocket that authenticates with `connection_init`. */
function openWith(authorization: unknown, headers: Record<string, string> = {}) {
  let tellClosed: (code: number) => void
  const closed = new Promise<number>((resolve) => (tellClosed = resolve))
  const client = createClient({
    url: `${gateway.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: class extends WebSocket {
      constructor(address: string, protocols: string[]) {
        super(address, protocols, { headers })
        this.once('close', (code) => tellClosed(code))
      }
    },
    connectionParams: { authorization },
    retryAttempts: 0,
    lazyCloseTimeout: 0,
  })
  const first = () =>
    new Promise<unknown>((resolve) =>
      client.subscribe({ query: panel }, { next: resolve, error: resolve, complete: () => resolve(null) }),
    )
  return { first, closed, dispose: () => client.dispose() }
}

it('a personal token is accepted over REST, GraphQL and on a socket, in its upgrade and in connection_init', async () => {
  const { operator, get, ask, authorization } = await givenScript()
  const upgraded = openSocket(gateway.url, { authorization })
  const connected = openWith(authorization)

  expect(await (await get(session)).json()).toMatchObject({ operator: { id: operator.id }, permissions: everything })
  expect(await ask('{ session { operator { id } permissions } }')).toMatchObject({
    status: 200,
    data: { session: { operator: { id: operator.id }, permissions: everything } },
  })
  expect(await upgraded.listen(panel).next()).toHaveProperty('notifications')
  expect(await connected.first()).toHaveProperty('data.notifications')
  await upgraded.dispose()
  await connected.dispose()
})

it('a request with a wrong token is 401 although it brings a valid cookie', async () => {
  const { cookie } = gateway
  const garbled = `Bearer vgp_${'x'.repeat(49)}`
  for (const authorization of [garbled, 'Bearer', 'bearer ', `BEARER ${'y'.repeat(10)}`]) {
    const socket = openSocket(gateway.url, { authorization, cookie })
    void socket.refusal(panel)

    expect((await gateway.get(session, { authorization })).status).toBe(401)
    expect((await gateway.post('/graphql', { query: readPanel }, { authorization })).status).toBe(401)
    expect(await socket.closed).toMatchObject({ code: 4403 })
  }
  for (const authorization of [garbled, 'x', 7, null]) {
    const socket = openWith(authorization, { cookie })
    void socket.first()

    expect(await socket.closed).toBe(4403)
  }
})

it('a token as a cookie, a cookie as a token, and the token of a service authenticate nobody', async () => {
  const { secret, ask } = await givenScript()
  await ask(readPanel)
  const service = await givenServiceToken(gateway)
  const [name, value = ''] = gateway.cookie.split('=')
  await gateway.query(readPanel)

  const asCookie = { cookie: `${name}=${secret}` }
  const statuses = [
    (await fetch(gateway.url + session, { headers: asCookie })).status,
    (await gateway.post('/graphql', { query: readPanel }, asCookie)).status,
    (await gateway.post('/graphql', { query: readPanel }, { cookie: `${name}=bearer%20${secret}` })).status,
    (await requestsWith(gateway.url, value).ask(readPanel))['status'],
    (await service.get(session)).status,
    (await service.ask(readPanel))['status'],
  ]

  expect(statuses).toEqual([401, 401, 401, 401, 401, 401])
})

it('a page of another origin is rejected with a cookie; with a token the origin does not matter', async () => {
  const { get, post, authorization } = await givenScript()
  const elsewhere = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
  const socket = openSocket(gateway.url, { ...elsewhere, authorization })

  expect((await gateway.get(session, elsewhere)).status).toBe(403)
  expect((await get(session, elsewhere)).status).toBe(200)
  expect((await post('/graphql', { query: readPanel }, elsewhere)).status).toBe(200)
  expect(await socket.listen(panel).next()).toHaveProperty('notifications')
  await socket.dispose()
})

it('a request with another scheme, as of a proxy, is authenticated by its cookie', async () => {
  expect((await gateway.get(session, { authorization: 'Basic YTpi' })).status).toBe(200)
})

it('an equal query of a token with other scopes is not answered from the response cache', async () => {
  const operator = await givenOperator(gateway.db, 'operador')
  const allowed = await givenToken(gateway, operator, ['read:Panel'])
  const other = await givenToken(gateway, operator, ['read:Incident'])
  const asked = async () => [(await allowed.ask(readPanel))['status'], (await other.ask(readPanel))['status']]

  expect([await asked(), await asked(), await asked()]).toEqual([
    [200, 403],
    [200, 403],
    [200, 403],
  ])
  expect((await (await givenSignedIn(gateway, 'operador')).ask(readPanel))['status']).toBe(200)
})

it('a revoked token is 401 at once, although it was just used, and its sockets alone are closed with 4403', async () => {
  const { operator, token, get, ask, authorization } = await givenScript()
  const other = openSocket(gateway.url, { authorization: (await givenScript()).authorization })
  await other.listen(panel).next()
  let otherClosed = false
  void other.closed.then(() => (otherClosed = true))
  const socket = openSocket(gateway.url, { authorization })
  await socket.listen(panel).next()
  await ask(readPanel)

  await revokeToken(gateway.db, token, { ...somebody, operator }, here())

  expect((await ask(readPanel))['status']).toBe(401)
  expect((await get(session)).status).toBe(401)
  expect(await socket.closed).toMatchObject({ code: 4403 })
  expect(otherClosed).toBe(false)
  await other.dispose()
})

it('a token of an operator without a session ends with the operator, and follows their role', async () => {
  const { operator, ask, get, authorization } = await givenScript([
    'read:Panel',
    'read:Session',
    'acknowledge:Incident',
  ])
  const socket = openSocket(gateway.url, { authorization })
  await socket.listen(panel).next()
  await ask(readPanel)

  await gateway.db.operator.update({ where: { id: operator.id }, data: { role: 'lector' } })
  expect(await (await get(session)).json()).toMatchObject({ permissions: ['read:Session', 'read:Panel'] })

  await disableOperator(gateway.db, operator.id, somebody, here())
  expect((await ask(readPanel))['status']).toBe(401)
  expect((await get(session)).status).toBe(401)
  expect(await socket.closed).toMatchObject({ code: 4403 })
})

it.each([
  ['GET', '/api/admin/tokens/'],
  ['POST', '/api/admin/tokens/'],
  ['POST', '/api/admin/tokens/x/revoke/'],
  ['GET', '/api/admin/service-tokens/'],
  ['POST', '/api/admin/service-tokens/'],
  ['POST', '/api/admin/service-tokens/x/revoke/'],
])('no token manages tokens: %s %s', async (method, path) => {
  const secret = await givenTokenRow(gateway, await givenOperator(gateway.db, 'admin'), [
    ...everything,
    'manage:Operator',
  ])
  const { get, post } = requestsWith(gateway.url, secret)

  const answer = await (method === 'GET' ? get(path) : post(path, {}))

  expect(await answer.json()).toMatchObject({ status: 403, detail: expect.stringContaining('No token allows this') })
})

it.each([
  ['a token', 'mutation { createMyToken(input: { name: "x", scopes: [], expiresInDays: 1 }) { secret } }'],
  ['the list of tokens', '{ myTokens { id } }'],
  ['the list of tokens of services', '{ serviceTokens { id } }'],
  ['the list of trusted documents', '{ trustedDocuments { id } }'],
  ['a password', 'mutation { changePassword(current: "x", next: "y") { role } }'],
  ["another operator's password", 'mutation { resetOperatorPassword(id: "x") { password } }'],
  ['an operator', 'mutation { disableOperator(id: "x") { id } }'],
  ['the list of operators', '{ operators { id } }'],
  ['the sessions', 'mutation { signOutEverywhere }'],
])('no token of any scope changes or reads %s', async (_, query) => {
  const scopes = [...everything, 'manage:Operator', 'signed-in']
  const secret = await givenTokenRow(gateway, await givenOperator(gateway.db, 'admin'), scopes)

  const answer = await requestsWith(gateway.url, secret).ask(query)

  expect(answer).toMatchObject({ status: 403, errors: [{ message: expect.stringContaining('No token allows this') }] })
})

it('signing out with a token ends no session and not the token', async () => {
  const { operator, post, get } = await givenScript()

  expect((await post('/auth/logout')).status).toBe(204)
  expect((await get(session)).status).toBe(200)
  expect(await gateway.db.auditEntry.count({ where: { actor: operator.email, action: 'sign-out' } })).toBe(0)
})

it('the last use of a token is noted at most once a minute, with address and User-Agent', async () => {
  const { token, get } = await givenScript()
  const row = () => gateway.db.apiToken.findUniqueOrThrow({ where: { id: token.id } })

  await get(session, { 'user-agent': 'a-script/1' })
  const first = await row()
  await gateway.pass(59)
  await get(session, { 'user-agent': 'a-script/2' })
  const same = await row()
  await gateway.pass(2)
  await get(session, { 'user-agent': 'a-script/3' })
  const later = (await row()).lastUsedAt as Date

  expect(first).toMatchObject({ lastAddress: '127.0.0.1', lastAgent: 'a-script/1' })
  expect(same).toEqual(first)
  expect(later.getTime() - (first.lastUsedAt as Date).getTime()).toBe(61_000)
})

it('the use of a token is noted after the clock was set back', async () => {
  const { token, get } = await givenScript()
  await gateway.db.apiToken.update({
    where: { id: token.id },
    data: { lastUsedAt: new Date(gateway.clock.now() + 3_600_000) },
  })
  await get(session)

  const { lastUsedAt } = await gateway.db.apiToken.findUniqueOrThrow({ where: { id: token.id } })
  expect(lastUsedAt).toEqual(here())
})

it('an expired token is 401 although it was just used, and its sockets are closed with 4403 within five seconds', async () => {
  const { ask, get, token, authorization } = await givenScript()
  await gateway.db.apiToken.update({
    where: { id: token.id },
    data: { expiresAt: new Date(gateway.clock.now() + 1_000) },
  })
  const socket = openSocket(gateway.url, { authorization })
  await socket.listen(panel).next()
  expect((await ask(readPanel))['status']).toBe(200)

  await gateway.pass(1)
  expect([(await ask(readPanel))['status'], (await get(session)).status]).toEqual([401, 401])
  await gateway.pass(5)
  expect(await socket.closed).toMatchObject({ code: 4403 })
})
