import { findSession, listActiveSessions, openSession, sessionIdOf } from '../../src/auth/sessions.ts'
import { givenGateway, signIn, type GivenGateway } from '../support/gateway.ts'
import { givenOperator, givenSignedIn, password, trySignIn } from '../support/auth/operators.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const session = '/api/admin/auth/session/'
const minutes = (count: number) => new Date(Date.parse('2026-03-01T12:00:00Z') + count * 60_000)
const sessionOf = (cookie: string) => fetch(gateway.url + session, { headers: { cookie } })

it('a sign-in opens a session of its own, and ends the one that was presented', async () => {
  const { operator, cookie } = await givenSignedIn(gateway)

  const answer = await trySignIn(gateway.url, operator.email, password, { cookie })
  const fresh = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''

  expect(fresh).not.toBe(cookie)
  expect((await sessionOf(fresh)).status).toBe(200)
  expect((await sessionOf(cookie)).status).toBe(401)
})

it('a sign-in does not adopt a session id that the browser sends', async () => {
  const { email } = await givenOperator(gateway.db)
  const planted = `vigia_session=${'a'.repeat(43)}`

  await trySignIn(gateway.url, email, password, { cookie: planted })

  expect((await sessionOf(planted)).status).toBe(401)
})

it('a session is invalid after the sign-out, which may be repeated', async () => {
  const { cookie, post } = await givenSignedIn(gateway)

  const answer = await post('/auth/logout')

  expect(answer.status).toBe(204)
  expect(answer.headers.getSetCookie()).toEqual([expect.stringContaining('vigia_session=; Max-Age=0')])
  expect((await sessionOf(cookie)).status).toBe(401)
  expect((await post('/auth/logout')).status).toBe(204)
})

it('a session ends when its operator is disabled, and follows their role', async () => {
  const { operator, cookie } = await givenSignedIn(gateway, 'operador')

  await gateway.db.operator.update({ where: { id: operator.id }, data: { role: 'lector' } })
  expect(await (await sessionOf(cookie)).json()).toMatchObject({ role: 'lector' })

  await gateway.db.operator.update({ where: { id: operator.id }, data: { disabledAt: new Date() } })
  expect((await sessionOf(cookie)).status).toBe(401)
})

it('a session as stored does not contain its token, and its id authenticates nobody', async () => {
  const { operator, cookie } = await givenSignedIn(gateway)
  const token = cookie.split('=')[1] ?? ''

  const stored = await gateway.db.session.findFirstOrThrow({ where: { operatorId: operator.id } })

  expect(JSON.stringify(stored)).not.toContain(token)
  expect((await sessionOf(`vigia_session=${stored.id}`)).status).toBe(401)
})

it('a session lasts while it is used, and ends after the idle time', async () => {
  const operator = await givenOperator(gateway.db)
  const { token } = await openSession(gateway.db, operator, { address: '', at: minutes(0), idleMinutes: 30 })
  const found = (at: number) => findSession(gateway.db, token, minutes(at), 30)

  expect(await found(29)).toMatchObject({ operator: { id: operator.id }, expiresAt: minutes(59) })
  expect(await found(58)).toMatchObject({ expiresAt: minutes(88) })
  expect(await found(88)).toBeNull()
})

it.each([1, 2, 3, 4, 5, 60, 1_440])(
  'with an idle time of %i minutes, a session that is used every few seconds stays, and ends when that time has passed without use',
  async (idleMinutes) => {
    const operator = await givenOperator(gateway.db)
    const { token } = await openSession(gateway.db, operator, { address: '', at: minutes(0), idleMinutes })
    const found = (at: number) => findSession(gateway.db, token, minutes(at), idleMinutes)
    const used = [...Array(60).keys()].map((index) => ((index + 1) * Math.min(idleMinutes, 60)) / 12)

    for (const at of used) expect(await found(at)).not.toBeNull()
    const { expiresAt } = (await found(used.at(-1) ?? 0))!
    const unnoted = minutes((used.at(-1) ?? 0) + idleMinutes).getTime() - expiresAt.getTime()

    expect(unnoted).toBeLessThan(Math.min(1, idleMinutes / 4) * 60_000)
    expect(await listActiveSessions(gateway.db, [sessionIdOf(token)], new Date(expiresAt.getTime() - 1))).toHaveLength(
      1,
    )
    expect(await findSession(gateway.db, token, expiresAt, idleMinutes)).toBeNull()
  },
)

it('a session ends after seven days, however much it is used', async () => {
  const operator = await givenOperator(gateway.db)
  const week = 7 * 24 * 60
  const { token, viewer } = await openSession(gateway.db, operator, {
    address: '',
    at: minutes(0),
    idleMinutes: 10_080,
  })
  const found = (at: number) => findSession(gateway.db, token, minutes(at), 10_080)

  expect(await found(week - 1)).toMatchObject({ expiresAt: minutes(week) })
  expect(await listActiveSessions(gateway.db, [viewer.sessionId, 'another'], minutes(week - 1))).toMatchObject([
    { sessionId: viewer.sessionId, operator: { id: operator.id } },
  ])
  expect(await found(week)).toBeNull()
  expect(await listActiveSessions(gateway.db, [viewer.sessionId], minutes(week))).toEqual([])
})

it('the cookie of a session is Secure with the prefix __Host- where the public origin is HTTPS', async () => {
  await using secure = await givenGateway({ config: { publicOrigin: 'https://admin.example.org' } })

  const answer = await trySignIn(secure.url, secure.email, secure.password)

  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-vigia_session=.*; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
  ])
  expect((await secure.get(session, { cookie: await signIn(secure.url, secure.email, secure.password) })).status).toBe(
    200,
  )
})
