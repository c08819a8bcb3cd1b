import type { AuditAction } from '../audit/actions.ts'
import type { OperatorIdentity } from '../generated/prisma/client.ts'
import type { Actor } from '../audit/actor.ts'
import { commit } from '../audit/commit.ts'
import { notify } from '../database/coordination/notify.ts'
import type { Database, RootDatabase } from '../database/database.ts'
import { conflict, DomainError } from '../lib/errors.ts'
import { lockWithAdmins, requireAdminRemains } from './last-admin.ts'
import { isLinkable, originOf, type GeneratedCredentials, type Operator } from './operators.ts'
import { hashPassword, randomPassword } from './passwords.ts'
import type { Role } from './permissions.ts'
import { endSessions } from './sessions.ts'

/** Columns of an operator that a change writes. */
type Columns = { role?: Role; disabledAt?: Date | null; passwordHash?: string; linkable?: boolean }

type OperatorWithIdentity = Operator & { identity: OperatorIdentity | null }

/** A change by an administrator. `decide` returns the columns to write; null if there is nothing to change. */
type Change = { id: string; action: AuditAction; decide: (before: OperatorWithIdentity) => Columns | null }

/**
 * Changes the role of an operator, effective from their next request. Idempotent.
 * @throws DomainError NOT_FOUND; CONFLICT for the last administrator, and for an account of the identity provider.
 */
export const changeRole = (
  db: RootDatabase,
  { id, role }: { id: string; role: Role },
  by: Actor,
  at: Date,
): Promise<Operator> =>
  change(db, { id, action: 'operator.role', decide: (before) => decideRole(before, role) }, by, at)

function decideRole({ name, role: current, passwordHash }: OperatorWithIdentity, role: Role): Columns | null {
  if (current === role) return null
  if (originOf({ passwordHash }) === 'IDENTITY_PROVIDER')
    throw conflict('PROVIDER_DECIDES_ROLE', { code: 'ROLE_OF_PROVIDER', parameters: { name } })
  return { role }
}

/**
 * Disables an operator: their sessions end and they can no longer sign in. Idempotent.
 * @throws DomainError NOT_FOUND; CONFLICT for the last administrator.
 */
export const disableOperator = (db: RootDatabase, id: string, by: Actor, at: Date): Promise<Operator> =>
  change(
    db,
    { id, action: 'operator.disable', decide: ({ disabledAt }) => (disabledAt ? null : { disabledAt: at }) },
    by,
    at,
  )

/**
 * Enables a disabled operator, who can sign in again. Idempotent.
 * @throws DomainError NOT_FOUND.
 */
export const enableOperator = (db: RootDatabase, id: string, by: Actor, at: Date): Promise<Operator> =>
  change(
    db,
    { id, action: 'operator.enable', decide: ({ disabledAt }) => (disabledAt ? { disabledAt: null } : null) },
    by,
    at,
  )

/**
 * Allows an account that was made local to be linked to the identity provider again: at the next sign-in of the same
 * person, or of a person with the account's verified e-mail. Idempotent until the password is reset again.
 * @throws DomainError NOT_FOUND.
 */
export const allowLinking = (db: RootDatabase, id: string, by: Actor, at: Date): Promise<Operator> =>
  change(
    db,
    {
      id,
      action: 'operator.allow-link',
      decide: (before) => (before.linkable === false && originOf(before) === 'LOCAL' ? { linkable: true } : null),
    },
    by,
    at,
  )

/**
 * Sets a generated password for an operator and ends their sessions. An account of the identity provider becomes a local
 * one with its last role, which the provider no longer signs in or changes until `allowLinking`.
 * @throws DomainError NOT_FOUND; CONFLICT for the caller's own account, whose change requires the current password.
 */
export async function resetPassword(db: RootDatabase, id: string, by: Actor, at: Date): Promise<GeneratedCredentials> {
  if (id === by.operator.id) throw new DomainError('CONFLICT', { code: 'PASSWORD_IS_OWN', parameters: {} })
  const password = randomPassword()
  const passwordHash = await hashPassword(password)
  const decide = ({ identity, linkable }: OperatorWithIdentity) => ({
    passwordHash,
    ...((identity !== null || linkable !== null) && { linkable: false }),
  })
  const operator = await change(db, { id, action: 'operator.password-reset', decide }, by, at)
  return { operator, password }
}

function change(db: RootDatabase, { id, action, decide }: Change, by: Actor, at: Date): Promise<Operator> {
  return commit(db, async (tx) => {
    await lockWithAdmins(tx, id)
    const before = await tx.operator.findUnique({ where: { id }, include: { identity: true } })
    if (!before) throw new DomainError('NOT_FOUND', { code: 'NO_OPERATOR', parameters: { id } })
    const columns = decide(before)
    if (!columns) return { result: before }
    await requireAdminRemains(tx, before, { ...before, ...columns })
    await stopAccess(tx, before, columns)
    const after = await tx.operator.update({ where: { id }, data: columns, include: { identity: true } })
    const entry = { action, object: `operator:${after.email}` }
    const audited = { before: auditView(before, columns), after: auditView(after, columns) }
    return { result: after, audit: [{ by, at, ...entry, ...audited }] }
  })
}

/** Ends the sessions or the provider's role mark as the change requires, and notifies every instance. */
async function stopAccess(tx: Database, { id, identity }: OperatorWithIdentity, columns: Columns) {
  const isReset = columns.passwordHash !== undefined
  if (columns.disabledAt || isReset) await endSessions(tx, id)
  // The identity is kept, so that the person is recognised even if their e-mail at the provider changes.
  if (isReset && identity) await tx.operatorIdentity.update({ where: { operatorId: id }, data: { noRoleSince: null } })
  // Tokens have no session to end, but may be cached and may have open sockets.
  if (columns.role || columns.disabledAt || isReset) await notify(tx, 'sessions')
}

/** An operator as the audit trail shows them. The role is null while the identity provider gives none. */
const auditView = (operator: OperatorWithIdentity, changed: Columns) => ({
  role: operator.identity?.noRoleSince ? null : operator.role,
  disabledAt: operator.disabledAt?.toISOString() ?? null,
  ...(changed.passwordHash !== undefined && { origin: originOf(operator) }),
  ...(changed.linkable !== undefined && { linkable: isLinkable(operator) }),
})
