import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { StartupError, errorMessage } from '../lib/errors.ts'
import { lockDirectory } from './directory-lock.ts'
import { startVacuum } from './vacuum.ts'

/** As often as a server looks (`autovacuum_naptime`). */
const sweepEveryMs = 60_000

/** PostgreSQL inside this process, and the way to close it. */
export type EmbeddedDatabase = { pglite: PGlite; close: () => Promise<void> }

/** What the embedded PostgreSQL can do beyond its core. */
export const extensions = { unaccent, pg_trgm }

/**
 * Opens the embedded database in a directory, which no other process may use meanwhile. It survives the death of the
 * process; it does not flush to the disk, so it does not promise to survive a loss of power.
 * @throws StartupError when the directory is in use, or what it holds cannot be opened.
 */
export async function openEmbedded(directory: string, pid: number, everyMs = sweepEveryMs): Promise<EmbeddedDatabase> {
  const release = await lockDirectory(directory, pid)
  const pglite = await PGlite.create(join(directory, 'postgres'), { extensions }).catch(async (error: unknown) => {
    await release()
    throw new StartupError(
      `The embedded database in ${directory} cannot be opened: ${reasonOf(error)}. Check DATA_DIR, or restore a backup of it.`,
    )
  })
  const stopSweeping = startVacuum(pglite, everyMs)
  return {
    pglite,
    async close() {
      await stopSweeping()
      await pglite.close()
      await release()
    },
  }
}

// The file system of PGlite throws objects with a number and no message.
const reasonOf = (error: unknown) =>
  error instanceof Error ? errorMessage(error) : `its file system failed (${JSON.stringify(error)})`
