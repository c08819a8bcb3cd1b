import { createHash } from 'node:crypto'
import { listMigrations } from './migrate.ts'

/** Runs a statement and returns its rows. */
export type ReadRows = (statement: string) => Promise<{ rows: unknown[] }>

/** A row of Prisma's table of migrations that was not rolled back; one that failed is not `applied`. */
type MigrationRow = { name: string; checksum: string; applied: boolean }

/**
 * Whether a database has exactly the migrations of this version, all of them complete and unchanged. Then the schema
 * engine has nothing to do and need not be loaded.
 */
export async function isMigrated(readRows: ReadRows): Promise<boolean> {
  if (!(await hasMigrations(readRows))) return false
  const { rows } = await readRows(`
    SELECT "migration_name" AS "name", "checksum", "finished_at" IS NOT NULL AS "applied"
    FROM "_prisma_migrations" WHERE "rolled_back_at" IS NULL`)
  const checksums = await checksumsOfThisVersion()
  return (
    rows.length === checksums.size &&
    (rows as MigrationRow[]).every(({ name, checksum, applied }) => applied && checksums.get(name) === checksum)
  )
}

/**
 * Marks migrations that failed as rolled back, so that they are applied again: each is one script, which PostgreSQL runs
 * whole or not at all. One whose process ended meanwhile has no `logs`, and may have been applied: it stays as it is.
 */
export async function markRolledBack(readRows: ReadRows): Promise<void> {
  if (!(await hasMigrations(readRows))) return
  await readRows(`
    UPDATE "_prisma_migrations" SET "rolled_back_at" = now()
    WHERE "finished_at" IS NULL AND "rolled_back_at" IS NULL AND "logs" IS NOT NULL`)
}

async function hasMigrations(readRows: ReadRows): Promise<boolean> {
  const { rows } = await readRows(`
    SELECT FROM information_schema.tables
    WHERE table_schema = current_schema() AND table_name = '_prisma_migrations'`)
  return rows.length > 0
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
