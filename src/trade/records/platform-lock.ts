import type { Customer } from '../../generated/prisma/client.ts'
import { isLockedForFailures } from './customer-locks.ts'

/** The columns of a customer that decide how a report of the platform affects the lock. */
export type LockState = Pick<Customer, 'locked' | 'lockReason' | 'platformLocked' | 'unlockedAt'>

/**
 * A lock as reported by the platform; `locked` is undefined if the record has no such field, `lockedAt` null if it
 * states no time.
 */
export type PlatformWord = { locked?: boolean | undefined; lockedAt?: Date | null }

/**
 * Decides how a report of the platform affects a lock. Vigía owns the lock: `locked: true` locks only if the platform's
 * lock is new, so that a repeated sync does not undo an unlock. `lock` for a customer already locked by the platform
 * updates the reason. A record without `locked` comes from a service that does not know of locks, and changes nothing.
 */
export function decideLock(before: LockState, { locked, lockedAt }: PlatformWord): 'lock' | 'unlock' | 'keep' {
  if (locked) return isNews(before, lockedAt ?? null) || isLockedByPlatform(before) ? 'lock' : 'keep'
  return locked === false && before.locked ? 'unlock' : 'keep'
}

const isNews = ({ platformLocked, unlockedAt }: LockState, lockedAt: Date | null) =>
  !platformLocked || (lockedAt !== null && unlockedAt !== null && lockedAt > unlockedAt)

const isLockedByPlatform = (before: LockState) => before.locked && !isLockedForFailures(before)
