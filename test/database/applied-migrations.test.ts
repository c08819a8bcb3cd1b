import type { PGlite } from '@electric-sql/pglite'
import { isMigrated } from '../../src/database/migrations/applied-migrations.ts'
import { openOnPGlite } from '../../src/database/open.ts'
import { givenWithoutTables } from '../support/database/database.ts'

/** Whether the schema engine is left out for a database after a change of its migrations, which is undone. */
async function isMigratedAfter(pglite: PGlite, change: string): Promise<boolean> {
  await pglite.exec(`BEGIN; ${change}`)
  try {
    return await isMigrated((statement) => pglite.query(statement))
  } finally {
    await pglite.exec('ROLLBACK')
  }
}

const newest = `"migration_name" = (SELECT max("migration_name") FROM "_prisma_migrations")`

it('counts a database as migrated only with all migrations of this version, each complete and unchanged', async () => {
  const pglite = await givenWithoutTables()
  const before = await isMigratedAfter(pglite, '')
  const opened = await openOnPGlite(pglite, () => pglite.close())
  const after = {
    'all are there': '',
    'one is missing': `DELETE FROM "_prisma_migrations" WHERE ${newest}`,
    'one failed': `UPDATE "_prisma_migrations" SET "finished_at" = NULL WHERE ${newest}`,
    'one was rolled back': `UPDATE "_prisma_migrations" SET "rolled_back_at" = now() WHERE ${newest}`,
    'one had another text': `UPDATE "_prisma_migrations" SET "checksum" = repeat('0', 64) WHERE ${newest}`,
    'one is of a newer version': `INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "finished_at")
      VALUES ('1', '', '29991231000000_newer', now())`,
    'one is of another version': `UPDATE "_prisma_migrations" SET "migration_name" = '29991231000000_newer' WHERE ${newest}`,
  }

  const migrated: Record<string, boolean> = {}
  for (const [what, change] of Object.entries(after)) migrated[what] = await isMigratedAfter(pglite, change)

  expect(before).toBe(false)
  expect(migrated).toEqual({
    'all are there': true,
    'one is missing': false,
    'one failed': false,
    'one was rolled back': false,
    'one had another text': false,
    'one is of a newer version': false,
    'one is of another version': false,
  })
  await opened.close()
})
