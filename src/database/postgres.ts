import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { StartupError, errorMessage } from '../lib/errors.ts'

/** Any number: it names the lock under which migrations run. */
const migrationLock = 7_486_442

/** PostgreSQL at a URL, with a pool of connections. A server that does not answer for ten seconds counts as away. */
export function createPostgresAdapter(url: string): PrismaPg {
  const pool = new pg.Pool({
    connectionString: url,
    fallback_application_name: 'vigia',
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
    // Sooner than we give up on it: a server goes on with what was given up on, and has no room for the next who asks.
    statement_timeout: 8_000,
    // What an instance that is gone left open must not keep the others waiting.
    idle_in_transaction_session_timeout: 30_000,
    max: 10,
  })
  pool.on('release', closeUnfinished)
  return new PrismaPg(pool, { disposeExternalPool: true })
}

// After a time-out a transaction may not have ended: whatever the next one wrote would become part of it, and be lost with it.
function closeUnfinished(_error: Error | undefined, client: pg.PoolClient) {
  if (client.getTransactionStatus() !== 'I') void (client as unknown as pg.Client).end()
}

/**
 * Does the work on a connection of its own, while no other instance on the same database does.
 * @throws StartupError when the server cannot be reached.
 */
export async function withMigrationLock<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    fallback_application_name: 'vigia migrations',
    connectionTimeoutMillis: 5_000,
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

// The URL may hold a password.
function redactedAddress(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname}:${port || '5432'}${pathname}`
}
