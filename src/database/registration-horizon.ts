import type { RootDatabase } from './database.ts'

/**
 * The horizon of what is read from now on: subjects whose registration has at most this place are all found. Whether a
 * subject was known when a request arrived is decided by this, not by a time: a transaction that registers it commits
 * later than it looks at a clock. Call it outside of a transaction.
 */
export async function readHorizon(db: RootDatabase): Promise<bigint> {
  const [read] = await db.$queryRaw<{ horizon: string }[]>`SELECT registration_horizon()::text AS "horizon"`
  return BigInt(read?.horizon ?? 0)
}
