import { randomBytes } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Database } from '../../database/database.ts'
import { hashToken } from '../secret-token.ts'

/** How long a person may take at the provider. */
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
  /** Previous session of the browser, which ends with the sign-in. */
  sessionId: z.string().nullable(),
})

/** A sign-in in progress: values to check the provider's response against, and the path to open afterwards. */
export type Attempt = z.infer<typeof Attempt>

/**
 * Returns the token for the cookie of the browser that begins a sign-in. It holds the attempt, signed with a key that
 * all instances share: beginning a sign-in stores nothing, so nobody can use up what others need.
 */
export async function signAttempt(db: Database, attempt: Attempt, at: Date): Promise<string> {
  return new SignJWT(attempt)
    .setProtectedHeader({ alg: algorithm })
    .setExpirationTime(new Date(at.getTime() + attemptMs))
    .sign(await readKey(db))
}

/**
 * The attempt of a token; null if it was not signed here or has expired. A token can be read again: each instance
 * refuses the attempts that it has used, and the provider exchanges a code once.
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

/** The key of the attempts. It is made when it is first needed: a migrated database may be copied before its first start. */
async function readKey(db: Database): Promise<Uint8Array> {
  const row = await db.signInKey.findUnique({ where: { id: 1 } })
  if (row) return row.key
  await db.signInKey.createMany({ data: [{ id: 1, key: randomBytes(keyBytes) }], skipDuplicates: true })
  return (await db.signInKey.findUniqueOrThrow({ where: { id: 1 } })).key
}
