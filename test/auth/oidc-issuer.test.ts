import { isSameIssuer } from '../../src/auth/oidc/identities.ts'
import { givenForgingProvider } from '../support/auth/forging-provider.ts'
import { oidcSettings } from '../support/auth/identity-provider.ts'
import { sendLogout, signInAs } from '../support/auth/oidc-client.ts'
import { manualClock } from '../support/clock.ts'
import { givenGateway } from '../support/gateway.ts'

const spellings = ['', '/realm'].flatMap((path) =>
  [path, `${path}/`].flatMap((setting) => [path, `${path}/`].map((metadata) => ({ path, setting, metadata }))),
)
// The tokens are issued at the time of day.
const clock = { ...manualClock(), now: () => Date.now(), elapsed: () => performance.now() }
const publicOrigin = 'http://vigia.example.org'

it.each(spellings)(
  'an issuer that ends in "$setting" in the settings and in "$metadata" in the metadata is that of identities of both spellings',
  async ({ path, setting, metadata }) => {
    await using provider = await givenForgingProvider('vigia', metadata)
    const oidc = oidcSettings(provider.origin + setting)
    await using gateway = await givenGateway({ clock, config: { publicOrigin, oidc } })
    const { db } = gateway
    const statusOf = async (cookie: string | null) =>
      (await gateway.get('/api/admin/auth/session/', { cookie: cookie ?? '' })).status
    const signedIn = async (sub: string) =>
      signInAs(gateway.url, provider, { sub, email: `${sub}@example.org`, email_verified: true, roles: 'soporte' })

    for (const stored of [path, `${path}/`, null]) {
      const sub = crypto.randomUUID()
      if (stored !== null) {
        const account = { email: `${sub}@example.org`, name: 'Eva', role: 'operador' as const }
        const identity = { issuer: provider.origin + stored, subject: sub, linkedAt: new Date() }
        await db.operator.create({ data: { ...account, identity: { create: identity } } })
      }

      const [first, second] = [await signedIn(sub), await signedIn(sub)]
      const signOut = await gateway.post('/auth/logout', {}, { cookie: second.cookie ?? '' })
      const logout = await sendLogout(gateway.url, await provider.signLogout({ sub }))

      expect([first.status, second.status]).toEqual([303, 303])
      expect(await db.operatorIdentity.findMany({ where: { subject: sub } })).toMatchObject([
        { issuer: provider.origin + (stored ?? setting) },
      ])
      expect([signOut.status, logout]).toEqual([200, 200])
      expect(await statusOf(first.cookie)).toBe(401)
    }
  },
)

it('a person with an account for each spelling keeps that of the settings, and is signed out of both', async () => {
  await using provider = await givenForgingProvider('vigia')
  await using gateway = await givenGateway({
    clock,
    config: { publicOrigin, oidc: oidcSettings(`${provider.issuer}/`) },
  })
  const give = (email: string, issuer: string) =>
    gateway.db.operator.create({
      data: {
        ...{ email, name: 'Eva', role: 'operador' },
        identity: { create: { issuer, subject: 'eva', linkedAt: new Date() } },
        sessions: {
          create: { id: email, createdAt: new Date(), seenAt: new Date(), expiresAt: new Date(), address: '' },
        },
      },
    })
  await give('without@example.org', provider.issuer)
  const { id } = await give('with@example.org', `${provider.issuer}/`)

  await signInAs(gateway.url, provider, { sub: 'eva', roles: 'soporte' })
  const sessions = await gateway.db.session.findMany({ where: { operatorId: id } })
  await sendLogout(gateway.url, await provider.signLogout({ sub: 'eva' }))

  expect(sessions).toHaveLength(2)
  expect(await gateway.db.session.count({ where: { operator: { identity: { subject: 'eva' } } } })).toBe(0)
})

it('the accounts that a person has for each spelling all follow the role that the provider gives', async () => {
  await using provider = await givenForgingProvider('vigia')
  await using gateway = await givenGateway({ clock, config: { publicOrigin, oidc: oidcSettings(provider.issuer) } })
  const { db } = gateway
  const local = 'local@example.org'
  await db.operator.create({
    data: {
      ...{ email: local, name: 'Eva', role: 'admin', passwordHash: 'a hash', linkable: false },
      identity: { create: { issuer: `${provider.issuer.toUpperCase()}/`, subject: 'eva', linkedAt: new Date() } },
    },
  })
  for (const end of ['', '/'])
    await db.operator.create({
      data: {
        ...{ email: `slash${end.length}@example.org`, name: 'Eva', role: 'admin' },
        identity: { create: { issuer: provider.issuer + end, subject: 'eva', linkedAt: new Date() } },
      },
    })
  const rolesAfter = async (roles: string) => {
    await signInAs(gateway.url, provider, { sub: 'eva', roles })
    const accounts = await db.operator.findMany({
      where: { identity: { subject: 'eva' } },
      include: { identity: true },
      orderBy: { email: 'asc' },
    })
    return accounts.map(({ role, identity }) => (identity?.noRoleSince ? null : role))
  }

  for (const [roles, role] of [
    ['soporte', 'operador'],
    ['none', null],
    ['consulta', 'lector'],
    ['vigia-admins', 'admin'],
  ] as const)
    expect(await rolesAfter(roles)).toEqual(['admin', role, role])
  expect(
    await db.session.groupBy({ by: ['operatorId'], where: { operator: { identity: { subject: 'eva' } } } }),
  ).toHaveLength(1)
  expect(await db.auditEntry.count({ where: { action: 'operator.role', object: 'operator:slash1@example.org' } })).toBe(
    4,
  )
})

it.each([
  ['https://login.example.org', 'https://login.example.org/', true],
  ['https://login.example.org/realm', 'https://login.example.org/realm/', true],
  ['https://LOGIN.example.org:443', 'https://login.example.org/', true],
  ['https://login.example.org/realm', 'https://login.example.org/Realm', false],
  ['https://login.example.org', 'http://login.example.org', false],
  ['https://login.example.org', 'https://login.example.org:8443', false],
  ['https://login.example.org', 'https://login.example.org.evil.example', false],
  ['https://login.example.org/a', 'https://login.example.org/a/b', false],
])('whether %s and %s are the same issuer is %s', (one, other, isSame) => {
  expect([isSameIssuer(one, other), isSameIssuer(other, one)]).toEqual([isSame, isSame])
})
