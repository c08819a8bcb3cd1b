import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { log } from '../log.ts'

/** Runs one statement with values, or a whole script without. Source: what pg-boss asks of a database. */
export type ExecuteSql = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>

/** The same over the embedded database, beside everything else that is asked of its one connection. */
export const executeOnPGlite =
  (pglite: PGlite): ExecuteSql =>
  async (text, values) => {
    if (values && values.length > 0) return pglite.query(text, values)
    // A script brings its own BEGIN and COMMIT. Where it fails in between, the transaction around it rolls back.
    const results = await pglite.transaction((tx) => tx.exec(text))
    return { rows: results.at(-1)?.rows ?? [] }
  }

/** The same over PostgreSQL, on connections of its own. */
export function openSqlPool(connectionString: string): { executeSql: ExecuteSql; close: () => Promise<void> } {
  const pool = new pg.Pool({
    connectionString,
    fallback_application_name: 'vigia queue',
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
    max: 2,
  })
  pool.on('error', (error) => {
    log.warn({ err: error }, 'a connection of the queue was lost; it opens another one')
  })
  return {
    executeSql: async (text, values) => pool.query(text, values),
    close: () => pool.end(),
  }
}
