import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { lock, type LockOptions } from 'proper-lockfile'
import { StartupError, errorMessage } from '../../lib/errors.ts'
import { announceOwner, forgetOwner, isOwnerDead, readOwner, type Owner } from './lock-owner.ts'

const staleMs = 20_000

/** Options to retry until a lock without a heartbeat has become stale. */
const untilStale = { retries: 30, factor: 1, minTimeout: staleMs / 25 }

/**
 * Locks a data directory for this process, and returns a function that releases it. The lock of a dead process is taken
 * over: at once if its owner is certain to be dead, otherwise when its heartbeat is 20 seconds old, which is waited for
 * if the lock names no owner.
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
    const owner = await removeDeadLock(directory, pid)
    // Without a named owner, the lock may belong to a process on another machine: wait until it is stale.
    const retries = owner === null ? untilStale : 0
    const release = await acquire(directory, 'lock', { stale: staleMs, update: 5_000, retries, onCompromised })
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

/** Removes the lock of an owner that is certain to be dead, and returns the owner that is named; null if none is. */
async function removeDeadLock(directory: string, pid: number): Promise<Owner | null> {
  const owner = await readOwner(directory)
  if (!owner || !(await isOwnerDead(owner, directory, pid))) return owner
  // The owner file is removed first, so that the next owner is never mistaken for the dead one.
  await forgetOwner(directory)
  await rm(join(directory, 'lock'), { recursive: true, force: true })
  return owner
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
