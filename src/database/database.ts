import { type PrismaClient, type Prisma } from '../generated/prisma/client.ts'
import { withOwnCommit } from './coordination/own-commits.ts'

/** The database or a transaction on it; queries accept either. */
export type Database = PrismaClient | Prisma.TransactionClient

/** The database itself, for code that begins transactions. */
export type RootDatabase = PrismaClient

/**
 * Runs `work` in a transaction. Inside, use only `tx`: the embedded database has one connection, so a query outside the
 * transaction would wait for ever.
 */
export function inTransaction<T>(
  db: RootDatabase,
  work: (tx: Prisma.TransactionClient) => Promise<T>,
  { timeoutMs = 20_000 } = {},
): Promise<T> {
  return withOwnCommit(db, (register) =>
    db.$transaction(
      (tx) => {
        register(tx)
        return work(tx)
      },
      { maxWait: 10_000, timeout: timeoutMs },
    ),
  )
}
