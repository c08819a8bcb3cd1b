import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

/** The hash of all migrations: the name of a database template made from them. */
export async function hashOfMigrations(): Promise<string> {
  const folder = new URL('../../../prisma/migrations/', import.meta.url)
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.sql')).sort()
  const hash = createHash('sha256')
  for (const name of names) hash.update(name).update(await readFile(new URL(name, folder)))
  return hash.digest('hex').slice(0, 16)
}
