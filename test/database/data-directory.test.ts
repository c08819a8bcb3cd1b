import fc from 'fast-check'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { lockDirectory } from '../../src/database/embedded/directory-lock.ts'
import { isOwnerDead, readOwner, type Owner } from '../../src/database/embedded/lock-owner.ts'
import { givenDirectory, startVigia } from '../support/process/process.ts'

const takeAndRelease = async (directory: string) => (await lockDirectory(directory, process.pid))()
const inUse = /is in use by another Vigía/

/** Another process that has taken the directory. It is killed with its socket left behind, as by a crash. */
async function givenOwner(directory: string) {
  const script = `import { lockDirectory } from './dist/database/embedded/directory-lock.js'
    await lockDirectory(${JSON.stringify(directory)}, process.pid)
    process.stdout.write('locked')
    setInterval(() => {}, 1_000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script])
  const closed = once(child, 'close')
  await Promise.race([
    once(child.stdout, 'data'),
    closed.then(() => Promise.reject(new Error('The owner ended before it had the directory.'))),
  ])
  const kill = async () => {
    child.kill('SIGKILL')
    await closed
  }
  return { child, kill, [Symbol.asyncDispose]: kill }
}

async function rewriteOwner(directory: string, changes: Partial<Owner>) {
  const owner = await readOwner(directory)
  await writeFile(join(directory, 'owner'), JSON.stringify({ ...owner, ...changes }))
}

const otherNamespace = { namespace: 'pid:[1]' }

describe('a live owner of a data directory', () => {
  it('keeps it, whether it runs, stands still, or is in another container', async () => {
    await using directory = await givenDirectory()
    await using owner = await givenOwner(directory.path)

    await expect(takeAndRelease(directory.path)).rejects.toThrow(inUse)
    owner.child.kill('SIGSTOP')
    await expect(takeAndRelease(directory.path)).rejects.toThrow(inUse)
    await rewriteOwner(directory.path, { ...otherNamespace, pid: process.pid })
    await expect(takeAndRelease(directory.path)).rejects.toThrow(inUse)
  })

  it('keeps it against its own process', async () => {
    await using directory = await givenDirectory()
    const release = await lockDirectory(directory.path, process.pid)

    await expect(takeAndRelease(directory.path)).rejects.toThrow(inUse)

    await release()
    await takeAndRelease(directory.path)
  })

  it('is never certain to be dead, from whatever system, container or mount it is seen', async () => {
    await using directory = await givenDirectory()
    await using running = await givenOwner(directory.path)
    const owner = (await readOwner(directory.path)) as Owner
    expect(owner.pid).toBe(running.child.pid)
    const seenFrom = fc.record(
      { machine: fc.string(), namespace: fc.option(fc.string()), device: fc.nat(), listens: fc.boolean() },
      { requiredKeys: [] },
    )

    await fc.assert(
      fc.asyncProperty(seenFrom, async (changes) => {
        expect(await isOwnerDead({ ...owner, ...changes }, directory.path, process.pid)).toBe(false)
      }),
    )
  })
})

describe('a dead owner of a data directory', () => {
  it.each<[string, Partial<Owner>]>([
    ['with its pid gone', {}],
    ['whose pid this process has now', { pid: process.pid }],
    ['whose pid another process has now', { pid: process.ppid }],
    ['in another container of this machine', { ...otherNamespace, pid: process.pid }],
  ])('is replaced at once: one %s', async (_, changes) => {
    await using directory = await givenDirectory()
    await using owner = await givenOwner(directory.path)
    await owner.kill()
    await rewriteOwner(directory.path, changes)

    await takeAndRelease(directory.path)
  })

  it.each<[string, Partial<Owner>]>([
    ['on another machine', { machine: 'boot another' }],
    ['in another container that had no socket', { ...otherNamespace, listens: false }],
    ['in another container that mounted the directory by itself', { ...otherNamespace, device: 1 }],
  ])('is replaced once its heartbeat is old: one %s', async (_, changes) => {
    await using directory = await givenDirectory()
    await using owner = await givenOwner(directory.path)
    await owner.kill()
    await rewriteOwner(directory.path, changes)

    await expect(takeAndRelease(directory.path)).rejects.toThrow(inUse)
    const before = new Date(Date.now() - 25_000)
    await utimes(join(directory.path, 'lock'), before, before)
    await takeAndRelease(directory.path)
  })

  it.each(['', '{}', '17@a-host', 'null', null])(
    'is replaced once its heartbeat is old if it was killed before it wrote who it is, as here: %j',
    async (text) => {
      await using directory = await givenDirectory()
      await using owner = await givenOwner(directory.path)
      await owner.kill()
      await (text === null ? rm(join(directory.path, 'owner')) : writeFile(join(directory.path, 'owner'), text))

      const start = takeAndRelease(directory.path)
      const early = await Promise.race([start, after(1_500, 'waiting')])
      const before = new Date(Date.now() - 25_000)
      await utimes(join(directory.path, 'lock'), before, before)
      await start
      expect(early).toBe('waiting')
    },
  )

  it('never keeps the next start from the directory, at whatever step of its own start it was killed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray(['door', 'lock', 'owner', 'owner.sock']), async (left) => {
        await using directory = await givenDirectory()
        const before = new Date(Date.now() - 25_000)
        for (const name of left)
          await (name.startsWith('owner')
            ? writeFile(join(directory.path, name), '')
            : mkdir(join(directory.path, name)))
        for (const name of left) await utimes(join(directory.path, name), before, before)
        await takeAndRelease(directory.path)
      }),
      { numRuns: 16 },
    )
  })
})

it('a directory with a path too long for a socket is locked all the same', async () => {
  await using directory = await givenDirectory()
  const deep = join(directory.path, 'a-long-name'.repeat(10))
  await using owner = await givenOwner(deep)

  await expect(takeAndRelease(deep)).rejects.toThrow(inUse)
  expect(JSON.parse(await readFile(join(deep, 'owner'), 'utf8'))).toMatchObject({ listens: false })
  await owner.kill()
  await takeAndRelease(deep)
})

it('a process whose lock was taken away ends before it damages the directory', async () => {
  await using directory = await givenDirectory()
  await using vigia = startVigia({ DATA_DIR: directory.path, SAMPLE_DATA: 'false' })
  await vigia.ready()

  await rm(join(directory.path, 'lock'), { recursive: true })

  expect(await vigia.ended()).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('Another process has taken over the data directory; continuing would damage it.'),
  })
})
