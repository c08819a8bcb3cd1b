import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import type { MigrationDirectory, MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm'
import { StartupError } from '../../lib/errors.ts'
import { openSchemaEngine } from './schema-engine.ts'

const folder = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url))

const filters = { externalTables: [], externalEnums: [] }

/**
 * Applies the pending migrations in order and returns their names. They remain ordinary Prisma migrations.
 * @throws StartupError when the database has migrations that this version does not know.
 */
export async function migrate(adapter: SqlMigrationAwareDriverAdapterFactory): Promise<string[]> {
  const engine = await openSchemaEngine(adapter)
  try {
    const migrationsList = await listMigrations()
    await assertNotNewer(engine, migrationsList)
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters })
    return appliedMigrationNames
  } finally {
    engine.free()
  }
}

// This version could misread or damage the schema of a newer one.
async function assertNotNewer(engine: SchemaEngine, migrationsList: MigrationList) {
  const { history } = await engine.diagnoseMigrationHistory({ migrationsList, filters, optInToShadowDatabase: false })
  if (history === null || !('unpersistedMigrationNames' in history)) return
  throw new StartupError(
    `The database was brought up to date by a newer Vigía (${history.unpersistedMigrationNames.join(', ')}): ` +
      'start that version, or restore the database as it was before.',
  )
}

/** The migrations folder in the format of the schema engine. */
export async function listMigrations(): Promise<MigrationList> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return {
    baseDir: folder,
    lockfile: { path: 'migration_lock.toml', content: await readFile(join(folder, 'migration_lock.toml'), 'utf8') },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(names.sort().map(readMigration)),
  }
}

async function readMigration(name: string): Promise<MigrationDirectory> {
  const content = await readFile(join(folder, name, 'migration.sql'), 'utf8')
  return { path: name, migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: content } } }
}
