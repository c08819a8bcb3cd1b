import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { StartupError, errorMessage } from '../lib/errors.ts'

/** Key of the advisory lock that migrations hold; an arbitrary number. */
const migrationLock = 7_486_442

/** Time-out of the first connection. Long, because a starting machine is busy and this connection is not retried. */
const startTimeoutMs = 30_000

/** A connection pool for PostgreSQL at a URL. A server that does not respond within 10 s counts as unavailable. */
export function createPostgresAdapter(url: string): PrismaPg {
  const pool = new pg.Pool({
    connectionString: url,
    fallback_application_name: 'vigia',
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
    // Shorter than `query_timeout`: the server would keep running abandoned statements and have no room for others.
    statement_timeout: 8_000,
    // Transactions left open by a dead instance must not block the others.
    idle_in_transaction_session_timeout: 30_000,
    max: 10,
  })
  pool.on('release', closeUnfinished)
  return new PrismaPg(pool, { disposeExternalPool: true })
}

// After a time-out a transaction may still be open: later writes on the connection would join it, and be rolled back.
function closeUnfinished(_error: Error | undefined, client: pg.PoolClient) {
  if (client.getTransactionStatus() !== 'I') void (client as unknown as pg.Client).end()
}

/**
 * Runs `work` on a dedicated connection, under a lock that only one instance on the database can hold.
 * @throws StartupError when the server cannot be reached.
 */
export async function withMigrationLock<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    fallback_application_name: 'vigia migrations',
    connectionTimeoutMillis: startTimeoutMs,
  })
  await client.connect().catch((error: unknown) => {
    throw new StartupError(
      `PostgreSQL at ${redactedAddress(url)} cannot be reached: ${errorMessage(error)}. Check DATABASE_URL, and that it runs.`,
    )
  })
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
    return await work(client)
  } finally {
    await client.end()
  }
}

// Only host, port and database: the URL may contain a password.
function redactedAddress(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname}:${port || '5432'}${pathname}`
}
