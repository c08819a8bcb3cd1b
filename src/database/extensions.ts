import { CannotStart, messageOf } from '../errors.ts'

/** What of PostgreSQL's own extensions the search needs. */
const needed = ['unaccent', 'pg_trgm']

/**
 * Adds the extensions that the database lacks. It comes before the migrations, so that one that may not be added leaves
 * no migration half done.
 * @throws CannotStart saying what an administrator has to run.
 */
export async function addExtensions(run: (script: string) => Promise<unknown>): Promise<void> {
  const statements = needed.map((name) => `CREATE EXTENSION IF NOT EXISTS ${name};`).join(' ')
  await run(statements).catch((error: unknown) => {
    throw new CannotStart(
      `The database lacks the extensions ${needed.join(' and ')}, and this role cannot add them (${messageOf(error)}): ` +
        `have an administrator run, in this database, ${statements}`,
    )
  })
}
