import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { StartupError, errorMessage } from '../../lib/errors.ts'
import { lockDirectory } from './directory-lock.ts'
import { copyFirstDatabase } from './first-database.ts'
import { cacheStatements } from './statement-cache.ts'
import { startVacuum } from './vacuum.ts'

/** PostgreSQL's default of `autovacuum_naptime`. */
const vacuumEveryMs = 60_000

/** PostgreSQL inside this process, and a function that closes it. */
export type EmbeddedDatabase = { pglite: PGlite; close: () => Promise<void> }

/** Extensions available in the embedded PostgreSQL. */
export const extensions = { unaccent, pg_trgm }

// All buffers are filled with zeros at the start and stay resident; the default of 128 MB repeats the page cache.
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB']

/**
 * Opens the embedded database in a directory, which it locks. Data survives a crash of the process, but not necessarily
 * a loss of power, since nothing is flushed to disk.
 * @throws StartupError when the directory is in use, or its database cannot be opened.
 */
export async function openEmbedded(directory: string, pid: number, everyMs = vacuumEveryMs): Promise<EmbeddedDatabase> {
  const release = await lockDirectory(directory, pid)
  const pglite = await openPGlite(join(directory, 'postgres')).catch(async (error: unknown) => {
    await release()
    throw new StartupError(
      `The embedded database in ${directory} cannot be opened: ${reasonOf(error)}. Check DATA_DIR, or restore a backup of it.`,
    )
  })
  const stopVacuum = startVacuum(pglite, everyMs)
  return {
    pglite,
    async close() {
      await stopVacuum()
      await pglite.close()
      await release()
    },
  }
}

async function openPGlite(path: string): Promise<PGlite> {
  await copyFirstDatabase(path)
  const pglite = await PGlite.create(path, { extensions, startParams })
  cacheStatements(pglite)
  return pglite
}

// The file system of PGlite throws objects with a number and no message.
const reasonOf = (error: unknown) =>
  error instanceof Error ? errorMessage(error) : `its file system failed (${JSON.stringify(error)})`
