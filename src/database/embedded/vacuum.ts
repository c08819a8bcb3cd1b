import type { PGlite } from '@electric-sql/pglite'
import { createSerialQueue } from '../../lib/serial-queue.ts'
import { log } from '../../lib/log.ts'

/**
 * Vacuums and analyses the embedded database periodically. A PostgreSQL server does this itself (autovacuum); the
 * embedded one has no background processes, and would grow without limit. Returns a function that stops it.
 */
export function startVacuum(pglite: PGlite, everyMs: number): () => Promise<void> {
  const enqueue = createSerialQueue()
  const vacuum = () =>
    vacuumDueTables(pglite).catch((error: unknown) => {
      log.warn({ err: error }, 'failed to vacuum the embedded database; retrying')
    })
  const timer = setInterval(() => void enqueue(vacuum), everyMs).unref()
  return () => {
    clearInterval(timer)
    // Resolves once a running vacuum has ended.
    return enqueue(() => Promise.resolve())
  }
}

/** Vacuums the tables that autovacuum would process now. */
async function vacuumDueTables(pglite: PGlite): Promise<void> {
  const { rows } = await pglite.query<{ table: string }>(dueTables)
  // One by one, so that other queries run in between; with `exec`, since VACUUM cannot run in a transaction.
  for (const { table } of rows) await pglite.exec(`VACUUM (ANALYZE) ${table}`)
}

// PostgreSQL's default thresholds and scale factors. Source: "Automatic Vacuuming" in its documentation.
const dueTables = `
  SELECT format('%I.%I', schemaname, relname) AS "table" FROM pg_stat_user_tables
  WHERE n_dead_tup > 50 + 0.2 * n_live_tup OR n_ins_since_vacuum > 1000 + 0.2 * n_live_tup
    OR n_mod_since_analyze > 50 + 0.1 * n_live_tup
  ORDER BY 1`
