import argon2 from '@node-rs/argon2'
import { randomUUID } from 'node:crypto'
import { mock } from 'node:test'
import { warmUpPasswordHash } from '../../src/auth/passwords.ts'
import { signIn } from '../../src/auth/sign-in.ts'
import { givenDatabase, type GivenDatabase } from '../support/database/database.ts'
import { givenOperator, password } from '../support/auth/operators.ts'

// Time cannot be asserted on a shared machine; the work can: each argon2 call and the cost it is made with.
const verify = mock.method(argon2, 'verify')
const hash = mock.method(argon2, 'hash')

let database: GivenDatabase
beforeAll(async () => {
  database = await givenDatabase()
  await warmUpPasswordHash()
})
afterAll(async () => {
  mock.restoreAll()
  await database[Symbol.asyncDispose]()
})

const unknown = () => `${randomUUID()}@example.org`

/** Signs in and returns the outcome and the argon2 work it took, as the cost of each verification. */
async function workOf(email: string, secret: string) {
  verify.mock.resetCalls()
  hash.mock.resetCalls()
  const request = { email, password: secret, address: '198.51.100.1', requestId: null, at: new Date() }
  const outcome = await signIn(database.db, { ...request, idleMinutes: 60, oldToken: null, isBreakGlass: false }).then(
    () => 'SIGNED_IN',
    ({ code }: { code: string }) => code,
  )
  const verified = verify.mock.calls.map(({ arguments: [encoded] }) => /^.*?p=\d+/.exec(String(encoded))?.[0])
  return { outcome, verified, hashes: hash.mock.callCount() }
}

const oneVerification = { verified: ['$argon2id$v=19$m=19456,t=2,p=1'], hashes: 0 }
const noVerification = { verified: [], hashes: 0 }

it('an unknown account, a disabled one and a wrong password cost one password verification each', async () => {
  const { email } = await givenOperator(database.db)
  const disabled = await givenOperator(database.db)
  await database.db.operator.update({ where: { id: disabled.id }, data: { disabledAt: new Date() } })

  expect(await workOf(email, password)).toEqual({ outcome: 'SIGNED_IN', ...oneVerification })
  expect(await workOf(email, 'wrong')).toEqual({ outcome: 'UNAUTHENTICATED', ...oneVerification })
  expect(await workOf(unknown(), 'wrong')).toEqual({ outcome: 'UNAUTHENTICATED', ...oneVerification })
  expect(await workOf(disabled.email, password)).toEqual({ outcome: 'UNAUTHENTICATED', ...oneVerification })
  expect(await workOf(disabled.email, 'wrong')).toEqual({ outcome: 'UNAUTHENTICATED', ...oneVerification })
})

it.each([
  ['a known account', async () => (await givenOperator(database.db)).email],
  ['an unknown account', () => Promise.resolve(unknown())],
])('a sign-in verifies no password once %s is locked', async (_, makeEmail) => {
  const email = await makeEmail()
  for (let failed = 0; failed < 5; failed += 1) await workOf(email, 'wrong')

  expect(await workOf(email, 'wrong')).toEqual({ outcome: 'TOO_MANY_ATTEMPTS', ...noVerification })
})
