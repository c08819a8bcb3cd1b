import { givenDatabase, type GivenDatabase } from '../support/database/database.ts'
import { givenForgingProvider, type GivenForgingProvider } from '../support/auth/forging-provider.ts'
import { oidcSettings } from '../support/auth/identity-provider.ts'
import { sendLogout, signInAs } from '../support/auth/oidc-client.ts'
import { password, trySignIn } from '../support/auth/operators.ts'
import { givenTokenRow } from '../support/auth/tokens.ts'
import { givenGateway, type GivenGateway, type Json } from '../support/gateway.ts'
import { openSocket } from '../support/graphql/socket.ts'

let database: GivenDatabase
let provider: GivenForgingProvider
let gateways: [GivenGateway, GivenGateway]
let gateway: GivenGateway
beforeAll(async () => {
  database = await givenDatabase()
  provider = await givenForgingProvider('vigia')
  const config = { publicOrigin: 'http://vigia.example.org', oidc: oidcSettings(provider.issuer) }
  const other = { ...database, ...(await database.openAgain()) }
  gateways = [await givenGateway({ config, database }), await givenGateway({ config, database: other })]
  gateway = gateways[0]
})
afterAll(async () => {
  for (const one of gateways) await one[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

/** A person who has signed in with a role and has a token. */
async function givenPerson(roles = 'vigia-admins') {
  const sub = crypto.randomUUID()
  const email = `${sub}@example.org`
  const signIn = (changed: Json = {}) =>
    signInAs(gateway.url, provider, { sub, email, email_verified: true, name: 'Eva', roles, ...changed })
  const { cookie } = await signIn()
  const operator = await gateway.db.operator.findUniqueOrThrow({ where: { email } })
  const token = await givenTokenRow(gateway, operator, ['read:Panel', 'read:Audit', 'manage:Destination'])
  const bearer = { authorization: `Bearer ${token}` }
  const ask = (url: string, query: string) =>
    fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { ...bearer, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    })
  /** What the token gets at each instance, by each transport. */
  const statuses = async () => {
    const requests = gateways.flatMap(({ url }) => [
      fetch(`${url}/api/admin/audit/`, { headers: bearer }),
      ask(url, '{ notifications { badge } }'),
      ask(url, 'mutation { deleteDestination(id: "none") }'),
    ])
    return (await Promise.all(requests)).map(({ status }) => (status === 401 ? 401 : 200))
  }
  return { id: operator.id, sub, email, cookie: cookie ?? '', bearer, signIn, statuses }
}

const all = (status: number) => Array<number>(6).fill(status)
const accountOf = async (id: string) => {
  const { operators } = await gateway.data(
    '{ operators { id role origin disabledAt noRoleSince linkable unattendedTokens } }',
  )
  return (operators as Json[]).find((operator) => operator['id'] === id)
}
const change = (field: string, id: string, selection: string, args = '') =>
  gateway.data(`mutation { ${field}(id: "${id}"${args}) ${selection} }`)
const auditOf = async (email: string, actions: string[]) => {
  const where = { object: `operator:${email}`, action: { in: actions } }
  const entries = await gateway.db.auditEntry.findMany({ where, orderBy: { id: 'asc' } })
  return entries.map(({ actor, action, before, after }) => ({ actor, action, before, after }))
}
const resetPassword = async (id: string): Promise<string> =>
  (await change('resetOperatorPassword', id, '{ password }'))['resetOperatorPassword'].password as string

describe('the role of a person that the provider takes away', () => {
  it('stops their tokens and sessions at once, on every instance and on open sockets', async () => {
    const eva = await givenPerson()
    const sockets = gateways.flatMap(({ url }) =>
      [eva.bearer, { cookie: eva.cookie }].map((headers) => openSocket(url, headers)),
    )
    for (const socket of sockets) await socket.listen('subscription { notifications { badge } }').next()
    expect(await eva.statuses()).toEqual(all(200))

    const { status } = await eva.signIn({ roles: [] })

    expect(status).toBe(403)
    for (const socket of sockets) expect(await socket.closed).toMatchObject({ code: 4403 })
    expect(await eva.statuses()).toEqual(all(401))
    expect((await gateway.get('/api/admin/auth/session/', { cookie: eva.cookie })).status).toBe(401)
  })

  it('is shown of the account, which is not disabled, and recorded once', async () => {
    const eva = await givenPerson()
    await eva.signIn({ roles: [] })
    await eva.signIn({ roles: 'another' })

    expect(await accountOf(eva.id)).toMatchObject({
      role: 'admin',
      origin: 'IDENTITY_PROVIDER',
      disabledAt: null,
      noRoleSince: new Date(gateway.clock.now()).toISOString(),
    })
    expect(await auditOf(eva.email, ['operator.role'])).toEqual([
      { actor: 'system', action: 'operator.role', before: { role: 'admin' }, after: { role: null } },
    ])
  })

  it.each([
    ['the same role', 'vigia-admins', 'admin', all(200)],
    ['another role', 'consulta', 'lector', all(200)],
  ])('is given back by a sign-in with %s', async (_, roles, role, expected) => {
    const eva = await givenPerson()
    await eva.signIn({ roles: [] })

    const { status } = await eva.signIn({ roles })

    expect(status).toBe(303)
    expect(await eva.statuses()).toEqual(expected)
    expect(await accountOf(eva.id)).toMatchObject({ role, noRoleSince: null })
    expect((await auditOf(eva.email, ['operator.role'])).at(-1)).toMatchObject({
      before: { role: null },
      after: { role },
    })
  })

  it('is theirs again as the one of a local account, after an administrator has reset the password', async () => {
    const eva = await givenPerson()
    await eva.signIn({ roles: [] })

    const generated = await resetPassword(eva.id)

    expect((await trySignIn(gateway.url, eva.email, generated)).status).toBe(200)
    expect(await eva.statuses()).toEqual(all(200))
    expect(await accountOf(eva.id)).toMatchObject({ role: 'admin', origin: 'LOCAL', noRoleSince: null })
    expect(await auditOf(eva.email, ['operator.password-reset'])).toMatchObject([
      {
        before: { role: null, origin: 'IDENTITY_PROVIDER' },
        after: { role: 'admin', origin: 'LOCAL', linkable: false },
      },
    ])
  })

  it('has nothing to do with an account being disabled', async () => {
    const eva = await givenPerson()
    await eva.signIn({ roles: [] })
    await change('disableOperator', eva.id, '{ id }')

    const refused = await eva.signIn()
    expect(refused.status).toBe(403)
    await change('enableOperator', eva.id, '{ id }')

    expect(await eva.statuses()).toEqual(all(401))
    await eva.signIn()
    expect(await eva.statuses()).toEqual(all(200))
  })
})

describe('an account that was made local', () => {
  it.each(['vigia-admins', 'consulta'])(
    'is not linked again by a sign-in with the role %s, and keeps its password and role',
    async (roles) => {
      const eva = await givenPerson()
      const generated = await resetPassword(eva.id)
      await change('changeOperatorRole', eva.id, '{ id }', ', role: operador')

      const refused = await eva.signIn({ roles })

      expect(refused).toMatchObject({ status: 403, cookie: null })
      expect(refused.page).toContain('hizo local tu cuenta')
      expect(refused.page).toContain('made your account a local one')
      expect(await accountOf(eva.id)).toMatchObject({ origin: 'LOCAL', role: 'operador', linkable: false })
      expect((await trySignIn(gateway.url, eva.email, generated)).status).toBe(200)
    },
  )

  it('is linked again once an administrator has allowed it, as often as that happens', async () => {
    const eva = await givenPerson()

    for (let time = 0; time < 2; time++) {
      await resetPassword(eva.id)
      expect((await eva.signIn()).status).toBe(403)
      const allowed = await change('allowOperatorLink', eva.id, '{ linkable origin }')
      const again = await change('allowOperatorLink', eva.id, '{ linkable origin }')

      expect([allowed, again]).toEqual(Array(2).fill({ allowOperatorLink: { linkable: true, origin: 'LOCAL' } }))
      expect((await eva.signIn()).status).toBe(303)
      expect(await accountOf(eva.id)).toMatchObject({ origin: 'IDENTITY_PROVIDER', linkable: false })
    }
    expect(await auditOf(eva.email, ['operator.allow-link'])).toEqual(
      Array(2).fill({
        actor: gateway.email,
        action: 'operator.allow-link',
        before: { role: 'admin', disabledAt: null, linkable: false },
        after: { role: 'admin', disabledAt: null, linkable: true },
      }),
    )
  })

  it('stays so if the provider changes the e-mail, the subject or the role meanwhile', async () => {
    const eva = await givenPerson()
    await resetPassword(eva.id)

    const before = await gateway.db.operator.count()

    const other = { email: `${crypto.randomUUID()}@example.org` }
    for (const changed of [
      ...[{ sub: crypto.randomUUID() }, { email: eva.email.toUpperCase() }, { roles: [] }],
      ...[other, { ...other, email_verified: false }, { ...other, roles: 'consulta' }, { email: undefined }],
    ])
      expect(await eva.signIn(changed)).toMatchObject({ status: 403, cookie: null })

    expect(await accountOf(eva.id)).toMatchObject({ origin: 'LOCAL', role: 'admin', noRoleSince: null })
    expect(await eva.statuses()).toEqual(all(200))
    expect(await gateway.db.operator.count()).toBe(before)
  })

  it.each([
    ['the same person under another e-mail', () => ({ email: `${crypto.randomUUID()}@example.org` })],
    ['another person with its verified e-mail', () => ({ sub: crypto.randomUUID() })],
  ])('is linked again, where that is allowed, by %s, who then stays signed in', async (_, changed) => {
    const eva = await givenPerson()
    await resetPassword(eva.id)
    await change('allowOperatorLink', eva.id, '{ id }')
    const claims = changed()

    const statuses = [await eva.signIn(claims), await eva.signIn({ ...claims, roles: 'consulta' })]

    expect(statuses.map(({ status }) => status)).toEqual([303, 303])
    expect(await accountOf(eva.id)).toMatchObject({ origin: 'IDENTITY_PROVIDER', role: 'lector', linkable: false })
  })

  it('is closed to linking by every reset of its password, which the audit trail says', async () => {
    const eva = await givenPerson()
    await resetPassword(eva.id)
    await change('allowOperatorLink', eva.id, '{ id }')
    await resetPassword(eva.id)

    expect((await eva.signIn()).status).toBe(403)
    expect(await accountOf(eva.id)).toMatchObject({ origin: 'LOCAL', linkable: false })
    expect(await auditOf(eva.email, ['operator.password-reset'])).toMatchObject([
      { before: { origin: 'IDENTITY_PROVIDER', linkable: false }, after: { origin: 'LOCAL', linkable: false } },
      { before: { origin: 'LOCAL', linkable: true }, after: { origin: 'LOCAL', linkable: false } },
    ])
  })

  it('is not the concern of the provider, which signs nobody out of it and marks nothing', async () => {
    const eva = await givenPerson()
    const generated = await resetPassword(eva.id)
    const response = await trySignIn(gateway.url, eva.email, generated)
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''

    const now = Math.floor(gateway.clock.now() / 1_000)
    const logout = await provider.signLogout({ sub: eva.sub, iat: now, exp: now + 60 })
    expect(await sendLogout(gateway.url, logout)).toBe(200)
    expect((await gateway.get('/api/admin/auth/session/', { cookie })).status).toBe(200)
    expect(await (await gateway.post('/auth/logout', {}, { cookie })).text()).not.toContain(provider.origin)
  })
})

it('an account that never had an identity stays open to linking when its password is reset', async () => {
  const email = `${crypto.randomUUID()}@example.org`
  const local = await gateway.db.operator.create({
    data: { email, name: 'Una', role: 'lector', passwordHash: password },
  })
  await resetPassword(local.id)

  expect(await accountOf(local.id)).toMatchObject({ origin: 'LOCAL', linkable: true })
})

it('an account that never had an identity, and one that has one, are not changed by allowing to link them', async () => {
  const eva = await givenPerson()
  const email = `${crypto.randomUUID()}@example.org`
  const local = await gateway.db.operator.create({
    data: { email, name: 'Una', role: 'lector', passwordHash: password },
  })

  expect(await change('allowOperatorLink', eva.id, '{ linkable }')).toEqual({ allowOperatorLink: { linkable: false } })
  expect(await change('allowOperatorLink', local.id, '{ linkable }')).toEqual({ allowOperatorLink: { linkable: true } })
  expect(await gateway.query('mutation { allowOperatorLink(id: "none") { id } }')).toMatchObject({
    errors: [{ extensions: { code: 'NOT_FOUND' } }],
  })
  expect(await auditOf(eva.email, ['operator.allow-link'])).toEqual([])
})

it('other operators see nothing of an account but their own', async () => {
  const [eva, ivan] = [await givenPerson('consulta'), await givenPerson()]
  const fields = '{ noRoleSince linkable unattendedTokens }'
  const response = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { cookie: eva.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ query: `{ session { operator ${fields} } }` }),
  })

  expect(await response.json()).toEqual({
    data: { session: { operator: { noRoleSince: null, linkable: false, unattendedTokens: 0 } } },
  })
  const { errors } = (await (
    await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { cookie: eva.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ query: `{ operator(id: "${ivan.id}") ${fields} }` }),
    })
  ).json()) as Json
  expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
})
