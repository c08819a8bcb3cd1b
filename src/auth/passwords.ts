import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { createFairSemaphore } from './fair-semaphore.ts'

/**
 * argon2id (the library's default algorithm) with 19 MiB, 2 passes, 1 lane. Source: OWASP Password Storage Cheat Sheet,
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// A hash takes tens of milliseconds of a core: two at a time leave the process able to answer.
const gate = createFairSemaphore({ atOnce: 2, perLine: 250, inAll: 1_000 })

/** Hashes a password so that it can be stored. */
export const hashPassword = (password: string): Promise<string> => gate('', () => hash(password, cost))

/**
 * Whether a password is the one of the hash. Without a hash it takes as long, and is not. Those who ask from one address
 * wait for each other before anybody else does.
 * @throws DomainError UNAVAILABLE when too many wait already.
 */
export function verifyPassword(stored: string | null, password: string, address: string): Promise<boolean> {
  return gate(address, async () => {
    const isRight = await verify(stored ?? (await dummyHash()), password)
    return isRight && stored !== null
  })
}

/** A password that nobody guesses: 144 random bits in 24 characters. */
export const randomPassword = (): string => randomBytes(18).toString('base64url')

/** Prepares what the first sign-in of an unknown account is compared with, so that it takes no longer than the others. */
export async function warmUpPasswordHash(): Promise<void> {
  await dummyHash()
}

let made: Promise<string> | undefined
const dummyHash = (): Promise<string> => (made ??= hash(randomPassword(), cost))
