import { createToken, listTokens, maxTokensPerOperator, revokeToken } from '../../../src/auth/tokens/manage-tokens.ts'
import { kindOfToken } from '../../../src/auth/tokens/token-form.ts'
import { givenGateway, type GivenGateway, type Json } from '../../support/gateway.ts'
import { givenOperator, givenSignedIn } from '../../support/auth/operators.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const input = { name: 'Informe', scopes: ['read:Incident'], expiresInDays: 90 }
const report = { kind: 'PERSONAL' as const, ...input }
const here = () => new Date(gateway.clock.now())
const somebodyElse = async (role: 'lector' | 'operador' | 'admin' = 'operador') => ({
  operator: await givenOperator(gateway.db, role),
  address: '192.0.2.1',
  requestId: null,
})

it('an operator creates, lists and revokes their own tokens over GraphQL; the text is in one response alone', async () => {
  const { ask } = await givenSignedIn(gateway, 'lector')

  const created = await ask(
    `mutation ($input: NewApiToken!) { createMyToken(input: $input) { secret token { id kind name prefix scopes expiresAt } } }`,
    { input: { ...input, scopes: ['read:Incident', 'read:Panel', 'read:Incident'] } },
  )
  const { secret, token } = created['data'].createMyToken as Json
  const listed = await ask('{ myTokens { id prefix lastUsedAt } }')
  const revoked = await ask('mutation ($id: ID!) { revokeMyToken(id: $id) { revokedAt } }', { id: token.id })
  const again = await ask('mutation ($id: ID!) { revokeMyToken(id: $id) { revokedAt } }', { id: token.id })
  const left = await ask('{ myTokens { id } }')

  expect(kindOfToken(String(secret))).toBe('PERSONAL')
  expect(token).toMatchObject({ kind: 'PERSONAL', name: 'Informe', scopes: ['read:Panel', 'read:Incident'] })
  expect(Date.parse(String(token.expiresAt)) - gateway.clock.now()).toBe(90 * 86_400_000)
  expect(listed['data'].myTokens).toEqual([{ id: token.id, prefix: String(secret).slice(0, 8), lastUsedAt: null }])
  expect(revoked['data'].revokeMyToken.revokedAt).not.toBeNull()
  expect(again).toEqual(revoked)
  expect(left['data'].myTokens).toEqual([])
  expect(JSON.stringify(await gateway.db.apiToken.findMany())).not.toContain(secret)
})

it('an operator creates, lists and revokes their own tokens over REST', async () => {
  const { get, post } = await givenSignedIn(gateway, 'lector')

  const created = await post('/api/admin/tokens/', input)
  const { secret, token } = (await created.json()) as Json
  const { items } = (await (await get('/api/admin/tokens/')).json()) as Json
  const revoked = await post(`/api/admin/tokens/${token.id}/revoke/`)

  expect(created.status).toBe(201)
  expect(kindOfToken(String(secret))).toBe('PERSONAL')
  expect(items).toEqual([token])
  expect(await revoked.json()).toMatchObject({ id: token.id, revokedAt: expect.any(String) })
})

it('an administrator creates, lists and revokes tokens of services; nobody else does', async () => {
  const [admin, other] = [await givenSignedIn(gateway, 'admin'), await givenSignedIn(gateway, 'operador')]
  const pedidos = { name: 'Pedidos', scopes: ['ingest:observations'], expiresInDays: 365 }

  const created = await admin.post('/api/admin/service-tokens/', pedidos)
  const { secret, token } = (await created.json()) as Json
  const seen = await admin.ask('{ serviceTokens { id name } myTokens { id } }')
  const refused = await other.post(`/api/admin/service-tokens/${token.id}/revoke/`)
  const notTheirs = await other.post(`/api/admin/tokens/${token.id}/revoke/`)
  const revoked = await admin.post(`/api/admin/service-tokens/${token.id}/revoke/`)

  expect(kindOfToken(String(secret))).toBe('SERVICE')
  expect(seen['data']).toMatchObject({ serviceTokens: [{ id: token.id, name: 'Pedidos' }], myTokens: [] })
  expect([refused.status, notTheirs.status, revoked.status]).toEqual([403, 404, 200])
})

it('the audit trail says who created and revoked which token, and not its text', async () => {
  const by = await somebodyElse()
  const { token, secret } = await createToken(gateway.db, report, by, here())
  await revokeToken(gateway.db, { kind: 'PERSONAL', id: token.id }, by, here())

  const entries = await gateway.db.auditEntry.findMany({
    where: { object: `token:${token.id}` },
    orderBy: { id: 'asc' },
  })

  expect(entries).toMatchObject([
    { action: 'token.create', actor: by.operator.email, after: { name: 'Informe', scopes: ['read:Incident'] } },
    { action: 'token.revoke', actor: by.operator.email, before: { name: 'Informe', prefix: token.prefix } },
  ])
  expect(JSON.stringify(entries)).not.toContain(secret)
})

it.each([
  ['no scope', { scopes: [] }, 'at least one scope'],
  ['a scope that does not exist', { scopes: ['read:Everything'] }, 'read:Everything'],
  ['a scope of services', { scopes: ['ingest:sinli'] }, 'ingest:sinli'],
  ['the scope that manages operators', { scopes: ['manage:Operator'] }, 'manage:Operator'],
  [
    'a scope that the role does not have',
    { scopes: ['manage:Policy'] },
    'The role operador does not have manage:Policy',
  ],
  ['no name', { name: ' ' }, '1 to 100 characters'],
  ['no lifetime', { expiresInDays: 0 }, '1 to 365 whole days'],
  ['more than a year', { expiresInDays: 366 }, '1 to 365 whole days'],
  ['half a day', { expiresInDays: 1.5 }, '1 to 365 whole days'],
])('a token with %s is refused with a sentence', async (_, change, sentence) => {
  const by = await somebodyElse()

  const creating = createToken(gateway.db, { ...report, ...change }, by, here())

  await expect(creating).rejects.toMatchObject({ code: 'INVALID_INPUT', message: expect.stringContaining(sentence) })
})

it('of thirty tokens at once an operator gets twenty, and one more for each that is revoked or has expired', async () => {
  const by = await somebodyElse()
  const create = (at = here()) => createToken(gateway.db, report, by, at)

  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => create()))
  const made = outcomes.filter(({ status }) => status === 'fulfilled')
  const [first] = await listTokens(gateway.db, 'PERSONAL', by)
  await revokeToken(gateway.db, { kind: 'PERSONAL', id: first!.id }, by, here())

  expect(made).toHaveLength(maxTokensPerOperator)
  await create()
  await expect(create()).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(create(new Date(gateway.clock.now() + 91 * 86_400_000))).resolves.toBeDefined()
})
