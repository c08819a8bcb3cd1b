import type { Actor } from '../audit/actor.ts'
import { commit } from '../audit/commit.ts'
import type { NewAuditEntry } from '../audit/new-entry.ts'
import type { RootDatabase } from '../database/database.ts'
import { conflict, DomainError } from '../lib/errors.ts'
import { requireValidPassword } from './account-validation.ts'
import { refundAttempt, consumeAttempt } from './lockout.ts'
import type { Operator } from './operators.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { endSessionOfOperator, endSessions } from './sessions.ts'

/** An operator who changes their own account, and the session they use. */
export type SessionActor = Actor & { sessionId: string }

/**
 * Changes the operator's own password and ends their other sessions. A wrong current password counts as a failed
 * sign-in.
 * @throws DomainError INVALID_INPUT for a wrong current password or an unacceptable new one; TOO_MANY_ATTEMPTS;
 * CONFLICT when the password changed, or the operator was disabled, in the meantime, and for an account of the identity
 * provider.
 */
export async function changePassword(
  db: RootDatabase,
  { current, next }: { current: string; next: string },
  actor: SessionActor,
  at: Date,
): Promise<void> {
  const operator = await db.operator.findUniqueOrThrow({ where: { id: actor.operator.id } })
  if (operator.passwordHash === null)
    throw conflict('PROVIDER_KEEPS_PASSWORD', { code: 'PASSWORD_OF_PROVIDER', parameters: {} })
  requireValidPassword(next, operator.email)
  if (!(await verifyOwnPassword(db, operator, current, { ...actor, at }))) await failPasswordChange(db, actor, at)
  if (next === current) throw new DomainError('INVALID_INPUT', { code: 'PASSWORD_SAME', parameters: {} })
  const passwordHash = await hashPassword(next)
  await commit(db, async (tx) => {
    const { count } = await tx.operator.updateMany({
      where: { id: operator.id, passwordHash: operator.passwordHash, disabledAt: null },
      data: { passwordHash },
    })
    if (count === 0) throw new DomainError('CONFLICT', { code: 'PASSWORD_CHANGED', parameters: {} })
    const sessionsEnded = await endSessions(tx, operator.id, actor.sessionId)
    return { audit: [ownEntry(actor, { at, action: 'operator.password', after: { sessionsEnded } })] }
  })
}

/** Ends all of the operator's own sessions, the current one included, and returns their number. */
export function signOutEverywhere(db: RootDatabase, actor: SessionActor, at: Date): Promise<number> {
  return commit(db, async (tx) => {
    const sessionsEnded = await endSessions(tx, actor.operator.id)
    if (sessionsEnded === 0) return { result: 0 }
    const audit = [ownEntry(actor, { at, action: 'sign-out.everywhere', after: { sessionsEnded } })]
    return { result: sessionsEnded, audit }
  })
}

/**
 * Ends one of the operator's own sessions.
 * @throws DomainError NOT_FOUND for any other session.
 */
export function endOwnSession(db: RootDatabase, id: string, actor: SessionActor, at: Date): Promise<void> {
  return commit(db, async (tx) => {
    if (!(await endSessionOfOperator(tx, actor.operator.id, id)))
      throw new DomainError('NOT_FOUND', { code: 'NO_SESSION', parameters: {} })
    return { audit: [ownEntry(actor, { at, action: 'session.end', after: { session: id } })] }
  })
}

/** Whether the password is the operator's. Counts like a sign-in, so that a stolen session cannot be used to guess. */
async function verifyOwnPassword(
  db: RootDatabase,
  operator: Operator,
  password: string,
  { address, at }: { address: string; at: Date },
) {
  const attempt = { email: operator.email, address, at }
  await consumeAttempt(db, attempt)
  const isRight = await verifyPassword(operator.passwordHash, password, address).catch(async (error: unknown) => {
    await refundAttempt(db, attempt)
    throw error
  })
  if (isRight) await refundAttempt(db, attempt)
  return isRight
}

async function failPasswordChange(db: RootDatabase, actor: SessionActor, at: Date): Promise<never> {
  await commit(db, () => ({ audit: [ownEntry(actor, { at, action: 'operator.password-failed' })] }))
  throw new DomainError('INVALID_INPUT', { code: 'PASSWORD_WRONG', parameters: {} })
}

const ownEntry = (by: SessionActor, entry: Pick<NewAuditEntry, 'at' | 'action' | 'after'>): NewAuditEntry => ({
  by,
  ...entry,
  object: `operator:${by.operator.email}`,
})
