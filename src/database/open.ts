import { types, type PGlite } from '@electric-sql/pglite'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import { PrismaClient } from '../generated/prisma/client.ts'
import type { RootDatabase } from './database.ts'
import { openEmbedded } from './embedded/embedded.ts'
import { listenToOwnCommits } from './coordination/own-commits.ts'
import { checkSchema } from './migrations/check-schema.ts'
import { addExtensions } from './extensions.ts'
import { runMigrations } from './migrations/run-migrations.ts'
import { createPostgresAdapter, withMigrationLock } from './postgres.ts'
import { openEmbeddedCoordination, openCoordination, type OpenCoordination } from './coordination/coordination.ts'
import { withScriptExecution } from './migrations/script-adapter.ts'

/** The database to open: PostgreSQL at a URL, or the embedded one in a directory. */
export type DatabaseLocation = { databaseUrl: string | null; dataDir: string }

/** An open, migrated database, with functions to coordinate its instances and to close it. */
export type OpenDatabase = { db: RootDatabase; openCoordination: OpenCoordination; close: () => Promise<void> }

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
    await checkSchema(url, (statement) => client.query(statement))
    await addExtensions((script) => client.query(script))
    await runMigrations(
      (statement) => client.query(statement),
      (onError) => withScriptExecution(createPostgresAdapter(url), (script) => client.query(script), onError),
    )
  })
  const db = new PrismaClient({ adapter: createPostgresAdapter(url) })
  return {
    db,
    openCoordination: (onChange) => {
      listenToOwnCommits(db, onChange)
      return openCoordination(url, onChange)
    },
    close: () => db.$disconnect(),
  }
}

/** Opens the database on a PGlite that is already open; `close` calls `closePGlite` last. */
export async function openOnPGlite(pglite: PGlite, closePGlite: () => Promise<void>): Promise<OpenDatabase> {
  dropUnusedParsers(pglite)
  const adapter = new PrismaPGlite(pglite)
  await runMigrations(
    (statement) => pglite.query(statement),
    (onError) => withScriptExecution(adapter, (script) => pglite.exec(script), onError),
  )
  const db = new PrismaClient({ adapter })
  return {
    db,
    openCoordination: (onChange) => openEmbeddedCoordination(pglite, onChange),
    async close() {
      await db.$disconnect()
      await closePGlite()
    },
  }
}

/** OIDs of the built-in types whose values PGlite parses: boolean, integers and floats; the adapter parses the others. */
const parsedTypes = [types.BOOL, types.INT2, types.INT4, types.OID, types.FLOAT4, types.FLOAT8]

/** OIDs of the arrays of these types, of text and of varchar, as in the catalog `pg_type`. */
const parsedArrays = [1000, 1005, 1007, 1028, 1021, 1022, 1009, 1015]

/** The OIDs of types that migrations create begin here. */
const firstOwnOid = 16_384

/**
 * Drops the parsers of all other types. PGlite copies its parsers for each query of the adapter, which takes more CPU
 * than a small query.
 */
function dropUnusedParsers(pglite: PGlite) {
  const used = new Set<number>([...parsedTypes, ...parsedArrays])
  const kept = Object.entries(pglite.parsers).filter(([oid]) => used.has(Number(oid)) || Number(oid) >= firstOwnOid)
  pglite.parsers = Object.fromEntries(kept)
}
