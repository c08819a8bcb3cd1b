import { existsSync } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '../../src/database/open.ts'
import type { RootDatabase } from '../../src/database/database.ts'
import { givenDirectory } from '../support/process/process.ts'

const template = 'dist/first-database'

const open = (dataDir: string) => openDatabase({ databaseUrl: null, dataDir }, process.pid)

it('a first start takes the database of the build, which holds only rows of the migrations, and later ones keep theirs', async () => {
  await using directory = await givenDirectory()
  const began = new Date()

  const { db, close } = await open(directory.path)
  const tables = await tablesWithRows(db)
  const [migrated] = await db.$queryRaw<{ before: boolean }[]>`
    SELECT bool_and("finished_at" < ${began}) AS "before" FROM "_prisma_migrations"`
  await db.$executeRaw`UPDATE "Revision" SET "value" = 4711`
  await close()
  const again = await open(directory.path)
  const revision = await again.db.revision.findFirst()
  await again.close()

  expect(tables).toEqual(['AuditHead', 'Revision', '_prisma_migrations'])
  expect(migrated?.before).toBe(true)
  expect(Number(revision?.value)).toBe(4711)
})

it('a first start takes no file of an earlier, unfinished copy', async () => {
  await using directory = await givenDirectory()
  const unfinished = join(directory.path, 'postgres.unfinished')
  await cp(join(template, 'global'), join(unfinished, 'global'), { recursive: true })
  await mkdir(join(unfinished, 'base', '99999'), { recursive: true })

  await (await open(directory.path)).close()

  expect(existsSync(join(directory.path, 'postgres', 'base', '99999'))).toBe(false)
})

/** The tables that hold rows. */
async function tablesWithRows(db: RootDatabase): Promise<string[]> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT table_name::text AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`
  const counts = await db.$queryRawUnsafe<{ name: string; rows: number }[]>(
    tables.map(({ name }) => `SELECT '${name}' AS name, count(*)::int AS rows FROM "${name}"`).join(' UNION ALL '),
  )
  return counts.flatMap(({ name, rows }) => (rows > 0 ? [name] : [])).sort()
}
