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

/** The database to open: PostgreSQL at a URL, or the embedded one in a directory. */
export type DatabaseLocation = { databaseUrl: string | null; dataDir: string }

/** An open, migrated database, with functions to coordinate its instances and to close it. */
export type OpenDatabase = { db: RootDatabase; openSignals: OpenCoordination; close: () => Promise<void> }

/**
 * Opens the database and applies pending migrations.
 * @throws StartupError when it cannot be reached, is in use, lacks an extension, has migrations of a newer version, or
 * a migration fails.
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

/** Opens the database on a PGlite that is already open; `close` calls `closePGlite` last. */
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
