import { auditActor, type Actor } from '../audit/actor.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { notify } from '../database/notify.ts'
import { inTransaction, type Database, type RootDatabase } from '../database/database.ts'
import { DomainError } from '../lib/errors.ts'
import type { GeneratedCredentials, Operator } from './operators.ts'
import { hashPassword, randomPassword } from './passwords.ts'
import type { Role } from './permissions.ts'
import { endSessions } from './sessions.ts'

/** Columns of an operator that a change writes. */
type Columns = { role?: Role; disabledAt?: Date | null; passwordHash?: string }

/** A change by an administrator: the operator's id, the audit action, and the columns to write, null for none. */
type Change = { id: string; action: string; decide: (before: Operator) => Columns | null }

/**
 * Changes the role of an operator, effective from their next request. Idempotent.
 * @throws DomainError NOT_FOUND; CONFLICT for the last administrator.
 */
export const changeRole = (
  db: RootDatabase,
  { id, role }: { id: string; role: Role },
  by: Actor,
  at: Date,
): Promise<Operator> =>
  change(db, { id, action: 'operator.role', decide: (before) => (before.role === role ? null : { role }) }, by, at)

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
 * Sets a generated password for an operator and ends their sessions.
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
    const before = await tx.operator.findUnique({ where: { id } })
    if (!before) throw new DomainError('NOT_FOUND', `There is no operator ${id}.`)
    const columns = decide(before)
    if (!columns) return before
    await assertAdminRemains(tx, before, { ...before, ...columns })
    const after = await tx.operator.update({ where: { id }, data: columns })
    if (columns.disabledAt || columns.passwordHash) await endSessions(tx, id)
    if (columns.role) await notify(tx, 'sessions')
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

// Locks held until the commit: of two transactions that each remove one of the last two administrators, the second
// sees the change of the first.
async function lockWithAdmins(tx: Database, id: string) {
  await tx.$queryRaw`
    SELECT 1 FROM "Operator" WHERE "id" = ${id} OR ("role" = 'admin' AND "disabledAt" IS NULL)
    ORDER BY "id" FOR NO KEY UPDATE`
}

async function assertAdminRemains(tx: Database, before: Operator, after: Operator) {
  if (!administers(before) || administers(after)) return
  const others = await tx.operator.count({ where: { role: 'admin', disabledAt: null, id: { not: before.id } } })
  if (others === 0)
    throw new DomainError('CONFLICT', `${before.name} is the last administrator: make somebody else one first.`)
}

const administers = ({ role, disabledAt }: Operator) => role === 'admin' && disabledAt === null

const auditView = ({ role, disabledAt }: Operator) => ({ role, disabledAt: disabledAt?.toISOString() ?? null })
