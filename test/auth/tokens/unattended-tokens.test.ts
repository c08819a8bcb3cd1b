import { statementsOf } from '../../support/database/statements.ts'
import { givenGateway, type GivenGateway, type Json } from '../../support/gateway.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const dayMs = 24 * 60 * 60_000
const inDays = (days: number) => new Date(gateway.clock.now() + days * dayMs)

type Given = {
  /** When they signed in, in days before now. */
  signedIn?: number[]
  action?: string
  /** When each token expires, in days from now. */
  tokens?: number[]
  revoked?: boolean
  isLocal?: boolean
  disabled?: boolean
  withoutRole?: boolean
}

async function givenAccount({ signedIn = [31], action = 'sign-in', tokens = [10], ...given }: Given) {
  const id = crypto.randomUUID()
  const email = `${id}@example.org`
  await gateway.db.operator.create({
    data: {
      ...{ id, email, name: 'Eva Ejemplo', role: 'lector', disabledAt: given.disabled ? inDays(-1) : null },
      ...(given.isLocal && { passwordHash: 'a hash' }),
      ...(!given.isLocal && {
        identity: {
          create: {
            ...{ issuer: 'https://login.example.org', subject: id, linkedAt: inDays(-90) },
            noRoleSince: given.withoutRole ? inDays(-1) : null,
          },
        },
      }),
      tokens: {
        create: tokens.map((days, index) => ({
          ...{ kind: 'PERSONAL', name: 'Informe', prefix: 'vgp_', scopes: ['read:Panel'], hash: `${id} ${index}` },
          ...{ createdAt: inDays(-60), expiresAt: inDays(days), revokedAt: given.revoked ? inDays(-1) : null },
        })),
      },
    },
  })
  await gateway.db.auditEntry.createMany({
    data: signedIn.map((days) => ({ at: inDays(-days), actor: email, action, object: `operator:${email}` })),
  })
  return id
}

async function countsById(): Promise<Map<string, number>> {
  const { operators } = await gateway.data('{ operators { id unattendedTokens } }')
  return new Map((operators as Json[]).map(({ id, unattendedTokens }) => [id as string, unattendedTokens as number]))
}

it.each<[what: string, given: Given, count: number]>([
  ['signed in 31 days ago', {}, 1],
  ['signed in exactly 30 days ago', { signedIn: [30] }, 1],
  ['signed in 29 days ago', { signedIn: [29] }, 0],
  ['signed in 90 and 2 days ago', { signedIn: [90, 2] }, 0],
  ['never signed in according to the trail', { signedIn: [] }, 1],
  ['tried in vain yesterday', { signedIn: [1], action: 'sign-in.failed' }, 1],
  ['has several tokens', { tokens: [1, 30, 300] }, 3],
  ['has tokens of which two have expired', { tokens: [-1, 0, 300] }, 1],
  ['has revoked its token', { revoked: true }, 0],
  ['has no token', { tokens: [] }, 0],
  ['is local', { isLocal: true }, 0],
  ['is disabled, so that its tokens are stopped', { disabled: true }, 0],
  ['has no role, so that its tokens are stopped', { withoutRole: true }, 0],
])('of an account of the provider that %s, the number of unattended tokens is right', async (_, given, count) => {
  const id = await givenAccount(given)

  expect((await countsById()).get(id)).toBe(count)
})

it('the unattended tokens of all operators are read in the same number of statements as those of one', async () => {
  await givenAccount({})
  const few = await statementsOf(countsById, '"ApiToken"')
  const fewSignIns = await statementsOf(countsById, '"AuditEntry"')
  for (let count = 0; count < 10; count++) await givenAccount({})

  expect([few, fewSignIns]).toEqual([await statementsOf(countsById, '"ApiToken"'), 1])
  expect(await statementsOf(countsById, '"AuditEntry"')).toBe(1)
})
