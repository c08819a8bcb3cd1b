import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import pg from 'pg'

/** Settings of a session of psql, which the databases of later versions do not need or do not know. */
const left = /^(SET (?!check_function_bodies)|SELECT pg_catalog\.set_config|\\|--)/

/** Dumps the database as statements that both kinds of database take. */
export async function dump(databaseUrl) {
  await sortRows(databaseUrl)
  const options = [
    '--inserts',
    '--column-inserts',
    '--rows-per-insert=100',
    '--no-owner',
    '--no-privileges',
    '--no-comments',
  ]
  const text = execFileSync('pg_dump', [...options, databaseUrl], { encoding: 'utf8', maxBuffer: 2 ** 28 })
  const head = '-- The database of version 0.1.0 (7d3f391): README.md says how it was made.\n\n'
  const body = withoutLines(text)
  writeFileSync(new URL('../dump.sql', import.meta.url), `${head}${body}\nRESET check_function_bodies;\n`)
}

/** Drops lines between statements; a text or a function that contains such a line is left as it is. */
function withoutLines(text) {
  let end = null
  const kept = text.split('\n').filter((line) => {
    const isDropped = end === null && (left.test(line) || line === '')
    const quote = end ?? /'|\$\w*\$/.exec(isDropped ? '' : line)?.[0]
    if (quote !== undefined && line.split(quote).length % 2 === 0) end = end === null ? quote : null
    return !isDropped
  })
  return kept.join('\n')
}

/** Writes the rows of each table in the order of its primary key. */
async function sortRows(databaseUrl) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(`
    SELECT format('CLUSTER %s USING %I', i.indrelid::regclass, c.relname) AS sql FROM pg_index i
    JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
    WHERE i.indisprimary AND t.relnamespace = 'public'::regnamespace ORDER BY 1`)
  for (const { sql } of rows) await client.query(sql)
  await client.query('UPDATE pg_index SET indisclustered = false WHERE indisclustered')
  await client.end()
}
