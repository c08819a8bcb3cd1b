import { type PrismaClient, type Prisma } from '../generated/prisma/client.ts'

/** Either the database or a transaction on it: every query takes whichever it is given. */
export type Database = PrismaClient | Prisma.TransactionClient

/** The database itself, for those who begin transactions. */
export type RootDatabase = PrismaClient

/**
 * Does all of it or none of it. Inside, only the given transaction may be used: the embedded database has one connection,
 * and whoever asks another waits for ever.
 */
export function inTransaction<T>(
  db: RootDatabase,
  work: (tx: Prisma.TransactionClient) => Promise<T>,
  { timeoutMs = 20_000 } = {},
): Promise<T> {
  return db.$transaction(work, { maxWait: 10_000, timeout: timeoutMs })
}
