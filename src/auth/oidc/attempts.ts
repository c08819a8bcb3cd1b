import { randomBytes } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Database } from '../../database/database.ts'
import { hashToken } from '../secret-token.ts'

/** Time that a person has to sign in at the provider, in milliseconds. */
export const attemptMs = 10 * 60_000

const keyBytes = 32
const algorithm = 'HS256'

const Attempt = z.object({
  state: z.string(),
  nonce: z.string(),
  /** PKCE code verifier. */
  verifier: z.string(),
  /** Path to open afterwards. */
  next: z.string(),
  /** Previous session of the browser, which the sign-in ends; null if there is none. */
  sessionId: z.string().nullable(),
})

/** A sign-in in progress: values to check the provider's response against, and the path to open afterwards. */
export type Attempt = z.infer<typeof Attempt>

/**
 * Returns the token for the cookie of the browser that begins a sign-in: the attempt, signed with a key that all
 * instances share. Nothing is stored, so that nobody can exhaust storage by beginning many sign-ins.
 */
export async function signAttempt(db: Database, attempt: Attempt, at: Date): Promise<string> {
  return new SignJWT(attempt)
    .setProtectedHeader({ alg: algorithm })
    .setExpirationTime(new Date(at.getTime() + attemptMs))
    .sign(await readKey(db))
}

/**
 * The attempt of a token; null if the token was not signed with our key or has expired. Reading a token does not use it
 * up. Repetitions are prevented because each instance refuses attempts it has used, and a code can be exchanged once.
 */
export async function readAttempt(db: Database, token: string, at: Date): Promise<Attempt | null> {
  if (!token.includes('.')) return takeStoredAttempt(db, token, at)
  const verified = await jwtVerify(token, await readKey(db), { algorithms: [algorithm], currentDate: at }).catch(
    () => null,
  )
  return Attempt.safeParse(verified?.payload).data ?? null
}

/** Deletes expired attempts and returns their number. */
export async function clearExpiredSignIns(db: Database, at: Date): Promise<number> {
  const { count } = await db.signInAttempt.deleteMany({ where: { expiresAt: { lte: at } } })
  return count
}

/** Deletes an attempt that an instance of an earlier release stored, and returns it; null if it has expired. */
async function takeStoredAttempt(db: Database, token: string, at: Date): Promise<Attempt | null> {
  const [attempt] = await db.$queryRaw<(Attempt & { expiresAt: Date })[]>`
    DELETE FROM "SignInAttempt" WHERE "id" = ${hashToken(token)} RETURNING *`
  return attempt && attempt.expiresAt > at ? attempt : null
}

/** Reads the signing key. It is created at first use, because a migrated database may be copied before its start. */
async function readKey(db: Database): Promise<Uint8Array> {
  const row = await db.signInKey.findUnique({ where: { id: 1 } })
  if (row) return row.key
  await db.signInKey.createMany({ data: [{ id: 1, key: randomBytes(keyBytes) }], skipDuplicates: true })
  return (await db.signInKey.findUniqueOrThrow({ where: { id: 1 } })).key
}
