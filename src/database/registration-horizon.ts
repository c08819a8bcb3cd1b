import type { RootDatabase } from './database.ts'

/**
 * Reads the highest place in the order of registrations up to which all subjects are visible to later reads. This place
 * decides whether a subject was known when a request arrived. A time could not decide it, because a transaction reads
 * the clock before it commits. Call this outside a transaction.
 */
export async function readHorizon(db: RootDatabase): Promise<bigint> {
  const [read] = await db.$queryRaw<{ horizon: string }[]>`SELECT registration_horizon()::text AS "horizon"`
  return BigInt(read?.horizon ?? 0)
}
