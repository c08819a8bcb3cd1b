import type { AuditAction } from '../audit/actions.ts'
import type { OperatorIdentity } from '../generated/prisma/client.ts'
import { auditActor, type Actor } from '../audit/actor.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { notify } from '../database/coordination/notify.ts'
import { inTransaction, type RootDatabase } from '../database/database.ts'
import { conflict, DomainError } from '../lib/errors.ts'
import { lockWithAdmins, requireAdminRemains } from './last-admin.ts'
import type { GeneratedCredentials, Operator } from './operators.ts'
import { hashPassword, randomPassword } from './passwords.ts'
import type { Role } from './permissions.ts'
import { endSessions } from './sessions.ts'

/** Columns of an operator that a change writes. */
type Columns = { role?: Role; disabledAt?: Date | null; passwordHash?: string }

type OperatorWithIdentity = Operator & { identity: OperatorIdentity | null }

/** A change by an administrator: the operator's id, the audit action, and the columns to write, null for none. */
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

function decideRole({ name, role: current, identity }: OperatorWithIdentity, role: Role): Columns | null {
  if (current === role) return null
  if (identity)
    throw conflict(
      'PROVIDER_DECIDES_ROLE',
      `The identity provider decides the role of ${name}, at each of their sign-ins.`,
    )
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
 * Sets a generated password for an operator and ends their sessions. An account of the identity provider becomes a local
 * one, which the provider no longer signs in or changes.
 * @throws DomainError NOT_FOUND; CONFLICT for the caller's own account, whose change requires the current password.
 */
export async function resetPassword(db: RootDatabase, id: string, by: Actor, at: Date): Promise<GeneratedCredentials> {
  if (id === by.operator.id)
    throw new DomainError('CONFLICT', 'Your own password you change yourself, with the one you have now.')
  const password = randomPassword()
  const passwordHash = await hashPassword(password)
  const operator = await change(db, { id, action: 'operator.password-reset', decide: () => ({ passwordHash }) }, by, at)
  return { operator, password }
}

function change(db: RootDatabase, { id, action, decide }: Change, by: Actor, at: Date): Promise<Operator> {
  return inTransaction(db, async (tx) => {
    await lockWithAdmins(tx, id)
    const before = await tx.operator.findUnique({ where: { id }, include: { identity: true } })
    if (!before) throw new DomainError('NOT_FOUND', `There is no operator ${id}.`)
    const columns = decide(before)
    if (!columns) return before
    await requireAdminRemains(tx, before, { ...before, ...columns })
    const after = await tx.operator.update({ where: { id }, data: columns })
    if (columns.disabledAt || columns.passwordHash) await endSessions(tx, id)
    if (columns.passwordHash) await tx.operatorIdentity.deleteMany({ where: { operatorId: id } })
    // Tokens have no session to end, but may be cached and may have open sockets.
    if (columns.role || columns.disabledAt) await notify(tx, 'sessions')
    await writeAudit(tx, {
      ...auditActor(by),
      at,
      action,
      object: `operator:${after.email}`,
      before: auditView(before),
      after: auditView(after),
    })
    return after
  })
}

const auditView = ({ role, disabledAt }: Operator) => ({ role, disabledAt: disabledAt?.toISOString() ?? null })
