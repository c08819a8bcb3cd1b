import { commit } from '../../audit/commit.ts'
import type { NewAuditEntry } from '../../audit/new-entry.ts'
import type { Database, RootDatabase } from '../../database/database.ts'
import { DomainError } from '../../lib/errors.ts'
import { log } from '../../lib/log.ts'
import { ofProvider } from '../operators.ts'
import { hashToken } from '../secret-token.ts'
import { endProviderSessions } from '../sessions.ts'
import { findIdentities, isSameIssuer } from './identities.ts'
import { logoutTokenLastsMs, type LogoutClaims } from './logout-token.ts'

type LogoutRequest = { at: Date; address: string; requestId: string | null; traceId?: string | null }

/** A logout at the provider: of all sessions of a person, or of a single session, whose person may be unknown. */
type Logout = LogoutClaims & { issuer: string }

/**
 * Ends the sessions that the provider says have ended there. A token is accepted once.
 * @throws DomainError INVALID_INPUT for a token that was used before.
 */
export function endSessionsByProvider(
  db: RootDatabase,
  logout: Logout,
  { at, ...client }: LogoutRequest,
): Promise<void> {
  const by = { ...client, actor: 'system' }
  return commit(db, async (tx) => {
    await useToken(tx, logout.name, at)
    const accounts = await findAccounts(tx, logout)
    if (accounts.length === 0) {
      const { issuer, subject, sid } = logout
      log.warn({ issuer, subject, sid }, 'a logout at the identity provider named no account and no session here')
    }
    const audit: NewAuditEntry[] = []
    for (const { id, email } of accounts) {
      const sessionsEnded = await endProviderSessions(tx, id, logout)
      if (sessionsEnded > 0)
        audit.push({ by, at, action: 'sign-out.provider', object: `operator:${email}`, after: { sessionsEnded } })
    }
    return { audit }
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
  if (count === 0) throw new DomainError('INVALID_INPUT', { code: 'LOGOUT_TOKEN_USED', parameters: {} })
}

/** The accounts that a logout concerns. Accounts that were made local are left out. */
async function findAccounts(tx: Database, { issuer, subject, sid }: Logout) {
  const identities =
    subject === null
      ? await tx.operatorIdentity.findMany({ where: { operator: { sessions: { some: { providerSid: sid } } } } })
      : await findIdentities(tx, { issuer, subject })
  const ids = identities.filter((found) => isSameIssuer(found.issuer, issuer)).map(({ operatorId }) => operatorId)
  return tx.operator.findMany({ where: { id: { in: ids }, ...ofProvider }, select: { id: true, email: true } })
}
