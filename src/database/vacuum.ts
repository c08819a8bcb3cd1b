import type { PGlite } from '@electric-sql/pglite'
import { createSerialQueue } from '../lib/serial-queue.ts'
import { log } from '../lib/log.ts'

/**
 * Sweeps up in the embedded database, again and again: makes room of rows that are gone, and counts what the planner goes by. A
 * PostgreSQL server does so by itself (autovacuum); the embedded one has no processes for it, and would grow for ever. Returns
 * the way to stop.
 */
export function startVacuum(pglite: PGlite, everyMs: number): () => Promise<void> {
  const enqueue = createSerialQueue()
  const sweep = () =>
    vacuumDueTables(pglite).catch((error: unknown) => {
      log.warn({ err: error }, 'the embedded database could not be swept; trying again')
    })
  const timer = setInterval(() => void enqueue(sweep), everyMs).unref()
  return () => {
    clearInterval(timer)
    // Once the one under way has ended.
    return enqueue(() => Promise.resolve())
  }
}

/** Sweeps the tables that a server would sweep now. */
async function vacuumDueTables(pglite: PGlite): Promise<void> {
  const { rows } = await pglite.query<{ table: string }>(due)
  // One by one, so that nobody waits for all of them; by `exec`, because it cannot be done within a transaction.
  for (const { table } of rows) await pglite.exec(`VACUUM (ANALYZE) ${table}`)
}

// The thresholds and shares are PostgreSQL's own. Source: "Automatic Vacuuming" in its documentation.
const due = `
  SELECT format('%I.%I', schemaname, relname) AS "table" FROM pg_stat_user_tables
  WHERE n_dead_tup > 50 + 0.2 * n_live_tup OR n_ins_since_vacuum > 1000 + 0.2 * n_live_tup
    OR n_mod_since_analyze > 50 + 0.1 * n_live_tup
  ORDER BY 1`
