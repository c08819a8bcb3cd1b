import { randomBytes } from 'node:crypto'
import argon2 from '@node-rs/argon2'
import { createFairSemaphore } from './fair-semaphore.ts'

/**
 * argon2id (the library's default algorithm) with 19 MiB, 2 passes, 1 lane. Source: OWASP Password Storage Cheat Sheet,
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// A hash occupies a core for tens of milliseconds: with at most two at a time the process stays responsive.
const semaphore = createFairSemaphore({ slots: 2, maxQueueLength: 250, maxWaiting: 1_000 })

/** Hashes a password for storage. */
export const hashPassword = (password: string): Promise<string> => semaphore('', () => argon2.hash(password, cost))

/**
 * Whether a password matches a stored hash. Without a hash it takes the same time and returns false, so that the timing
 * does not reveal whether an account exists. Verifications queue by address.
 * @throws DomainError UNAVAILABLE when too many wait already.
 */
export function verifyPassword(stored: string | null, password: string, address: string): Promise<boolean> {
  return semaphore(address, async () => {
    const isRight = await argon2.verify(stored ?? (await dummyHash()), password)
    return isRight && stored !== null
  })
}

/** Generates a password: 144 random bits in 24 characters. */
export const randomPassword = (): string => randomBytes(18).toString('base64url')

/** Computes the hash against which unknown accounts are verified, so that the first such sign-in takes no longer. */
export async function warmUpPasswordHash(): Promise<void> {
  await dummyHash()
}

let computedHash: Promise<string> | undefined
const dummyHash = (): Promise<string> => (computedHash ??= argon2.hash(randomPassword(), cost))
