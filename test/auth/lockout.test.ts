import { randomUUID } from 'node:crypto'
import {
  clearExpiredAttempts,
  refundAttempt,
  LockedOutError,
  consumeAttempt,
  type PasswordAttempt,
} from '../../src/auth/lockout.ts'
import { givenDatabase, type GivenDatabase } from '../support/database/database.ts'
import { minutes, seconds, start } from '../support/monitoring/traffic.ts'

let database: GivenDatabase
beforeAll(async () => {
  database = await givenDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const attempt = (email: string, address = '198.51.100.7', at = start): PasswordAttempt => ({
  email,
  address,
  at: new Date(at),
})

/** Fails to sign in so many times, and returns how the last attempt was refused; null where it could be tried. */
async function fail(times: number, one: PasswordAttempt): Promise<LockedOutError | null> {
  let refused: LockedOutError | null = null
  for (let count = 0; count < times; count += 1) refused = await refusalOf(one)
  return refused
}

const refusalOf = (one: PasswordAttempt) =>
  consumeAttempt(database.db, one).then(
    () => null,
    (error: unknown) => {
      if (error instanceof LockedOutError) return error
      throw error
    },
  )

const somebody = () => `${randomUUID()}@example.org`

describe('the lockout of failed sign-ins', () => {
  it('begins after five failures from one address, and lasts a quarter of an hour', async () => {
    const email = somebody()

    expect(await fail(5, attempt(email))).toBeNull()
    expect(await fail(1, attempt(email))).toMatchObject({
      code: 'TOO_MANY_ATTEMPTS',
      message: 'Too many failed sign-ins. Wait before trying again.',
      retryAfterSeconds: 900,
    })
    expect(await fail(1, attempt(email, undefined, start + minutes(15) - 1))).toMatchObject({ retryAfterSeconds: 1 })
    expect(await fail(1, attempt(email, undefined, start + minutes(15) + 1))).toBeNull()
  })

  it('says how long to wait, counted from the first failure', async () => {
    const email = somebody()
    await fail(5, attempt(email))

    expect(await fail(1, attempt(email, undefined, start + minutes(5)))).toMatchObject({ retryAfterSeconds: 600 })
  })

  it('distinguishes the first refused attempt from those that follow', async () => {
    const email = somebody()
    await fail(5, attempt(email))

    expect(await fail(1, attempt(email))).toMatchObject({ isFirst: true })
    expect(await fail(1, attempt(email))).toMatchObject({ isFirst: false })
  })

  it('of one address or e-mail does not affect another', async () => {
    const email = somebody()
    await fail(6, attempt(email))

    expect(await fail(1, attempt(email, '198.51.100.8'))).toBeNull()
    expect(await fail(1, attempt(somebody()))).toBeNull()
  })

  it('begins after fifty failures for one e-mail from any addresses', async () => {
    const email = somebody()
    for (let place = 0; place < 10; place += 1) expect(await fail(5, attempt(email, `203.0.113.${place}`))).toBeNull()

    expect(await fail(1, attempt(email, '203.0.113.99'))).toMatchObject({ isFirst: true, retryAfterSeconds: 900 })
  })

  it('does not count an attempt that was refunded, per address and in total', async () => {
    const email = somebody()
    for (let place = 0; place < 60; place += 1) {
      expect(await fail(1, attempt(email, `203.0.113.${place}`))).toBeNull()
      await refundAttempt(database.db, attempt(email, `203.0.113.${place}`))
    }
    for (let again = 0; again < 7; again += 1) {
      expect(await fail(1, attempt(email))).toBeNull()
      await refundAttempt(database.db, attempt(email))
    }
  })

  it('passes on errors of the database', async () => {
    const broken = { $queryRawUnsafe: () => Promise.reject(new Error('away')) } as never

    await expect(consumeAttempt(broken, attempt(somebody()))).rejects.toThrow('away')
  })
})

it('counters of attempts are deleted once they have expired, and no others', async () => {
  await clearExpiredAttempts(database.db, start + minutes(60))
  await fail(1, attempt(somebody(), undefined, start))
  await fail(1, attempt(somebody(), undefined, start + seconds(1)))

  expect(await database.db.attempts.count()).toBe(4)
  expect(await clearExpiredAttempts(database.db, start + minutes(15) - 1)).toBe(0)
  expect(await clearExpiredAttempts(database.db, start + minutes(15))).toBe(2)
  expect(await database.db.attempts.count()).toBe(2)
})
