import { readdir, readFile } from 'node:fs/promises'
import { givenWithoutTables } from './database.ts'

const folder = 'prisma/migrations'

/** A database as it was before a migration, and the way to apply that migration and those after it. */
export async function givenDatabaseBefore(migration: string) {
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  const later = names.sort().findIndex((name) => name.endsWith(migration))
  const pglite = await givenWithoutTables()
  const apply = async (some: string[]) => {
    for (const name of some) await pglite.exec(await readFile(`${folder}/${name}/migration.sql`, 'utf8'))
  }
  await apply(names.slice(0, later))
  return { pglite, migrate: () => apply(names.slice(later)) }
}
