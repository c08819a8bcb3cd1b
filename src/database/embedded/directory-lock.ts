import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { lock, type LockOptions } from 'proper-lockfile'
import { StartupError, errorMessage } from '../../lib/errors.ts'
import { announceOwner, forgetOwner, isOwnerDead, readOwner } from './lock-owner.ts'

/**
 * Locks a data directory for this process, and returns a function that releases it. The lock of a dead process is taken
 * over: at once if its owner is certain to be dead, otherwise when its heartbeat is 20 seconds old.
 * @throws StartupError when the directory cannot be created, or another process has locked it.
 */
export async function lockDirectory(directory: string, pid: number): Promise<() => Promise<void>> {
  await mkdir(directory, { recursive: true }).catch((error: unknown) => {
    throw new StartupError(`The data directory ${directory} cannot be made: ${errorMessage(error)}. Check DATA_DIR.`)
  })
  // Serialises takeovers: of two processes that find the same dead owner, the second must not remove the first's lock.
  const releaseDoor = await acquire(directory, 'door', {
    stale: 5_000,
    retries: { retries: 12, minTimeout: 100, maxTimeout: 1_000 },
  })
  try {
    await removeDeadLock(directory, pid)
    const release = await acquire(directory, 'lock', { stale: 20_000, update: 5_000, onCompromised })
    const withdraw = await announceOwner(directory, pid).catch(async (error: unknown) => {
      await release()
      throw error
    })
    return async () => {
      await withdraw()
      await release()
    }
  } finally {
    await releaseDoor()
  }
}

// The owner file is removed first, so that the next owner is never mistaken for the dead one.
async function removeDeadLock(directory: string, pid: number) {
  const owner = await readOwner(directory)
  if (!owner || !(await isOwnerDead(owner, directory, pid))) return
  await forgetOwner(directory)
  await rm(join(directory, 'lock'), { recursive: true, force: true })
}

const acquire = (directory: string, name: string, options: LockOptions) =>
  lock(join(directory, name), { ...options, realpath: false, lockfilePath: join(directory, name) }).catch(
    (error: unknown) => {
      throw new StartupError(
        `The data directory ${directory} is in use by another Vigía, or cannot be locked (${errorMessage(error)}). Stop it, or set DATA_DIR.`,
      )
    },
  )

function onCompromised(error: Error): never {
  throw new Error('Another process has taken over the data directory; continuing would damage it.', { cause: error })
}
