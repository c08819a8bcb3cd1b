import { SignJWT } from 'jose'
import { hashToken } from '../../src/auth/secret-token.ts'
import { log } from '../../src/lib/log.ts'
import { runningClock } from '../support/clock.ts'
import { givenDatabase, type GivenDatabase } from '../support/database/database.ts'
import { givenForgingProvider, type Forgery, type GivenForgingProvider } from '../support/auth/forging-provider.ts'
import { givenGateway, type GivenGateway, type Json } from '../support/gateway.ts'
import { findFreePort, oidcSettings } from '../support/auth/identity-provider.ts'
import { beginSignIn, finishSignIn } from '../support/auth/oidc-client.ts'

const publicOrigin = 'http://vigia.example.org'

let database: GivenDatabase
let provider: GivenForgingProvider
let gateways: [GivenGateway, GivenGateway]
beforeAll(async () => {
  database = await givenDatabase()
  provider = await givenForgingProvider('vigia')
  const config = { publicOrigin, oidc: oidcSettings(provider.issuer) }
  const other = { ...database, ...(await database.openAgain()) }
  const clock = runningClock()
  gateways = [await givenGateway({ config, database, clock }), await givenGateway({ config, database: other, clock })]
})
afterAll(async () => {
  for (const gateway of gateways) await gateway[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

/** The claims of a person who may sign in. */
const person = (claims: Json = {}): Json => {
  const sub = crypto.randomUUID()
  return { sub, email: `${sub}@example.org`, email_verified: true, roles: ['soporte'], ...claims }
}

/** Signs in at the first gateway with an ID token and an answer as a test wants them. */
async function signInWith({ claims, key }: Forgery, answer: Record<string, string> = {}, at = gateways[0]) {
  const begun = await beginSignIn(gateways[0].url)
  const code = await provider.issueCode({ claims: { nonce: begun.nonce, ...person(), ...claims }, ...(key && { key }) })
  const query = new URLSearchParams({ code, state: begun.state, iss: provider.issuer, ...answer })
  return finishSignIn(`${at.url}/auth/oidc/callback?${query.toString()}`, begun.cookie)
}

it('the due ID token signs in, so that those below fail for their one deviation', async () => {
  expect(await signInWith({})).toMatchObject({ status: 303, cookie: expect.any(String) })
})

it.each<[string, Forgery]>([
  ['another nonce', { claims: { nonce: 'of-another-sign-in' } }],
  ['no nonce', { claims: { nonce: undefined } }],
  ['another issuer', { claims: { iss: 'https://evil.example' } }],
  ['another audience', { claims: { aud: 'another-client' } }],
  ['another authorized party', { claims: { aud: ['vigia', 'another'], azp: 'another' } }],
  ['an expiry in the past', { claims: { exp: Math.floor(Date.now() / 1_000) - 60 } }],
  ['the signature of another key', { key: 'foreign' }],
])('an ID token with %s signs nobody in', async (_, forgery) => {
  const refused = await signInWith(forgery)

  expect(refused).toMatchObject({ status: 400, cookie: null })
  expect(refused.page).toContain('no se ha podido comprobar')
})

it.each([
  ['another issuer', { iss: 'https://evil.example' }],
  ['another state', { state: 'a-guess' }],
])('an answer of %s signs nobody in', async (_, answer) => {
  expect(await signInWith({}, answer)).toMatchObject({ status: 400, cookie: null })
})

it('a sign-in that begins at one instance is finished at the other, once', async () => {
  const begun = await beginSignIn(gateways[0].url)
  const code = await provider.issueCode({ claims: { ...person(), nonce: begun.nonce } })
  const query = new URLSearchParams({ code, state: begun.state, iss: provider.issuer })
  const finishAt = ({ url }: GivenGateway) =>
    finishSignIn(`${url}/auth/oidc/callback?${query.toString()}`, begun.cookie)

  const [first, second] = [await finishAt(gateways[1]), await finishAt(gateways[0])]

  expect(first).toMatchObject({ status: 303, cookie: expect.any(String) })
  expect(second).toMatchObject({ status: 400, cookie: null })
  const session = await fetch(`${gateways[0].url}/api/admin/auth/session/`, { headers: { cookie: first.cookie ?? '' } })
  expect(session.status).toBe(200)
})

it.each(['one after the other', 'at once'])(
  'an attempt answered many times %s makes one request to the provider',
  async (order) => {
    const begun = await beginSignIn(gateways[0].url)
    const before = provider.tokenRequests()
    const answer = async (_: unknown, index: number) => {
      const query = new URLSearchParams({ code: `guess-${index}`, state: begun.state, iss: provider.issuer })
      return finishSignIn(`${gateways[0].url}/auth/oidc/callback?${query.toString()}`, begun.cookie)
    }
    const answers = []
    if (order === 'at once') answers.push(...(await Promise.all(Array.from({ length: 30 }, answer))))
    else for (let index = 0; index < 5; index += 1) answers.push(await answer(null, index))

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400))
    expect(answers.filter(({ page }) => page.includes('ya terminó'))).toHaveLength(answers.length - 1)
    expect(provider.tokenRequests() - before).toBe(1)
  },
)

it('ten first sign-ins of a person at once, over two instances, create one account', async () => {
  const claims = person()

  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => signInWith({ claims }, {}, gateways[index % 2])),
  )

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 303))
  expect(await database.db.operator.count({ where: { email: claims['email'] as string } })).toBe(1)
  expect(
    await database.db.auditEntry.count({
      where: { action: 'operator.add', object: `operator:${claims['email'] as string}` },
    }),
  ).toBe(1)
})

it('a sign-in that an instance of an earlier release began and stored is finished once, within ten minutes', async () => {
  const [{ clock, db }] = gateways
  const store = async (token: string, expiresAt: Date) => {
    const attempt = { state: token, nonce: token, verifier: 'a-verifier', next: '/incidents', sessionId: null }
    await db.signInAttempt.create({ data: { ...attempt, id: hashToken(token), expiresAt } })
  }
  const finish = async (token: string) => {
    const code = await provider.issueCode({ claims: { ...person(), nonce: token } })
    const query = new URLSearchParams({ code, state: token, iss: provider.issuer })
    return finishSignIn(`${gateways[1].url}/auth/oidc/callback?${query.toString()}`, `vigia_oidc=${token}`)
  }
  await store('in-time', new Date(clock.now() + 60_000))
  await store('late', new Date(clock.now()))

  expect(await finish('in-time')).toMatchObject({ status: 303, location: '/incidents' })
  expect(await finish('in-time')).toMatchObject({ status: 400, cookie: null })
  expect(await finish('late')).toMatchObject({ status: 400, cookie: null })
})

describe('the cookie of a sign-in that has begun', () => {
  /** Finishes a sign-in with a cookie that was changed meanwhile. */
  async function finishWith(change: (token: string) => string | Promise<string>) {
    const begun = await beginSignIn(gateways[0].url, '/incidents')
    const code = await provider.issueCode({ claims: { ...person(), nonce: begun.nonce } })
    const query = new URLSearchParams({ code, state: begun.state, iss: provider.issuer })
    const [name, token = ''] = begun.cookie.split('=')
    return finishSignIn(`${gateways[1].url}/auth/oidc/callback?${query.toString()}`, `${name}=${await change(token)}`)
  }
  const payloadOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Json
  const encode = (part: Json) => Buffer.from(JSON.stringify(part)).toString('base64url')

  it('finishes it if it comes back as it was, at another instance', async () => {
    expect(await finishWith((token) => token)).toMatchObject({ status: 303, location: '/incidents' })
  })

  it.each<[string, (token: string) => string | Promise<string>]>([
    ['without its signature', (token) => token.split('.').slice(0, 2).join('.')],
    ['signed with nothing', (token) => `${encode({ alg: 'none' })}.${encode(payloadOf(token))}.`],
    [
      'signed with another key',
      (token) => new SignJWT(payloadOf(token)).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.alloc(32, 1)),
    ],
    [
      'with another path',
      (token) => token.replace(/\..+\./, `.${encode({ ...payloadOf(token), next: '/elsewhere' })}.`),
    ],
    [
      'with another expiry',
      (token) => token.replace(/\..+\./, `.${encode({ ...payloadOf(token), exp: 9_999_999_999 })}.`),
    ],
    ['cut off', (token) => token.slice(0, -2)],
    ['empty', () => ''],
  ])('signs nobody in %s', async (_, change) => {
    expect(await finishWith(change)).toMatchObject({ status: 400, cookie: null })
  })

  it('is small enough for browsers, whatever path is to open', async () => {
    const paths = ['x', 'ñ', '€', '"', '\\', '%'].flatMap((character) =>
      [100, 300, 990, 1_500].map((length) => `/?${character.repeat(length)}`),
    )
    for (const next of [...paths, `/${'x'.repeat(1_999)}`]) {
      const query = new URLSearchParams({ next })
      const response = await fetch(`${gateways[0].url}/auth/oidc/start?${query.toString()}`, { redirect: 'manual' })

      expect(response.status).toBe(303)
      // RFC 6265, 6.1: the least that a browser keeps, with the name and the attributes.
      expect(response.headers.getSetCookie()[0]?.length).toBeLessThan(4_096)
    }
  })
})

describe('a logout token', () => {
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const logout = (body: URLSearchParams, { url } = gateways[1]) =>
    fetch(`${url}/auth/oidc/backchannel-logout`, { method: 'POST', body })
  const send = (token: string) => logout(new URLSearchParams({ logout_token: token }))
  const sign = (claims: Json, key: Forgery['key'] = 'own') =>
    provider.sign({ claims: { jti: crypto.randomUUID(), events, ...claims }, key })
  const statusOf = async (cookie: string | null) =>
    (await fetch(`${gateways[0].url}/api/admin/auth/session/`, { headers: { cookie: cookie ?? '' } })).status

  /** A person with two sessions, of which the first has this `sid` at the provider. */
  async function givenTwoSessions() {
    const [claims, sid] = [person(), crypto.randomUUID()]
    const [first, second] = [await signInWith({ claims: { ...claims, sid } }), await signInWith({ claims })]
    const statuses = async () => [await statusOf(first.cookie), await statusOf(second.cookie)]
    return { sub: claims['sub'] as string, sid, statuses }
  }

  it('with a sid ends that session, also at the instance that did not receive it', async () => {
    const { sid, statuses } = await givenTwoSessions()

    const response = await send(await sign({ sid }))

    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await statuses()).toEqual([401, 200])
  })

  it('with a sub ends all sessions of the person', async () => {
    const { sub, statuses } = await givenTwoSessions()

    expect((await send(await sign({ sub }))).status).toBe(200)
    expect(await statuses()).toEqual([401, 401])
  })

  it.each<[names: string, of: (ids: Json) => Json, left: string]>([
    ['the sub', ({ sub }) => ({ sub }), ''],
    ['the sid', ({ sid }) => ({ sid }), 'without, other'],
    ['the sub and the sid', ({ sub, sid }) => ({ sub, sid }), 'other'],
    ['the sub and an unknown sid', ({ sub }) => ({ sub, sid: 'unknown' }), 'with, other'],
    ['an unknown sid', () => ({ sid: 'unknown' }), 'with, without, other'],
    ['an unknown sub', () => ({ sub: 'unknown' }), 'with, without, other'],
    ['an unknown sub and the sid', ({ sid }) => ({ sub: 'unknown', sid }), 'with, without, other'],
  ])('that names %s leaves just the sessions that it does not concern', async (_, of, left) => {
    const [claims, sid] = [person(), crypto.randomUUID()]
    const cookies = {
      with: (await signInWith({ claims: { ...claims, sid } })).cookie,
      without: (await signInWith({ claims })).cookie,
      other: (await signInWith({ claims: { ...claims, sid: crypto.randomUUID() } })).cookie,
    }

    const { status } = await send(await sign(of({ sub: claims['sub'], sid })))

    expect(status).toBe(200)
    const statuses = await Promise.all(Object.values(cookies).map(statusOf))
    expect(Object.keys(cookies).filter((_name, index) => statuses[index] === 200)).toEqual(
      left.split(', ').filter(Boolean),
    )
  })

  it('with the sid of a session and the sub of another person ends nothing', async () => {
    const { sid, statuses } = await givenTwoSessions()

    await send(await sign({ sid, sub: 'another' }))

    expect(await statuses()).toEqual([200, 200])
  })

  it('is accepted once', async () => {
    const claims = person()
    const token = await sign({ sub: claims['sub'] })
    const first = await send(token)
    const { cookie } = await signInWith({ claims })

    expect([first.status, (await send(token)).status]).toEqual([200, 400])
    expect(await statusOf(cookie)).toBe(200)
  })

  it.each<[string, Forgery]>([
    ['the signature of another key', { key: 'foreign' }],
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['no issuer', { claims: { iss: undefined } }],
    ['an issuer that is no address', { claims: { iss: 'vigia' } }],
    ['another audience', { claims: { aud: 'another-client' } }],
    ['an expiry in the past', { claims: { exp: Math.floor(Date.now() / 1_000) - 60 } }],
    ['an age of ten minutes', { claims: { iat: Math.floor(Date.now() / 1_000) - 600 } }],
    ['no time of issue', { claims: { iat: undefined } }],
    ['no events, as an ID token has none', { claims: { events: undefined } }],
    ['the event of something else', { claims: { events: { 'https://example.org/else': {} } } }],
    ['a nonce, as an ID token has', { claims: { nonce: 'a-nonce' } }],
    ['no jti', { claims: { jti: undefined } }],
    ['neither sub nor sid', { claims: { sub: undefined } }],
  ])('with %s ends nothing', async (_, { claims, key }) => {
    const { sub, statuses } = await givenTwoSessions()

    const response = await send(await sign({ sub, ...claims }, key))

    expect(await response.json()).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
    expect(await statuses()).toEqual([200, 200])
  })

  it('that is none is refused in a sentence', async () => {
    for (const body of [new URLSearchParams({ logout_token: 'none' }), new URLSearchParams({ token: 'x' })])
      expect(await (await logout(body)).json()).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
  })
})

it.each([
  ...['//evil.example', '/\\evil.example', 'https://evil.example', 'evil.example', '/\t/evil.example'],
  ...['/..//evil.example', 'javascript:alert(1)', '/auth/oidc/start', `/${'x'.repeat(3_000)}`, ''],
])('after a sign-in that wants to lead to %j, the overview opens', async (next) => {
  const begun = await beginSignIn(gateways[0].url, next)
  const code = await provider.issueCode({ claims: { ...person(), nonce: begun.nonce } })
  const query = new URLSearchParams({ code, state: begun.state, iss: provider.issuer })

  const { location } = await finishSignIn(`${gateways[0].url}/auth/oidc/callback?${query.toString()}`, begun.cookie)

  expect(location).toBe('/')
})

it('the cookie of a sign-in that has begun is secure, and comes back from another site', async () => {
  const config = { publicOrigin: 'https://vigia.example.org', oidc: oidcSettings(provider.issuer) }
  await using secure = await givenGateway({ config })
  const response = await fetch(`${secure.url}/auth/oidc/start`, { redirect: 'manual' })

  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-vigia_oidc=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  ])
})

it('a gateway starts while its provider is down, says so, and asks it again five seconds later', async () => {
  const config = { publicOrigin, oidc: oidcSettings(`http://127.0.0.1:${await findFreePort()}`) }
  await using gateway = await givenGateway({ config })
  const start = () => fetch(`${gateway.url}/auth/oidc/start`, { headers: { accept: 'application/json' } })
  const warn = log.warn
  const warnings: unknown[] = []
  log.warn = (...said: unknown[]) => void (String(said[1]).includes('cannot be reached') && warnings.push(said))

  for (const refused of await Promise.all(Array.from({ length: 20 }, start)))
    expect(await refused.json()).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
  await start()
  expect(warnings).toHaveLength(1)
  gateway.clock.jump(5_000)
  await start()
  log.warn = warn
  expect(warnings).toHaveLength(2)
  const browser = await fetch(`${gateway.url}/auth/oidc/start?next=/incidents`, {
    redirect: 'manual',
    headers: { accept: 'text/html' },
  })
  expect(decodeURIComponent(browser.headers.get('location') ?? '')).toBe('/sign-in?unreachable=true&next=/incidents')
})

it('a local sign-in is audited as such where local passwords are for emergencies only', async () => {
  const config = { publicOrigin, oidc: oidcSettings(provider.issuer), localSignIn: 'break-glass' } as const
  await using gateway = await givenGateway({ config })

  const methods = await fetch(`${gateway.url}/auth/methods`)

  expect(await methods.json()).toEqual({
    local: 'break-glass',
    provider: { label: 'Acceso corporativo', url: '/auth/oidc/start' },
  })
  const [last] = await gateway.db.auditEntry.findMany({ orderBy: { id: 'desc' }, take: 1 })
  expect(last).toMatchObject({ actor: gateway.email, action: 'sign-in.break-glass' })
})
