import { existsSync } from 'node:fs'
import { cp, rename, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** The empty, migrated database that the build makes; a source tree that was never built has none. */
const template = fileURLToPath(new URL('../../../dist/first-database', import.meta.url))

/**
 * Copies the database of the build to a path without a database, because creating and migrating one takes seconds. The
 * copy gets its name when it is complete, so that a process killed meanwhile leaves no half database. Does nothing if
 * there is no template. The caller must have locked the directory.
 */
export async function copyFirstDatabase(path: string): Promise<void> {
  if (existsSync(path) || !existsSync(template)) return
  const unfinished = `${path}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await cp(template, unfinished, { recursive: true })
  await rename(unfinished, path)
}
