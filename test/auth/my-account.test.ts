import { changePassword } from '../../src/auth/my-account.ts'
import { signIn as signInDirectly } from '../../src/auth/sign-in.ts'
import { givenGateway, type GivenGateway, type Json } from '../support/gateway.ts'
import { givenOperator, givenSession, givenSignedIn, password, somebody, trySignIn } from '../support/auth/operators.ts'
import { openSocket } from '../support/graphql/socket.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const next = 'una-clave-bien-nueva'
const sessionOf = (cookie: string) => fetch(`${gateway.url}/api/admin/auth/session/`, { headers: { cookie } })
const here = () => new Date(gateway.clock.now())
const changing = (current: string, wanted: string) =>
  [
    'mutation ($current: String!, $next: String!) { changePassword(current: $current, next: $next) { role } }',
    { current, next: wanted },
  ] as const

it('a change of password ends all other sessions, open sockets included', async () => {
  const { operator, cookie, ask } = await givenSignedIn(gateway, 'lector')
  const other = await givenSession(gateway.db, operator, here())
  const socket = openSocket(gateway.url, { cookie: other.cookie })
  await socket.listen('subscription { notifications { badge } }').next()

  const answer = await ask(...changing(password, next))

  expect(answer).toEqual({ status: 200, data: { changePassword: { role: 'lector' } } })
  expect(await socket.closed).toMatchObject({ code: 4403 })
  expect([(await sessionOf(cookie)).status, (await sessionOf(other.cookie)).status]).toEqual([200, 401])
  expect((await trySignIn(gateway.url, operator.email, password)).status).toBe(401)
  expect((await trySignIn(gateway.url, operator.email, next)).status).toBe(200)
  const entries = await gateway.db.auditEntry.findMany({ where: { actor: operator.email }, orderBy: { id: 'asc' } })
  expect(entries[1]).toMatchObject({ action: 'operator.password', after: { sessionsEnded: 1 }, address: '127.0.0.1' })
  expect(JSON.stringify(entries)).not.toContain(next)
})

it.each([
  ['corta', 'A password has at least 12 characters; this one has 5.'],
  ['x'.repeat(201), 'A password has at most 200 characters; this one has 201.'],
  [password, 'The new password must be another one.'],
])('the new password %s is refused', async (wanted, sentence) => {
  const { cookie, ask } = await givenSignedIn(gateway)

  const { errors } = await ask(...changing(password, wanted))

  expect(errors).toMatchObject([{ message: sentence, extensions: { code: 'INVALID_INPUT' } }])
  expect((await sessionOf(cookie)).status).toBe(200)
})

it('the e-mail is refused as a password, in any spelling', async () => {
  const { operator, ask } = await givenSignedIn(gateway)

  const { errors } = await ask(...changing(password, ` ${operator.email.toUpperCase()}`))

  expect(errors[0].message).toBe('The password must not be the e-mail: everybody knows that.')
})

it('wrong current passwords count exactly as failed sign-ins, however many are concurrent', async () => {
  const { operator, ask } = await givenSignedIn(gateway)

  const answers = await Promise.all(Array.from({ length: 30 }, () => ask(...changing('wrong', next))))
  const right = await ask(...changing(password, next))

  const codes = answers.map(({ errors }) => errors[0].extensions.code as string)
  expect(codes.filter((code) => code === 'INVALID_INPUT')).toHaveLength(5)
  expect(codes.filter((code) => code === 'TOO_MANY_ATTEMPTS')).toHaveLength(25)
  expect(right.errors[0].extensions).toMatchObject({ code: 'TOO_MANY_ATTEMPTS', retryAfterSeconds: 900 })
  expect(
    await gateway.db.auditEntry.count({ where: { actor: operator.email, action: 'operator.password-failed' } }),
  ).toBe(5)
})

it('one of several concurrent changes of a password succeeds', async () => {
  const operator = await givenOperator(gateway.db)
  const { sessionId } = await givenSession(gateway.db, operator, here())

  const outcomes = await Promise.allSettled(
    [1, 2, 3, 4].map((number) =>
      changePassword(
        gateway.db,
        { current: password, next: `${next} ${number}` },
        { ...somebody, operator, sessionId },
        here(),
      ),
    ),
  )

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

it('no session opened with the old password survives a concurrent change of it', async () => {
  for (let round = 0; round < 5; round++) {
    const operator = await givenOperator(gateway.db)
    const { sessionId } = await givenSession(gateway.db, operator, here())
    const signIn = () =>
      signInDirectly(gateway.db, {
        email: operator.email,
        password,
        address: '198.51.100.9',
        requestId: null,
        at: here(),
        idleMinutes: 60,
        oldToken: null,
        isBreakGlass: false,
      })

    await Promise.allSettled([
      signIn(),
      changePassword(gateway.db, { current: password, next }, { ...somebody, operator, sessionId }, here()),
      signIn(),
      signIn(),
    ])

    expect(await gateway.db.session.findMany({ where: { operatorId: operator.id } })).toMatchObject([{ id: sessionId }])
  }
})

it("an operator lists and ends their own sessions, and nobody else's", async () => {
  const { operator, ask } = await givenSignedIn(gateway, 'lector')
  const other = await givenSession(gateway.db, operator, new Date(gateway.clock.now() - 60_000))
  const foreign = await givenSession(gateway.db, await givenOperator(gateway.db), here())
  const end = (id: string) => ask('mutation ($id: ID!) { endSession(id: $id) { isCurrent } }', { id })

  const listed = await ask('{ mySessions { id isCurrent createdAt seenAt expiresAt address } }')
  const ended = await end(other.sessionId)
  const again = await end(other.sessionId)
  const stolen = await end(foreign.sessionId)

  expect(listed.data.mySessions).toMatchObject([
    { isCurrent: true, address: '127.0.0.1' },
    { id: other.sessionId, isCurrent: false, address: '198.51.100.7' },
  ])
  expect(ended.data).toEqual({ endSession: [{ isCurrent: true }] })
  expect((await sessionOf(other.cookie)).status).toBe(401)
  for (const { errors } of [again, stolen]) expect(errors[0].extensions.code).toBe('NOT_FOUND')
  expect((await sessionOf(foreign.cookie)).status).toBe(200)
})

it('signing out everywhere ends the current session too', async () => {
  const { operator, cookie, ask } = await givenSignedIn(gateway, 'lector')
  const other = await givenSession(gateway.db, operator, here())

  const { data } = await ask('mutation { signOutEverywhere }')

  expect(data).toEqual({ signOutEverywhere: 2 } satisfies Json)
  expect([(await sessionOf(cookie)).status, (await sessionOf(other.cookie)).status]).toEqual([401, 401])
})
