import type { PGlite } from '@electric-sql/pglite'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import { StartupError, errorMessage } from '../lib/errors.ts'
import { PrismaClient } from '../generated/prisma/client.ts'
import { log } from '../lib/log.ts'
import type { RootDatabase } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { addExtensions } from './extensions.ts'
import { migrate } from './migrate.ts'
import { createPostgresAdapter, withMigrationLock } from './postgres.ts'
import { openEmbeddedSignals, openSignals, type OpenCoordination } from './coordination.ts'
import { withScriptExecution, type MigrationAdapter } from './script-adapter.ts'

/** Which database: PostgreSQL at a URL, or the embedded one in a directory. */
export type DatabaseLocation = { databaseUrl: string | null; dataDir: string }

/** An open, migrated database, the way to hear what is announced on it, and the way to close it. */
export type OpenDatabase = { db: RootDatabase; openSignals: OpenCoordination; close: () => Promise<void> }

/**
 * Opens the database and brings it up to date.
 * @throws StartupError when it cannot be reached, is in use, lacks an extension, is newer than we are, or does not take a migration.
 */
export async function openDatabase({ databaseUrl, dataDir }: DatabaseLocation, pid: number): Promise<OpenDatabase> {
  if (databaseUrl) return openOnServer(databaseUrl)
  const embedded = await openEmbedded(dataDir, pid)
  return openOnPGlite(embedded.pglite, embedded.close).catch(async (error: unknown) => {
    await embedded.close()
    throw error
  })
}

async function openOnServer(url: string): Promise<OpenDatabase> {
  await withMigrationLock(url, async (client) => {
    await addExtensions((script) => client.query(script))
    await runMigrations(withScriptExecution(createPostgresAdapter(url), (script) => client.query(script)))
  })
  const db = new PrismaClient({ adapter: createPostgresAdapter(url) })
  return {
    db,
    openSignals: (hear) => openSignals(url, hear),
    close: () => db.$disconnect(),
  }
}

/** The same over a PGlite that is already open; `closePGlite` is called last. */
export async function openOnPGlite(pglite: PGlite, closePGlite: () => Promise<void>): Promise<OpenDatabase> {
  const adapter = new PrismaPGlite(pglite)
  await runMigrations(withScriptExecution(adapter, (script) => pglite.exec(script)))
  const db = new PrismaClient({ adapter })
  return {
    db,
    openSignals: (hear) => openEmbeddedSignals(pglite, hear),
    async close() {
      await db.$disconnect()
      await closePGlite()
    },
  }
}

async function runMigrations(adapter: MigrationAdapter) {
  const applied = await migrate(adapter)
    .catch((error: unknown) => {
      if (error instanceof StartupError) throw error
      throw new StartupError(`The database did not take the migrations: ${errorMessage(error)}`)
    })
    .finally(() => adapter.dispose())
  if (applied.length > 0) log.info({ applied }, 'migrations applied')
}
