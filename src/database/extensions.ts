import { StartupError, errorMessage } from '../lib/errors.ts'

/** What of PostgreSQL's own extensions the search needs. */
const needed = ['unaccent', 'pg_trgm']

/**
 * Adds the extensions that the database lacks. It comes before the migrations, so that one that may not be added leaves
 * no migration half done.
 * @throws StartupError saying what an administrator has to run.
 */
export async function addExtensions(run: (script: string) => Promise<unknown>): Promise<void> {
  const statements = needed.map((name) => `CREATE EXTENSION IF NOT EXISTS ${name};`).join(' ')
  await run(statements).catch((error: unknown) => {
    throw new StartupError(
      `The database lacks the extensions ${needed.join(' and ')}, and this role cannot add them (${errorMessage(error)}): ` +
        `have an administrator run, in this database, ${statements}`,
    )
  })
}
