import { StartupError, errorMessage } from '../lib/errors.ts'

/** The PostgreSQL extensions that the search needs. */
const required = ['unaccent', 'pg_trgm']

/**
 * Adds the missing extensions. Runs before the migrations, so that a missing privilege leaves no migration half done.
 * @throws StartupError with the statements that an administrator has to run.
 */
export async function addExtensions(run: (script: string) => Promise<unknown>): Promise<void> {
  const statements = required.map((name) => `CREATE EXTENSION IF NOT EXISTS ${name};`).join(' ')
  await run(statements).catch((error: unknown) => {
    throw new StartupError(
      `The database lacks the extensions ${required.join(' and ')}, and this role cannot add them (${errorMessage(error)}): ` +
        `have an administrator run, in this database, ${statements}`,
    )
  })
}
