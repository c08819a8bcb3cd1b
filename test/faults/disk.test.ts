import { execFile } from 'node:child_process'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDatabase } from '../../src/database/open.ts'
import { clientOf, commonSettings } from '../support/process/instances.ts'
import { ask, lostOf } from '../support/process/outage.ts'
import { givenDirectory, startVigia } from '../support/process/process.ts'
import { printFigures } from '../support/print-figures.ts'
import { until } from '../support/until.ts'

const run = promisify(execFile)

/** The number of writes that are tried on the full disk. */
const tries = 300

// A disk of one's own takes the right to mount it.
const mayMount = await run('unshare', ['--mount', 'true']).then(
  () => true,
  () => false,
)

;(mayMount ? it : it.skip)(
  'the service reports a full disk, continues once there is space, and loses nothing it acknowledged',
  async () => {
    await using disk = await givenDisk('160m')
    const settings = { ...commonSettings, DATA_DIR: disk.path }
    await using vigia = startVigia(settings)
    const client = await clientOf(await vigia.ready())
    const acknowledged: string[] = []
    let count = 0
    const register = async () => {
      const code = `L-${(count += 1)}`
      await client.putLibrary(code)
      acknowledged.push(code)
    }
    while (count < 20) await register()

    await disk.fill()
    const refused = await until('it is refused', () => register().then(() => null, String))
    const before = acknowledged.length
    for (let tried = 0; tried < tries; tried++) await register().catch(() => undefined)
    const live = await ask(client, '/livez')
    await disk.empty()
    await until(
      'it writes again',
      () =>
        register().then(
          () => true,
          () => false,
        ),
      5_000,
    )
    await vigia.kill()
    const { db, close } = await openDatabase({ databaseUrl: null, dataDir: disk.path }, process.pid)
    const lost = await lostOf(db, acknowledged)
    await close()

    expect(refused).toMatch(/answered with 503: .*The disk of the database is full/)
    expect(live.status).toBe(200)
    expect(lost).toEqual([])
    printFigures({
      database: 'full',
      refused: tries - (acknowledged.length - before - 1),
      acknowledged: acknowledged.length,
    })
  },
  200_000,
)

/** A disk of its own, of this size. */
async function givenDisk(size: string) {
  const directory = await givenDirectory()
  await run('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', directory.path])
  const filler = join(directory.path, 'filler')
  return {
    path: directory.path,
    async fill() {
      const { bavail, bsize } = await statfs(directory.path)
      await writeFile(filler, Buffer.alloc(bavail * bsize)).catch(() => undefined)
    },
    empty: () => rm(filler),
    async [Symbol.asyncDispose]() {
      await run('umount', ['-l', directory.path])
      await directory[Symbol.asyncDispose]()
    },
  }
}
