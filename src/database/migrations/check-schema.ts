import { StartupError } from '../../lib/errors.ts'
import { log } from '../../lib/log.ts'
import type { ReadRows } from './applied-migrations.ts'

/**
 * Checks the schema that a database URL asks for with `?schema=`, a parameter of Prisma that our connections do not have:
 * the tables are in the schema that the server gives the role, usually `public`. Another one is ignored with a warning
 * if the connection finds the tables, so that an installed service goes on.
 * @throws StartupError for another schema, if it does not.
 */
export async function checkSchema(url: string, readRows: ReadRows): Promise<void> {
  const asked = new URL(url).searchParams.get('schema')
  if (!asked) return
  const { current, found, elsewhere } = await readSchemas(readRows)
  if (asked === (found ?? current)) return
  if (found === null)
    throw new StartupError(
      `DATABASE_URL asks for the schema ${asked}, but ${placeOf(current, elsewhere)}: leave out ?schema=, and give Vigía a database of its own.`,
    )
  log.warn({ asked, schema: found }, 'DATABASE_URL names a schema, which is ignored')
}

/** The schema for new tables, that of ours on the search path, and another one with ours; null if there is none. */
type Schemas = { current: string | null; found: string | null; elsewhere: string | null }

// A role's own schema may come first on the search path, and hold none of the tables.
async function readSchemas(readRows: ReadRows): Promise<Schemas> {
  const { rows } = await readRows(`
    SELECT current_schema() AS "current",
      (SELECT nspname FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
        WHERE c.oid = to_regclass('"_prisma_migrations"')) AS "found",
      (SELECT min(nspname::text) FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
        WHERE relname = '_prisma_migrations') AS "elsewhere"`)
  const [schemas = { current: null, found: null, elsewhere: null }] = rows as Schemas[]
  return schemas
}

function placeOf(current: string | null, elsewhere: string | null): string {
  if (elsewhere !== null) return `the tables are in ${elsewhere}, where the search_path of its connection does not lead`
  return current === null
    ? 'no schema of the search_path of its connection exists'
    : `the tables would be in ${current}`
}
