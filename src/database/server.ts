import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { CannotStart, messageOf } from '../errors.ts'

/** Any number: it names the lock under which migrations run. */
const migrationLock = 7_486_442

/** PostgreSQL at a URL, with a pool of connections. A server that does not answer for ten seconds counts as away. */
export const openServer = (url: string): PrismaPg =>
  new PrismaPg({
    connectionString: url,
    fallback_application_name: 'vigia',
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
    // What an instance that is gone left open must not keep the others waiting.
    idle_in_transaction_session_timeout: 30_000,
    max: 10,
  })

/**
 * Does the work on a connection of its own, while no other instance on the same database does.
 * @throws CannotStart when the server cannot be reached.
 */
export async function whileLocked<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    fallback_application_name: 'vigia migrations',
    connectionTimeoutMillis: 5_000,
  })
  await client.connect().catch((error: unknown) => {
    throw new CannotStart(
      `PostgreSQL at ${whereabouts(url)} cannot be reached: ${messageOf(error)}. Check DATABASE_URL, and that it runs.`,
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
function whereabouts(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname}:${port || '5432'}${pathname}`
}
