import type { Customer } from '../../generated/prisma/client.ts'
import { isLockedForFailures } from './customer-locks.ts'

/** The columns of a customer that decide what a word of the platform means. */
export type LockState = Pick<Customer, 'locked' | 'lockReason' | 'platformLocked' | 'unlockedAt'>

/**
 * A report of the platform about a lock; `locked` is undefined if it has no such field, `lockedAt` null if it gives no
 * time.
 */
export type PlatformWord = { locked?: boolean | undefined; lockedAt?: Date | null }

/**
 * Decides what a word of the platform does to a lock. Vigía owns the lock: `locked: true` locks only if it is news, so a
 * sync that repeats itself does not undo an unlock. `lock` for a customer locked by the platform restates its reason.
 */
export function decideLock(before: LockState, { locked, lockedAt }: PlatformWord): 'lock' | 'unlock' | 'keep' {
  if (locked) return isNews(before, lockedAt ?? null) || isLockedByPlatform(before) ? 'lock' : 'keep'
  if (!before.locked) return 'keep'
  return locked === undefined && isLockedForFailures(before) ? 'keep' : 'unlock'
}

const isNews = ({ platformLocked, unlockedAt }: LockState, lockedAt: Date | null) =>
  !platformLocked || (lockedAt !== null && unlockedAt !== null && lockedAt > unlockedAt)

const isLockedByPlatform = (before: LockState) => before.locked && !isLockedForFailures(before)
