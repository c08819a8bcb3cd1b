import type { Database } from '../../database/database.ts'
import type { SignInAttempt } from '../../generated/prisma/client.ts'
import { createSecretToken, hashToken } from '../secret-token.ts'

/** How long a person may take at the provider. */
export const attemptMs = 10 * 60_000

/** Values to check the provider's response against, and the path to open afterwards. */
export type NewAttempt = Omit<SignInAttempt, 'id' | 'expiresAt'>

/** Stores an attempt and returns the token for the cookie. Only its SHA-256 is stored. */
export async function storeAttempt(db: Database, attempt: NewAttempt, at: Date): Promise<string> {
  const token = createSecretToken()
  await db.signInAttempt.create({
    data: { ...attempt, id: hashToken(token), expiresAt: new Date(at.getTime() + attemptMs) },
  })
  return token
}

/** Deletes an attempt and returns it, so that it is used once; null if there is none, or it has expired. */
export async function takeAttempt(db: Database, token: string, at: Date): Promise<SignInAttempt | null> {
  const [attempt] = await db.$queryRaw<SignInAttempt[]>`
    DELETE FROM "SignInAttempt" WHERE "id" = ${hashToken(token)} RETURNING *`
  return attempt && attempt.expiresAt > at ? attempt : null
}

/** Deletes expired attempts and returns their number. */
export async function clearExpiredSignIns(db: Database, at: Date): Promise<number> {
  const { count } = await db.signInAttempt.deleteMany({ where: { expiresAt: { lte: at } } })
  return count
}
