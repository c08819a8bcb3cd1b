import { writeAudit } from '../../audit/write-audit.ts'
import { inTransaction, type Database, type RootDatabase } from '../../database/database.ts'
import { DomainError } from '../../lib/errors.ts'
import { hashToken } from '../secret-token.ts'
import { endProviderSessions, type ProviderSession } from '../sessions.ts'
import { logoutTokenLastsMs, type LogoutClaims } from './logout-token.ts'

type LogoutRequest = { at: Date; address: string; requestId: string | null; traceId?: string | null }

/**
 * Ends the sessions that the provider says have ended there. A token is accepted once.
 * @throws DomainError INVALID_INPUT for a token that was used before.
 */
export function endSessionsByProvider(
  db: RootDatabase,
  { jti, ...session }: LogoutClaims,
  request: LogoutRequest,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await useToken(tx, `${session.issuer} ${jti}`, request.at)
    const email = await findEmail(tx, session)
    const sessionsEnded = await endProviderSessions(tx, session)
    if (email === null || sessionsEnded === 0) return
    await writeAudit(tx, {
      ...request,
      actor: 'system',
      action: 'sign-out.provider',
      object: `operator:${email}`,
      after: { sessionsEnded },
    })
  })
}

/** Deletes the logout tokens that are too old to be accepted and returns their number. */
export async function clearLogoutTokens(db: Database, at: Date): Promise<number> {
  const { count } = await db.logoutToken.deleteMany({ where: { expiresAt: { lte: at } } })
  return count
}

async function useToken(tx: Database, name: string, at: Date) {
  const id = hashToken(name)
  const expiresAt = new Date(at.getTime() + logoutTokenLastsMs)
  const { count } = await tx.logoutToken.createMany({ data: [{ id, expiresAt }], skipDuplicates: true })
  if (count === 0) throw new DomainError('INVALID_INPUT', 'The logout token was used before.')
}

/** The e-mail of the operator whose sessions a logout concerns; null if there is none. */
async function findEmail(tx: Database, { issuer, subject, sid }: ProviderSession): Promise<string | null> {
  const operator = await tx.operator.findFirst({
    where: {
      identity: { issuer, ...(subject !== null && { subject }) },
      ...(sid !== null && { sessions: { some: { providerSid: sid } } }),
    },
  })
  return operator?.email ?? null
}
