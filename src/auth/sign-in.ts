import type { AuditAction } from '../audit/actions.ts'
import { commit } from '../audit/commit.ts'
import type { RootDatabase } from '../database/database.ts'
import { DomainError } from '../lib/errors.ts'
import { createSerialQueue } from '../lib/serial-queue.ts'
import { refundAttempt, LockedOutError, consumeAttempt } from './lockout.ts'
import { findOperator, normaliseEmail, type Operator } from './operators.ts'
import { verifyPassword } from './passwords.ts'
import { endSession, openSession, sessionIdOf, type Viewer } from './sessions.ts'

/**
 * A request to sign in. `oldToken` is the session token that the browser sent; its session ends. `isBreakGlass` if
 * local passwords are for emergencies only; the audit trail then marks the sign-in.
 */
export type SignInRequest = {
  email: string
  password: string
  address: string
  requestId: string | null
  traceId?: string | null
  at: Date
  idleMinutes: number
  oldToken: string | null
  isBreakGlass: boolean
}

/**
 * Signs an operator in with a new session. Unknown accounts, disabled accounts and wrong passwords get the same error
 * after the same time.
 * @throws DomainError UNAUTHENTICATED; TOO_MANY_ATTEMPTS after too many failures; UNAVAILABLE when too many wait.
 */
export async function signIn(db: RootDatabase, request: SignInRequest): Promise<{ token: string; viewer: Viewer }> {
  const email = normaliseEmail(request.email)
  return enqueue(async () => {
    const attempt = { email, address: request.address, at: request.at }
    await consumeAttempt(db, attempt).catch((error: unknown) => auditLockout(db, email, request, error))
    const operator = await authenticate(db, email, request).catch(async (error: unknown) => {
      // The password was not verified, so the attempt does not count as failed.
      await refundAttempt(db, attempt)
      throw error
    })
    if (!operator) return failSignIn(db, email, request)
    await refundAttempt(db, attempt)
    return (await openIfUnchanged(db, operator, request)) ?? failSignIn(db, email, request)
  }, `${email} ${request.address}`)
}

async function auditLockout(db: RootDatabase, email: string, request: SignInRequest, error: unknown): Promise<never> {
  if (error instanceof LockedOutError && error.isFirst)
    await commit(db, () => ({ audit: [entryOf(email, request, 'sign-in.lockout')] }))
  throw error
}

async function authenticate(
  db: RootDatabase,
  email: string,
  { password, address }: SignInRequest,
): Promise<Operator | null> {
  const operator = await findOperator(db, email)
  const isRight = await verifyPassword(operator?.passwordHash ?? null, password, address)
  return isRight && operator?.disabledAt === null ? operator : null
}

async function failSignIn(db: RootDatabase, email: string, request: SignInRequest): Promise<never> {
  await commit(db, () => ({ audit: [entryOf(email, request, 'sign-in.failed')] }))
  throw new DomainError('UNAUTHENTICATED', { code: 'CREDENTIALS_WRONG', parameters: {} })
}

// Null if the operator was disabled or their password changed during verification; FOR SHARE prevents both until the
// commit.
function openIfUnchanged(db: RootDatabase, operator: Operator, request: SignInRequest) {
  return commit(db, async (tx) => {
    const { id, passwordHash } = operator
    const unchanged = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM "Operator"
      WHERE "id" = ${id} AND "passwordHash" = ${passwordHash} AND "disabledAt" IS NULL FOR SHARE`
    if (unchanged.length === 0) return { result: null }
    if (request.oldToken) await endSession(tx, sessionIdOf(request.oldToken))
    const action = request.isBreakGlass ? 'sign-in.break-glass' : 'sign-in'
    return {
      result: await openSession(tx, operator, request),
      audit: [entryOf(operator.email, request, action)],
    }
  })
}

const entryOf = (email: string, { at, address, requestId, traceId }: SignInRequest, action: AuditAction) => ({
  by: { actor: email, address, requestId, traceId },
  at,
  action,
  object: `operator:${email}`,
})

// Attempts count as failed until verified, so concurrent attempts with the right password could cause a lockout:
// attempts for one e-mail and address run one at a time.
const enqueue = createSerialQueue()
