import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '../database/database.ts'
import { DomainError } from '../lib/errors.ts'

/** Failed sign-ins of an e-mail within 15 minutes: 5 from one address, 50 from anywhere. Source: the contract for signing in. */
const fromOneAddress = 5
const fromAnywhere = 50
const withinSeconds = 15 * 60

/** Too many have failed. `isFirst` for the first attempt that is refused, so that it is told once. */
export class LockedOutError extends DomainError {
  readonly isFirst: boolean

  constructor(retryAfterSeconds: number, isFirst: boolean) {
    super('TOO_MANY_ATTEMPTS', 'Too many failed sign-ins. Wait before trying again.', retryAfterSeconds)
    this.isFirst = isFirst
  }
}

/** An attempt to sign in: under which e-mail, from where and when. */
export type SignInAttempt = { email: string; address: string; at: Date }

/**
 * Counts an attempt before it is tried, so that of many at once exactly as many are tried as may fail. Give it back when
 * it turns out not to have failed.
 * @throws LockedOut when too many have failed.
 */
export async function consumeAttempt(db: Database, attempt: SignInAttempt): Promise<void> {
  const { here, anywhere } = limiters(db, attempt.at)
  await takeFrom(here, hereKey(attempt))
  await takeFrom(anywhere, attempt.email)
}

/** Takes back an attempt that did not fail. */
export async function refundAttempt(db: Database, attempt: SignInAttempt): Promise<void> {
  const { here, anywhere } = limiters(db, attempt.at)
  await Promise.all([here.reward(hereKey(attempt)), anywhere.reward(attempt.email)])
}

/** Deletes the counters that no longer count, and returns how many. `at` in milliseconds since 1970. */
export async function clearExpiredAttempts(db: Database, at: number): Promise<number> {
  const { count } = await db.attempts.deleteMany({ where: { expire: { lte: at } } })
  return count
}

async function takeFrom(limiter: RateLimiterPostgres, key: string) {
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

const hereKey = ({ email, address }: SignInAttempt) => `${email} ${address}`

function limiters(db: Database, at: Date) {
  const shared = {
    storeClient: throughPrisma(db, at),
    storeType: 'client',
    tableName: 'Attempts',
    tableCreated: true,
    clearExpiredByTimeout: false,
    duration: withinSeconds,
  }
  return {
    here: new RateLimiterPostgres({ ...shared, keyPrefix: 'here', points: fromOneAddress }),
    anywhere: new RateLimiterPostgres({ ...shared, keyPrefix: 'anywhere', points: fromAnywhere }),
  }
}

/** As much of a client of node-postgres as the library uses: it only ever adds to a counter. */
function throughPrisma(db: Database, at: Date) {
  // The library looks at the wall clock, while we are told the time: its moments are replaced by ours, and back.
  const now = at.getTime()
  return {
    async query({ text, values: [key, points] }: { text: string; values: [key: string, points: number] }) {
      const rows = await db.$queryRawUnsafe<Counter[]>(text, key, points, now + withinSeconds * 1_000, now)
      return { rows: rows.map((row) => ({ points: row.points, expire: Number(row.expire) - now + Date.now() })) }
    },
  }
}

type Counter = { points: number; expire: bigint }
