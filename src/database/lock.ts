import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { lock, type LockOptions } from 'proper-lockfile'
import { CannotStart, messageOf } from '../errors.ts'

/**
 * Takes a data directory for this process alone, and returns the way to give it back. The lock of a process that died is
 * taken over: at once where it can be seen to be dead, else when its heartbeat is 20 seconds old.
 * @throws CannotStart when another process has it.
 */
export async function lockDirectory(directory: string, pid: number): Promise<() => Promise<void>> {
  await mkdir(directory, { recursive: true }).catch((error: unknown) => {
    throw new CannotStart(`The data directory ${directory} cannot be made: ${messageOf(error)}. Check DATA_DIR.`)
  })
  // One at a time: of two that find the same dead owner, the second must not clear away the lock of the first.
  const leave = await take(directory, 'door', {
    stale: 5_000,
    retries: { retries: 12, minTimeout: 100, maxTimeout: 1_000 },
  })
  try {
    const owner = join(directory, 'owner')
    if (await ownerIsDead(owner)) await rm(join(directory, 'lock'), { recursive: true, force: true })
    const release = await take(directory, 'lock', { stale: 20_000, update: 5_000, onCompromised })
    await writeFile(owner, `${pid}@${hostname()}`)
    return release
  } finally {
    await leave()
  }
}

const take = (directory: string, name: string, options: LockOptions) =>
  lock(join(directory, name), { ...options, realpath: false, lockfilePath: join(directory, name) }).catch(
    (error: unknown) => {
      throw new CannotStart(
        `The data directory ${directory} is in use by another Vigía, or cannot be locked (${messageOf(error)}). Stop it, or set DATA_DIR.`,
      )
    },
  )

async function ownerIsDead(owner: string): Promise<boolean> {
  const [pid, host] = (await readFile(owner, 'utf8').catch(() => '')).split('@')
  if (!pid || host !== hostname()) return false
  return !isAlive(Number(pid))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function onCompromised(error: Error): never {
  throw new Error('The data directory was taken by another process; going on would damage it.', { cause: error })
}
