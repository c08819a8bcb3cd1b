import type { PGlite } from '@electric-sql/pglite'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import { CannotStart, messageOf } from '../errors.ts'
import { PrismaClient } from '../generated/prisma/client.ts'
import { log } from '../log.ts'
import type { RootDatabase } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { addExtensions } from './extensions.ts'
import { migrate } from './migrate.ts'
import { openServer, whileLocked } from './server.ts'
import { openEmbeddedSignals, openSignals, type OpenSignals } from './signals.ts'
import { withWholeScripts, type Migrating } from './whole-scripts.ts'

/** Which database: PostgreSQL at a URL, or the embedded one in a directory. */
export type Whereabouts = { databaseUrl: string | null; dataDir: string }

/** An open, migrated database, the way to hear what is announced on it, and the way to close it. */
export type Opened = { db: RootDatabase; openSignals: OpenSignals; close: () => Promise<void> }

/**
 * Opens the database and brings it up to date.
 * @throws CannotStart when it cannot be reached, is in use, lacks an extension, is newer than we are, or does not take a migration.
 */
export async function openDatabase({ databaseUrl, dataDir }: Whereabouts, pid: number): Promise<Opened> {
  if (databaseUrl) return openOnServer(databaseUrl)
  const embedded = await openEmbedded(dataDir, pid)
  return openOnPGlite(embedded.pglite, embedded.close).catch(async (error: unknown) => {
    await embedded.close()
    throw error
  })
}

async function openOnServer(url: string): Promise<Opened> {
  await whileLocked(url, async (client) => {
    await addExtensions((script) => client.query(script))
    await bringUpToDate(withWholeScripts(openServer(url), (script) => client.query(script)))
  })
  const db = new PrismaClient({ adapter: openServer(url) })
  return {
    db,
    openSignals: (hear) => openSignals(url, hear),
    close: () => db.$disconnect(),
  }
}

/** The same over a PGlite that is already open; `closePGlite` is called last. */
export async function openOnPGlite(pglite: PGlite, closePGlite: () => Promise<void>): Promise<Opened> {
  const adapter = new PrismaPGlite(pglite)
  await bringUpToDate(withWholeScripts(adapter, (script) => pglite.exec(script)))
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

async function bringUpToDate(adapter: Migrating) {
  const applied = await migrate(adapter)
    .catch((error: unknown) => {
      if (error instanceof CannotStart) throw error
      throw new CannotStart(`The database did not take the migrations: ${messageOf(error)}`)
    })
    .finally(() => adapter.dispose())
  if (applied.length > 0) log.info({ applied }, 'migrations applied')
}
