import { createHash } from 'node:crypto'
import { listMigrations } from './migrate.ts'

/** Runs a statement and returns its rows. */
export type ReadRows = (statement: string) => Promise<{ rows: unknown[] }>

/** A row of Prisma's table of migrations; one that failed or was rolled back is not `applied`. */
type MigrationRow = { name: string; checksum: string; applied: boolean }

/**
 * Whether a database has exactly the migrations of this version, all of them complete and unchanged. Then the schema
 * engine has nothing to do and need not be loaded.
 */
export async function isMigrated(readRows: ReadRows): Promise<boolean> {
  const { rows: tables } = await readRows(`
    SELECT FROM information_schema.tables
    WHERE table_schema = current_schema() AND table_name = '_prisma_migrations'`)
  if (tables.length === 0) return false
  const { rows } = await readRows(`
    SELECT "migration_name" AS "name", "checksum", "finished_at" IS NOT NULL AND "rolled_back_at" IS NULL AS "applied"
    FROM "_prisma_migrations"`)
  const checksums = await checksumsOfThisVersion()
  return (
    rows.length === checksums.size &&
    (rows as MigrationRow[]).every(({ name, checksum, applied }) => applied && checksums.get(name) === checksum)
  )
}

/** The checksums of the migrations by name, as Prisma stores them. */
async function checksumsOfThisVersion(): Promise<Map<string, string>> {
  const { migrationDirectories } = await listMigrations()
  return new Map(
    migrationDirectories.map(({ path, migrationFile: { content } }) => {
      const text = content.tag === 'ok' ? content.value : ''
      return [path, createHash('sha256').update(text).digest('hex')]
    }),
  )
}
