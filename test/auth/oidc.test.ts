import { runningClock } from '../support/clock.ts'
import { givenGateway, type GivenGateway, type Json } from '../support/gateway.ts'
import {
  findFreePort,
  givenIdentityProvider,
  oidcSettings,
  openProviderBrowser,
  type GivenIdentityProvider,
} from '../support/auth/identity-provider.ts'
import { beginSignIn, finishSignIn } from '../support/auth/oidc-client.ts'
import { givenOperator, password, trySignIn } from '../support/auth/operators.ts'
import { openSocket } from '../support/graphql/socket.ts'

let provider: GivenIdentityProvider
let gateway: GivenGateway
beforeAll(async () => {
  const port = await findFreePort()
  const publicOrigin = `http://127.0.0.1:${port}`
  provider = await givenIdentityProvider(publicOrigin)
  const config = { port, publicOrigin, oidc: oidcSettings(provider.issuer) }
  gateway = await givenGateway({ config, clock: runningClock() })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})

/** A person whom the provider knows, with a verified e-mail, unless `claims` say otherwise. */
async function givenPerson(roles: unknown, claims: Json = {}) {
  const name = crypto.randomUUID()
  const email = `${name}@example.org`
  const told = { email, email_verified: true, name: 'Eva Ejemplo', ...claims }
  const setRoles = (value: unknown) => provider.setAccount(name, { ...told, roles: value })
  await setRoles(roles)
  return { name, email: told.email, setRoles }
}

async function signIn({ name }: { name: string }, next?: string, cookie?: string) {
  const begun = await beginSignIn(gateway.url, next, cookie)
  return finishSignIn(await provider.signIn(begun.url, name), begun.cookie)
}

const sessionOf = async (cookie: string | null) => {
  const response = await fetch(`${gateway.url}/api/admin/auth/session/`, { headers: { cookie: cookie ?? '' } })
  return { status: response.status, ...((await response.json()) as Json) }
}

const auditOf = async (email: string) => {
  const entries = await gateway.db.auditEntry.findMany({
    where: { object: `operator:${email}` },
    orderBy: { id: 'asc' },
  })
  return entries.map(({ actor, action, before, after }) => ({ actor, action, before, after }))
}

it('a first sign-in creates the account with the role of the claim, and leads to the requested page', async () => {
  const eva = await givenPerson(['otros', 'guardia'])

  const { status, location, cookie } = await signIn(eva, '/incidents?status=OPEN')

  expect({ status, location }).toEqual({ status: 303, location: '/incidents?status=OPEN' })
  expect(await sessionOf(cookie)).toMatchObject({
    status: 200,
    operator: { email: eva.email, name: 'Eva Ejemplo', role: 'operador' },
  })
  expect(
    await gateway.db.operator.findUnique({ where: { email: eva.email }, include: { identity: true } }),
  ).toMatchObject({ passwordHash: null, identity: { issuer: provider.issuer, subject: eva.name } })
  expect(await auditOf(eva.email)).toEqual([
    { actor: 'system', action: 'operator.add', before: null, after: { name: 'Eva Ejemplo', role: 'operador' } },
    { actor: eva.email, action: 'sign-in', before: null, after: { issuer: provider.issuer } },
  ])
})

it('each sign-in sets the role of the current claim, and closes the sockets of the former role', async () => {
  const eva = await givenPerson(['vigia-admins'])
  const first = await signIn(eva)
  const socket = openSocket(gateway.url, { cookie: first.cookie ?? '' })
  await socket.listen('subscription { notifications { badge } }').next()

  await eva.setRoles('consulta')
  const second = await signIn(eva)

  expect(await sessionOf(second.cookie)).toMatchObject({ operator: { role: 'lector' } })
  expect(await sessionOf(first.cookie)).toMatchObject({ operator: { role: 'lector' } })
  expect(await socket.closed).toMatchObject({ code: 4403 })
  expect(await auditOf(eva.email)).toContainEqual({
    actor: 'system',
    action: 'operator.role',
    before: { role: 'admin' },
    after: { role: 'lector' },
  })
})

it('a person who lost their role is refused with a page that names the claim, and their sessions end', async () => {
  const eva = await givenPerson(['soporte'])
  const first = await signIn(eva)

  await eva.setRoles(['otros'])
  const second = await signIn(eva)

  expect(second).toMatchObject({ status: 403, cookie: null })
  expect(second.page).toContain('ningún valor del claim roles')
  expect(second.page).toContain('no value of the claim roles')
  expect(await sessionOf(first.cookie)).toMatchObject({ status: 401 })
  expect((await auditOf(eva.email)).at(-1)).toMatchObject({
    actor: eva.email,
    action: 'sign-in.failed',
    after: { issuer: provider.issuer, reason: expect.stringContaining('claim roles') },
  })
})

it('a person without a role gets no account', async () => {
  const eva = await givenPerson(undefined)

  expect(await signIn(eva)).toMatchObject({ status: 403 })
  expect(await gateway.db.operator.findUnique({ where: { email: eva.email } })).toBeNull()
})

it('a disabled account is refused', async () => {
  const eva = await givenPerson(['soporte'])
  await signIn(eva)
  await gateway.db.operator.update({ where: { email: eva.email }, data: { disabledAt: new Date() } })

  const refused = await signIn(eva)

  expect(refused).toMatchObject({ status: 403, cookie: null })
  expect(refused.page).toContain('desactivada')
})

it('a change of the e-mail at the provider keeps the same account', async () => {
  const eva = await givenPerson(['soporte'])
  await signIn(eva)
  await provider.setAccount(eva.name, { email: 'other@example.org', email_verified: true, roles: ['soporte'] })

  const again = await signIn(eva)

  expect(await sessionOf(again.cookie)).toMatchObject({ operator: { email: eva.email } })
})

it('a sign-in with the provider ends the session that the browser had before', async () => {
  const [eva, ivan] = [await givenPerson(['soporte']), await givenPerson(['soporte'])]
  const before = await signIn(eva)

  await signIn(ivan, '/', before.cookie ?? '')

  expect(await sessionOf(before.cookie)).toMatchObject({ status: 401 })
})

describe('an account that an administrator added beforehand', () => {
  it('is linked by a verified e-mail: its role, password and sessions are then those of the provider', async () => {
    const operator = await givenOperator(gateway.db, 'lector')
    const local = await trySignIn(gateway.url, operator.email, password)
    const eva = await givenPerson(['soporte'], { email: operator.email.toUpperCase() })

    const { cookie } = await signIn(eva)

    expect(await sessionOf(cookie)).toMatchObject({ operator: { id: operator.id, role: 'operador' } })
    expect((await sessionOf(local.headers.getSetCookie()[0] ?? null)).status).toBe(401)
    expect((await trySignIn(gateway.url, operator.email, password)).status).toBe(401)
    expect(await auditOf(operator.email)).toContainEqual({
      actor: 'system',
      action: 'operator.link',
      before: { role: 'lector' },
      after: { role: 'operador' },
    })
  })

  it.each([
    ['that is not verified', { email_verified: false }],
    ['of which it is not known whether it is verified', { email_verified: undefined }],
  ])('is not linked by an e-mail %s', async (_, claims) => {
    const operator = await givenOperator(gateway.db)
    const eva = await givenPerson(['soporte'], { email: operator.email, ...claims })

    expect(await signIn(eva)).toMatchObject({ status: 403, cookie: null })
    expect(await trySignIn(gateway.url, operator.email, password)).toMatchObject({ status: 200 })
  })

  it('is not linked a second time, by another person with the same e-mail', async () => {
    const eva = await givenPerson(['soporte'])
    await signIn(eva)
    const namesake = await givenPerson(['vigia-admins'], { email: eva.email })

    expect(await signIn(namesake)).toMatchObject({ status: 403, cookie: null })
  })

  it('is not linked if it is the last administrator with a password', async () => {
    const eva = await givenPerson(['vigia-admins'], { email: gateway.email })

    const refused = await signIn(eva)

    expect(refused).toMatchObject({ status: 403, cookie: null })
    expect(refused.page).toContain('último administrador')
  })
})

describe('the account of a person whom the provider signs in', () => {
  it('gets no other role by hand', async () => {
    const eva = await givenPerson(['soporte'])
    await signIn(eva)
    const { id } = await gateway.db.operator.findUniqueOrThrow({ where: { email: eva.email } })

    const { errors } = await gateway.query(`mutation { changeOperatorRole(id: "${id}", role: admin) { id } }`)

    expect(errors).toMatchObject([
      {
        message: expect.stringContaining('The identity provider decides'),
        extensions: { code: 'CONFLICT', reason: 'PROVIDER_DECIDES_ROLE' },
      },
    ])
  })

  it('is told apart from a local one', async () => {
    const eva = await givenPerson(['soporte'])
    await signIn(eva)

    const { operators } = await gateway.data('{ operators { email origin } }')

    expect(operators).toContainEqual({ email: eva.email, origin: 'IDENTITY_PROVIDER' })
    expect(operators).toContainEqual({ email: gateway.email, origin: 'LOCAL' })
  })

  it('has no password to sign in with, or to change', async () => {
    const eva = await givenPerson(['soporte'])
    const { cookie } = await signIn(eva)
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: cookie ?? '' },
      body: JSON.stringify({ query: 'mutation { changePassword(current: "", next: "una-clave-nueva") { role } }' }),
    })

    expect(await response.json()).toMatchObject({
      errors: [{ extensions: { code: 'CONFLICT', reason: 'PROVIDER_KEEPS_PASSWORD' } }],
    })
    expect((await trySignIn(gateway.url, eva.email, password)).status).toBe(401)
  })

  it('is a local one after an administrator has reset its password', async () => {
    const eva = await givenPerson(['soporte'])
    const { cookie } = await signIn(eva)
    const { id } = await gateway.db.operator.findUniqueOrThrow({ where: { email: eva.email } })

    const { resetOperatorPassword: credentials } = await gateway.data(
      `mutation { resetOperatorPassword(id: "${id}") { password } }`,
    )

    expect((await sessionOf(cookie)).status).toBe(401)
    expect((await trySignIn(gateway.url, eva.email, credentials.password as string)).status).toBe(200)
    expect(await gateway.data(`mutation { changeOperatorRole(id: "${id}", role: lector) { role } }`)).toBeTruthy()
  })

  it('does not count as the last administrator, who has to have a password', async () => {
    const eva = await givenPerson(['vigia-admins'])
    await signIn(eva)
    const { id } = await gateway.db.operator.findUniqueOrThrow({ where: { email: gateway.email } })

    const { errors } = await gateway.query(`mutation { disableOperator(id: "${id}") { id } }`)

    expect(errors).toMatchObject([{ extensions: { code: 'CONFLICT' } }])
  })
})

describe('an answer of the provider', () => {
  it('is taken once', async () => {
    const eva = await givenPerson(['soporte'])
    const begun = await beginSignIn(gateway.url)
    const answer = await provider.signIn(begun.url, eva.name)

    const [first, second] = [await finishSignIn(answer, begun.cookie), await finishSignIn(answer, begun.cookie)]

    expect(first).toMatchObject({ status: 303 })
    expect(second).toMatchObject({ status: 400, cookie: null })
    expect(second.page).toContain('Empieza de nuevo')
  })

  it('is taken once of two at the same time', async () => {
    const eva = await givenPerson(['soporte'])
    const begun = await beginSignIn(gateway.url)
    const answer = await provider.signIn(begun.url, eva.name)

    const both = await Promise.all([finishSignIn(answer, begun.cookie), finishSignIn(answer, begun.cookie)])

    expect(both.map(({ status }) => status).sort()).toEqual([303, 400])
    expect(both.filter(({ cookie }) => cookie !== null)).toHaveLength(1)
  })

  it('is refused in another browser, where the sign-in did not begin', async () => {
    const eva = await givenPerson(['soporte'])
    const [begun, other] = [await beginSignIn(gateway.url), await beginSignIn(gateway.url)]
    const answer = await provider.signIn(begun.url, eva.name)

    expect(await finishSignIn(answer, '')).toMatchObject({ status: 400, cookie: null })
    expect(await finishSignIn(answer, other.cookie)).toMatchObject({ status: 400, cookie: null })
  })

  it('is refused with another state', async () => {
    const eva = await givenPerson(['soporte'])
    const begun = await beginSignIn(gateway.url)
    const answer = new URL(await provider.signIn(begun.url, eva.name))
    answer.searchParams.set('state', 'a-guess')

    expect(await finishSignIn(answer.href, begun.cookie)).toMatchObject({ status: 400, cookie: null })
  })

  it('is refused with the code of another attempt', async () => {
    const attacker = await givenPerson(['soporte'])
    const [theirs, own] = [await beginSignIn(gateway.url), await beginSignIn(gateway.url)]
    const answer = new URL(await provider.signIn(theirs.url, attacker.name))
    answer.searchParams.set('state', own.state)

    expect(await finishSignIn(answer.href, own.cookie)).toMatchObject({ status: 400, cookie: null })
  })

  it('is refused ten minutes after the sign-in began', async () => {
    const eva = await givenPerson(['soporte'])
    const begun = await beginSignIn(gateway.url)
    const answer = await provider.signIn(begun.url, eva.name)
    gateway.clock.jump(10 * 60_000)

    expect(await finishSignIn(answer, begun.cookie)).toMatchObject({ status: 400, cookie: null })
    gateway.clock.jump(-10 * 60_000)
  })

  it('that refuses the person is explained with its code', async () => {
    const begun = await beginSignIn(gateway.url)
    const refusal = new URLSearchParams({ error: 'access_denied', state: begun.state, iss: provider.issuer })

    const refused = await finishSignIn(`${gateway.url}/auth/oidc/callback?${refusal.toString()}`, begun.cookie)

    expect(refused).toMatchObject({ status: 403, cookie: null })
    expect(refused.page).toContain('access_denied')
  })
})

describe('the sign-out', () => {
  const signOut = (cookie: string | null) =>
    fetch(`${gateway.url}/auth/logout`, { method: 'POST', headers: { cookie: cookie ?? '' } })

  it('returns the address to sign out at the provider, which leads back to the sign-in page', async () => {
    const eva = await givenPerson(['soporte'])
    const browser = openProviderBrowser()
    const begun = await beginSignIn(gateway.url)
    const { cookie } = await finishSignIn(await browser.signIn(begun.url, eva.name), begun.cookie)

    const response = await signOut(cookie)
    const { providerUrl } = (await response.json()) as { providerUrl: string }

    expect(response.status).toBe(200)
    expect((await sessionOf(cookie)).status).toBe(401)
    expect(await browser.signOut(providerUrl)).toBe(`${gateway.url}/sign-in`)
    const again = await beginSignIn(gateway.url)
    // A browser that is still signed in is sent back without a form, as the account before.
    expect((await finishSignIn(await browser.signIn(again.url, 'nobody'), again.cookie)).status).toBe(403)
  })

  it('of a local account returns no address at the provider', async () => {
    const operator = await givenOperator(gateway.db)
    const { headers } = await trySignIn(gateway.url, operator.email, password)

    expect((await signOut(headers.getSetCookie()[0] ?? null)).status).toBe(204)
  })

  it('at the provider ends the local session and closes its socket, but no other session', async () => {
    const eva = await givenPerson(['soporte'])
    const browser = openProviderBrowser()
    const begun = await beginSignIn(gateway.url)
    const { cookie } = await finishSignIn(await browser.signIn(begun.url, eva.name), begun.cookie)
    const elsewhere = await signIn(eva)
    const socket = openSocket(gateway.url, { cookie: cookie ?? '' })
    await socket.listen('subscription { notifications { badge } }').next()

    await browser.signOut(`${provider.issuer}/session/end`)

    expect(await socket.closed).toMatchObject({ code: 4403 })
    expect((await sessionOf(cookie)).status).toBe(401)
    expect((await sessionOf(elsewhere.cookie)).status).toBe(200)
    expect((await auditOf(eva.email)).at(-1)).toEqual({
      actor: 'system',
      action: 'sign-out.provider',
      before: null,
      after: { sessionsEnded: 1 },
    })
  })
})

it('sign-ins that an earlier release stored are deleted after their time, and so are expired logout tokens', async () => {
  const attempt = { id: 'a', state: '', nonce: '', verifier: '', next: '/', expiresAt: new Date(gateway.clock.now()) }
  await gateway.db.signInAttempt.create({ data: attempt })
  await gateway.db.logoutToken.create({ data: { id: 'a', expiresAt: new Date(gateway.clock.now()) } })
  gateway.clock.jump(10 * 60_000)
  await gateway.pass(60)

  expect(await gateway.db.signInAttempt.count()).toBe(0)
  expect(await gateway.db.logoutToken.count()).toBe(0)
})

it('a client that accepts JSON gets the problem document instead of the page', async () => {
  const response = await fetch(`${gateway.url}/auth/oidc/callback`, { headers: { accept: 'application/json' } })

  expect(await response.json()).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
})

it('the addresses of the provider do not exist if none is configured', async () => {
  await using without = await givenGateway()

  expect((await fetch(`${without.url}/auth/oidc/start`, { redirect: 'manual' })).status).toBe(404)
})

it('sign-ins that strangers begin from the same address, as behind a proxy, store nothing and stop nobody', async () => {
  const eva = await givenPerson(['soporte'])
  const begun = await Promise.all(Array.from({ length: 62 }, () => beginSignIn(gateway.url)))

  const { status } = await signIn(eva)

  expect(new Set(begun.map(({ state }) => state)).size).toBe(62)
  expect(status).toBe(303)
  expect(await gateway.db.signInAttempt.count()).toBe(0)
  expect(await gateway.db.signInKey.count()).toBe(1)
})
