import type { Database } from '../../database/database.ts'
import type { Destination } from '../../generated/prisma/client.ts'

/**
 * Locks a destination until the transaction ends, and returns its present row; null if there is none. Every transaction
 * that changes a destination, its groups or its deliveries begins with this lock and needs no other lock for them.
 * Further locks follow in this order, or two transactions could deadlock: incidents by id, revisions, the audit trail.
 * Inserting deliveries alone needs no lock. A transaction that locks several destinations skips locked ones instead of
 * waiting.
 */
export async function lockDestination(tx: Database, id: string): Promise<Destination | null> {
  await tx.$queryRaw`SELECT FROM "Destination" WHERE "id" = ${id} FOR NO KEY UPDATE`
  // A separate statement, which sees what was committed while this transaction waited.
  return tx.destination.findUnique({ where: { id } })
}

/** Locks the destinations that no other transaction has locked, until the transaction ends, and returns their ids. */
export async function lockFreeDestinations(tx: Database): Promise<string[]> {
  const locked = await tx.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Destination" ORDER BY "id" FOR NO KEY UPDATE SKIP LOCKED`
  return locked.map(({ id }) => id)
}
