import { auditActor, type Actor } from '../audit/actor.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { notify } from '../database/notify.ts'
import { inTransaction, type Database, type RootDatabase } from '../database/database.ts'
import { DomainError } from '../lib/errors.ts'
import type { GeneratedCredentials, Operator } from './operators.ts'
import { hashPassword, randomPassword } from './passwords.ts'
import type { Role } from './permissions.ts'
import { endSessions } from './sessions.ts'

/** What a change writes on an operator. */
type Columns = { role?: Role; disabledAt?: Date | null; passwordHash?: string }

/** A change by an administrator: on whom, what the audit trail calls it, and what it writes; null where it changes nothing. */
type Change = { id: string; action: string; decide: (before: Operator) => Columns | null }

/**
 * Gives an operator another role, which holds from their next request on. Repeating it changes nothing.
 * @throws DomainError NOT_FOUND; CONFLICT when nobody would be left to administer operators.
 */
export const changeRole = (
  db: RootDatabase,
  { id, role }: { id: string; role: Role },
  by: Actor,
  at: Date,
): Promise<Operator> =>
  change(db, { id, action: 'operator.role', decide: (before) => (before.role === role ? null : { role }) }, by, at)

/**
 * Keeps an operator out: their sessions end, and they sign in no more. Repeating it changes nothing.
 * @throws DomainError NOT_FOUND; CONFLICT when nobody would be left to administer operators.
 */
export const disableOperator = (db: RootDatabase, id: string, by: Actor, at: Date): Promise<Operator> =>
  change(
    db,
    { id, action: 'operator.disable', decide: ({ disabledAt }) => (disabledAt ? null : { disabledAt: at }) },
    by,
    at,
  )

/**
 * Lets an operator sign in again. Repeating it changes nothing.
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
 * Gives an operator a password that is made up, and ends their sessions.
 * @throws DomainError NOT_FOUND; CONFLICT for one's own, which needs the old one.
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

// Held until the commit: of two who each take one of the last two administrators away, the second sees what the first did.
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
