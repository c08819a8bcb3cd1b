// cspell:words attisdropped attname attnotnull attrelid atttypid conname convalidated proname pronamespace
// cspell:words prosrc regnamespace relkind relnamespace sequencename tgenabled tgname tgrelid
import { PGlite } from '@electric-sql/pglite'
import { openOnPGlite, type OpenDatabase } from '../../../src/database/open.ts'
import { extensions } from '../../../src/database/embedded/embedded.ts'
import { cacheStatements } from '../../../src/database/embedded/statement-cache.ts'

/** A database in its state after the migrations: its catalog, tables, rows and sequence values. */
type Pristine = {
  catalog: string
  tables: string[]
  rows: { table: string; rows: string }[]
  sequences: { name: string; value: string }[]
}

/** A database of the pool, with a client whose queries stay compiled. */
type Kept = { pglite: PGlite; opened: OpenDatabase }

// Loading a database costs a second of CPU, emptying one less than a tenth of that.
const used: Kept[] = []
let pristine: Pristine | null = null

/** Maximum databases kept per process; a file seldom uses more at a time. */
const maxKept = 3

// No timer at startup, see letProcessEnd. Buffers of 128 MB, the default, are filled with zeros at each start.
const startParams = [
  ...PGlite.defaultStartParams,
  ...['-c', 'log_startup_progress_interval=0'],
  ...['-c', 'shared_buffers=16MB'],
]

/** Returns an embedded database in its state after the migrations: one returned by an earlier test, or a new one. */
export async function takeEmbedded(dump: () => Promise<Blob>): Promise<Kept> {
  for (let kept = used.pop(); kept; kept = used.pop()) {
    if (await restore(kept.pglite)) return kept
    await kept.opened.close()
  }
  const pglite = await PGlite.create({ loadDataDir: await dump(), extensions, startParams })
  letProcessEnd(pglite)
  cacheStatements(pglite)
  pristine ??= await pristineOf(pglite)
  return { pglite, opened: await openOnPGlite(pglite, () => pglite.close()) }
}

/** Returns a database to the pool of this process, or closes it if the pool is full. */
export async function giveBack(kept: Kept): Promise<void> {
  if (used.length >= maxKept) return kept.opened.close()
  used.push(kept)
}

/**
 * Lets the process end while the database is idle: the timers that PostgreSQL sets during a query, one of them to write
 * statistics 10 s later, no longer keep the process alive.
 */
function letProcessEnd(pglite: PGlite) {
  const run = pglite.execProtocolRawSync.bind(pglite)
  pglite.execProtocolRawSync = (message) => withTimersUnreferenced(() => run(message))
}

// A timer that fires may set the next one.
function withTimersUnreferenced<T>(call: () => T): T {
  const { setTimeout } = globalThis
  const setUnreferenced = (callback: () => void, ms?: number) =>
    setTimeout(() => {
      withTimersUnreferenced(callback)
    }, ms).unref()
  globalThis.setTimeout = setUnreferenced as typeof setTimeout
  try {
    return call()
  } finally {
    globalThis.setTimeout = setTimeout
  }
}

/** Undoes what a test did; false if it changed the schema. */
async function restore(pglite: PGlite): Promise<boolean> {
  if (!pristine) return false
  await pglite.query('ROLLBACK')
  await pglite.exec(discardSession)
  const { rows } = await pglite.query<{ catalog: string }>(catalog)
  if (rows[0]?.catalog !== pristine.catalog) return false
  await empty(pglite, pristine.tables)
  for (const { table, rows } of pristine.rows)
    await pglite.query(`INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`, [rows])
  for (const { name, value } of pristine.sequences)
    await pglite.query('SELECT setval($1::regclass, greatest($2::bigint, 1), $2::bigint > 0)', [name, value])
  return true
}

/** DISCARD ALL without the prepared statements, which the next test uses too. Source: its page in PostgreSQL's documentation. */
const discardSession = `CLOSE ALL; SET SESSION AUTHORIZATION DEFAULT; RESET ALL; UNLISTEN *;
  SELECT pg_advisory_unlock_all(); DISCARD TEMP; DISCARD SEQUENCES`

/** Above this size of all tables and indexes, in bytes, a database is emptied by TRUNCATE, which leaves no dead rows. */
const maxDeletedBytes = 16 * 2 ** 20

// TRUNCATE makes new files for all tables and their indexes, which takes ten times as long as deleting a few rows.
async function empty(pglite: PGlite, tables: readonly string[]): Promise<void> {
  const {
    rows: [size],
  } = await pglite.query<{ bytes: number }>(sizeOfTables)
  if (!size || size.bytes > maxDeletedBytes) {
    await pglite.exec(`TRUNCATE ${tables.join(', ')}`)
    return
  }
  const found = await pglite.query<{ table: string }>(
    tables.map((table) => `SELECT '${table}' AS table WHERE EXISTS (SELECT FROM ${table})`).join(' UNION ALL '),
  )
  // As a replica it checks no foreign keys, and runs no triggers that refuse to delete.
  await pglite.exec('SET session_replication_role = replica')
  for (const { table } of found.rows) await pglite.exec(`DELETE FROM ${table}`)
  await pglite.exec('RESET session_replication_role')
}

async function pristineOf(pglite: PGlite): Promise<Pristine> {
  const [{ catalog: text } = { catalog: '' }] = (await pglite.query<{ catalog: string }>(catalog)).rows
  const tables = (await pglite.query<{ table: string }>(dataTables)).rows.map(({ table }) => table)
  const rows: Pristine['rows'] = []
  for (const table of tables) {
    const found = await pglite.query<{ rows: string | null }>(`SELECT json_agg(t)::text AS rows FROM ${table} t`)
    const [first] = found.rows
    if (first?.rows) rows.push({ table, rows: first.rows })
  }
  return {
    catalog: text,
    tables,
    rows,
    sequences: (await pglite.query<{ name: string; value: string }>(sequences)).rows,
  }
}

const dataTables = `
  SELECT format('%I', relname) AS table FROM pg_class
  WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> '_prisma_migrations'`

const sizeOfTables = `
  SELECT sum(pg_total_relation_size(oid))::float8 AS bytes FROM pg_class
  WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`

const sequences = `
  SELECT format('%I', sequencename) AS name, coalesce(last_value, 0)::text AS value
  FROM pg_sequences WHERE schemaname = 'public'`

const catalog = `
  SELECT md5(string_agg(item, ',' ORDER BY item)) AS catalog FROM (
    SELECT concat_ws(' ', relname, relkind, attname, atttypid, attnotnull, attisdropped) AS item
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid WHERE relnamespace = 'public'::regnamespace
    UNION ALL SELECT concat_ws(' ', tgrelid::regclass, tgname, tgenabled) FROM pg_trigger
    UNION ALL SELECT concat_ws(' ', proname, prosrc) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL SELECT concat_ws(' ', conname, convalidated) FROM pg_constraint
  ) AS items(item)`
