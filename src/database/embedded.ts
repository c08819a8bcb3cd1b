import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { lockDirectory } from './lock.ts'

/** PostgreSQL inside this process, and the way to close it. */
export type Embedded = { pglite: PGlite; close: () => Promise<void> }

/** What the embedded PostgreSQL can do beyond its core. */
export const extensions = { unaccent, pg_trgm }

/**
 * Opens the embedded database in a directory, which no other process may use meanwhile. It survives the death of the
 * process; it does not flush to the disk, so it does not promise to survive a loss of power.
 */
export async function openEmbedded(directory: string, pid: number): Promise<Embedded> {
  const release = await lockDirectory(directory, pid)
  const pglite = await PGlite.create(join(directory, 'postgres'), { extensions })
  return {
    pglite,
    async close() {
      await pglite.close()
      await release()
    },
  }
}
