import { log } from '../../src/lib/log.ts'
import { givenForgingProvider, type GivenForgingProvider } from '../support/auth/forging-provider.ts'
import { oidcSettings } from '../support/auth/identity-provider.ts'
import { signInAs } from '../support/auth/oidc-client.ts'
import { givenGateway, type GivenGateway, type Json } from '../support/gateway.ts'

let provider: GivenForgingProvider
let gateway: GivenGateway
beforeAll(async () => {
  provider = await givenForgingProvider('vigia')
  const oidc = oidcSettings(provider.issuer)
  gateway = await givenGateway({ config: { publicOrigin: 'http://vigia.example.org', oidc } })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})

/** What userinfo says, given the e-mail of the person; null if it fails. */
const userInfos: Record<string, (email: string) => Json | null> = {
  'says that it is verified': (email) => ({ email, email_verified: true }),
  'says so in another case, as text': (email) => ({ email: ` ${email.toUpperCase()}`, email_verified: 'true' }),
  'says that it is not': (email) => ({ email, email_verified: false }),
  'says that it is not, as text': (email) => ({ email, email_verified: 'false' }),
  'does not say whether it is': (email) => ({ email }),
  'says that another one is verified': () => ({ email: 'another@example.org', email_verified: true }),
  'says that another one is not': () => ({ email: 'another@example.org', email_verified: false }),
  'has no e-mail': () => ({ email_verified: true }),
  fails: () => null,
}

/**
 * Whether the e-mail of the person is verified (1), not verified (0), not known to be verified (?), or whether there is
 * none of theirs (-), for each of the answers of userinfo above.
 */
const idTokens: [says: string, claims: (email: string) => Json, outcomes: string][] = [
  ['that it is verified', (email) => ({ email, email_verified: true }), '111111111'],
  ['so as text', (email) => ({ email, email_verified: 'true' }), '111111111'],
  ['that it is not', (email) => ({ email, email_verified: false }), '000000000'],
  ['that it is not, as text', (email) => ({ email, email_verified: 'false' }), '000000000'],
  ['nothing of that', (email) => ({ email }), '1100?????'],
  ['something else', (email) => ({ email, email_verified: 'yes' }), '1100?????'],
  ['only that something is verified', () => ({ email_verified: true }), '1100?----'],
  ['only that something is not', () => ({ email_verified: false }), '1100?----'],
  ['nothing', () => ({}), '1100?----'],
]

const cases = idTokens.flatMap(([says, claims, outcomes]) =>
  Object.entries(userInfos).map(([answers, userInfo], index) => ({
    ...{ says, claims, answers, userInfo },
    outcome: outcomes[index] ?? '',
  })),
)

async function signInWith({ claims, userInfo }: (typeof cases)[number], email: string) {
  const sub = crypto.randomUUID()
  const answer = userInfo(email)
  provider.userInfo.answer = answer && { sub, ...answer }
  const { status } = await signInAs(gateway.url, provider, { sub, roles: 'vigia-admins', ...claims(email) })
  const identity = await gateway.db.operatorIdentity.findFirst({
    where: { subject: sub },
    include: { operator: { select: { email: true } } },
  })
  return { status, email: identity?.operator.email ?? null }
}

describe.each(cases)('if the ID token says $says of an e-mail, and userinfo $answers,', (given) => {
  it(`a person gets ${'1?'.includes(given.outcome) ? 'an' : 'no'} account with it`, async () => {
    const email = `${crypto.randomUUID()}@example.org`

    const { status, email: created } = await signInWith(given, email)

    expect(created === email).toBe('1?'.includes(given.outcome))
    if ('1?'.includes(given.outcome)) expect(status).toBe(303)
  })

  it(`the account of somebody with that e-mail is ${given.outcome === '1' ? 'linked' : 'left alone'}`, async () => {
    const local = { email: `${crypto.randomUUID()}@example.org`, passwordHash: 'a hash' }
    const { id, email } = await gateway.db.operator.create({ data: { ...local, name: 'Marta', role: 'lector' } })

    const linked = await signInWith(given, email)

    expect(linked.email === email).toBe(given.outcome === '1')
    const { passwordHash } = await gateway.db.operator.findUniqueOrThrow({ where: { id } })
    expect(passwordHash).toBe(given.outcome === '1' ? null : 'a hash')
  })
})

it('userinfo is asked for an e-mail only where an account would be created or linked', async () => {
  const sub = crypto.randomUUID()
  const email = `${sub}@example.org`
  provider.userInfo.answer = { sub, email, email_verified: true }
  const before = provider.userInfo.requests
  const requestsOf = async (claims: Json) => {
    await signInAs(gateway.url, provider, { sub, roles: 'soporte', ...claims })
    return provider.userInfo.requests - before
  }

  expect(await requestsOf({ email, roles: [] })).toBe(0)
  expect(await requestsOf({ email })).toBe(1)
  expect(await requestsOf({ email })).toBe(1)
  expect(await requestsOf({})).toBe(1)
  expect(await requestsOf({ email, roles: undefined })).toBe(2)
})

it.each<[states: string, claims: Json, status: number]>([
  ['no e-mail', {}, 400],
  ['an e-mail of somebody', { email: 'taken@example.org' }, 403],
  ['a new e-mail', { email: 'new@example.org' }, 303],
  ['no role', { email: 'another@example.org', email_verified: true, roles: undefined }, 400],
  ['null as role', { email: 'another@example.org', email_verified: true, roles: null }, 400],
])('userinfo that fails is logged once, with the cause, if the ID token states %s', async (_, claims, status) => {
  const taken = { email: 'taken@example.org', name: 'Marta', role: 'lector' as const, passwordHash: 'a hash' }
  await gateway.db.operator.createMany({ data: [taken], skipDuplicates: true })
  provider.userInfo.answer = null
  const warn = log.warn
  const warnings: unknown[] = []
  log.warn = (...said: unknown[]) => void (String(said[1]).includes('identity provider') && warnings.push(said))

  const answer = await signInAs(gateway.url, provider, { sub: crypto.randomUUID(), roles: 'soporte', ...claims })
  log.warn = warn

  expect(answer.status).toBe(status)
  expect(warnings).toEqual([[{ err: expect.any(Error) }, expect.stringContaining('userinfo')]])
})

it.each([undefined, null])('the role is that of userinfo if the ID token has the claim as %j', async (roles) => {
  const sub = crypto.randomUUID()
  provider.userInfo.answer = { sub, roles: ['soporte'] }

  const claims = { sub, email: `${sub}@example.org`, email_verified: true, roles }
  expect(await signInAs(gateway.url, provider, claims)).toMatchObject({ status: 303 })
})

it('a refused person is named in the audit trail by the e-mail of their account, or the one of userinfo', async () => {
  const sub = crypto.randomUUID()
  const email = `${sub}@example.org`
  provider.userInfo.answer = { sub, email, email_verified: false }
  const last = async () => {
    const [entry] = await gateway.db.auditEntry.findMany({ orderBy: { id: 'desc' }, take: 1 })
    return { action: entry?.action, actor: entry?.actor }
  }

  await signInAs(gateway.url, provider, { sub, roles: 'soporte' })
  expect(await last()).toEqual({ action: 'sign-in.failed', actor: email })

  await signInAs(gateway.url, provider, { sub, roles: 'soporte', email, email_verified: true })
  await signInAs(gateway.url, provider, { sub, roles: [], email: 'another@example.org' })
  expect(await last()).toEqual({ action: 'sign-in.failed', actor: email })
})
