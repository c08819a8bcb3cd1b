import { createHash, randomBytes } from 'node:crypto'

/** A random token of 256 bits, in base64url. Possession alone authenticates, so only its hash is stored. */
export const createSecretToken = (): string => randomBytes(32).toString('base64url')

/** The SHA-256 of a token, in hexadecimal, under which it is stored. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
