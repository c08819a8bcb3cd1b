import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '../database/database.ts'
import { DomainError } from '../lib/errors.ts'

/** Maximum failed sign-ins of an e-mail in 15 minutes, from one address and in all. Source: the sign-in contract. */
const maxFailuresFromAddress = 5
const maxFailures = 50
const periodSeconds = 15 * 60

/** Too many sign-ins have failed. `isFirst` marks the first rejected attempt, so that the lockout is audited once. */
export class LockedOutError extends DomainError {
  readonly isFirst: boolean

  constructor(retryAfterSeconds: number, isFirst: boolean) {
    super('TOO_MANY_ATTEMPTS', { code: 'SIGN_INS_FAILED', parameters: {} }, retryAfterSeconds)
    this.isFirst = isFirst
  }
}

/** An attempt to sign in with a password: the e-mail, the client's address and the time. */
export type PasswordAttempt = { email: string; address: string; at: Date }

/**
 * Counts an attempt as failed before it is tried, so that concurrent attempts cannot exceed the limit. Call
 * `refundAttempt` if it did not fail.
 * @throws LockedOutError when too many attempts have failed.
 */
export async function consumeAttempt(db: Database, attempt: PasswordAttempt): Promise<void> {
  const { fromAddress, overall } = limiters(db, attempt.at)
  await consumePoint(fromAddress, addressKey(attempt))
  await consumePoint(overall, attempt.email)
}

/** Reverts the count of an attempt that did not fail. */
export async function refundAttempt(db: Database, attempt: PasswordAttempt): Promise<void> {
  const { fromAddress, overall } = limiters(db, attempt.at)
  await Promise.all([fromAddress.reward(addressKey(attempt)), overall.reward(attempt.email)])
}

/**
 * Deletes expired counters and returns their number. `at` is in milliseconds since 1970. A counter that expires more
 * than one period after `at` was counted before the clock was set back; its expiry is shortened to one period.
 */
export async function clearExpiredAttempts(db: Database, at: number): Promise<number> {
  const latest = at + periodSeconds * 1_000
  await db.attempts.updateMany({ where: { expire: { gt: latest } }, data: { expire: latest } })
  const { count } = await db.attempts.deleteMany({ where: { expire: { lte: at } } })
  return count
}

async function consumePoint(limiter: RateLimiterPostgres, key: string) {
  try {
    await limiter.consume(key)
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw reason
    throw new LockedOutError(
      Math.max(1, Math.ceil(reason.msBeforeNext / 1000)),
      reason.consumedPoints === limiter.points + 1,
    )
  }
}

const addressKey = ({ email, address }: PasswordAttempt) => `${email} ${address}`

function limiters(db: Database, at: Date) {
  const shared = {
    storeClient: throughPrisma(db, at),
    storeType: 'client',
    tableName: 'Attempts',
    tableCreated: true,
    clearExpiredByTimeout: false,
    duration: periodSeconds,
  }
  return {
    fromAddress: new RateLimiterPostgres({ ...shared, keyPrefix: 'here', points: maxFailuresFromAddress }),
    overall: new RateLimiterPostgres({ ...shared, keyPrefix: 'anywhere', points: maxFailures }),
  }
}

/** The part of a node-postgres client that rate-limiter-flexible uses: one query, which adds to a counter. */
function throughPrisma(db: Database, at: Date) {
  // The library reads the wall clock but `at` may differ from it: times are converted in both directions.
  const now = at.getTime()
  return {
    async query({ text, values: [key, points] }: { text: string; values: [key: string, points: number] }) {
      const rows = await db.$queryRawUnsafe<Counter[]>(text, key, points, now + periodSeconds * 1_000, now)
      return { rows: rows.map((row) => ({ points: row.points, expire: Number(row.expire) - now + Date.now() })) }
    },
  }
}

type Counter = { points: number; expire: bigint }
