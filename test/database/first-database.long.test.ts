import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '../../src/database/open.ts'
import { givenDirectory } from '../support/process/process.ts'
import { until } from '../support/until.ts'

const template = 'dist/first-database'

const filesOf = async (path: string) => (await readdir(path, { recursive: true })).sort()

it('a first start begins anew after a process that was killed while it copied the database', async () => {
  await using directory = await givenDirectory()
  const [path, unfinished] = ['postgres', 'postgres.unfinished'].map((name) => join(directory.path, name)) as [
    string,
    string,
  ]
  const script = `import { copyFirstDatabase } from './dist/database/embedded/first-database.js'
    await copyFirstDatabase(${JSON.stringify(path)})`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script])
  const closed = once(child, 'close')
  await until('the copy has begun', () => existsSync(unfinished) || existsSync(path))
  child.kill('SIGKILL')
  await closed
  const left = existsSync(path) ? await filesOf(path) : null

  const { db, close } = await openDatabase({ databaseUrl: null, dataDir: directory.path }, process.pid)
  const revisions = await db.revision.count()
  await close()

  expect(left ?? (await filesOf(template))).toEqual(await filesOf(template))
  expect(revisions).toBeGreaterThan(0)
  expect(existsSync(unfinished)).toBe(false)
})
