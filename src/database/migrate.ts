import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import type { MigrationDirectory, MigrationList } from '@prisma/schema-engine-wasm'
import { openSchemaEngine } from './schema-engine.ts'

const folder = fileURLToPath(new URL('../../prisma/migrations', import.meta.url))

/** Applies the migrations the database does not have yet, in order, and returns their names. They stay ordinary Prisma migrations. */
export async function migrate(adapter: SqlMigrationAwareDriverAdapterFactory): Promise<string[]> {
  const engine = await openSchemaEngine(adapter)
  try {
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList: await listMigrations(),
      filters: { externalTables: [], externalEnums: [] },
    })
    return appliedMigrationNames
  } finally {
    engine.free()
  }
}

/** The migrations folder, as the schema engine wants to be told about it. */
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
