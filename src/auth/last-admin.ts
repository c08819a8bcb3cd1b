import type { Database } from '../database/database.ts'
import { conflict } from '../lib/errors.ts'
import type { Operator } from '../generated/prisma/client.ts'

/**
 * Locks an operator and all local administrators until the commit: if two transactions each remove one of the last two
 * administrators, the second one sees the change of the first.
 */
export async function lockWithAdmins(tx: Database, id: string): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM "Operator"
    WHERE "id" = ${id} OR ("role" = 'admin' AND "disabledAt" IS NULL AND "passwordHash" IS NOT NULL)
    ORDER BY "id" FOR NO KEY UPDATE`
}

/**
 * Requires that after a change there is still an administrator with a password, who can sign in without the identity
 * provider.
 * @throws DomainError CONFLICT if the change would remove the last one.
 */
export async function requireAdminRemains(tx: Database, before: Operator, after: Operator): Promise<void> {
  if (!isLocalAdmin(before) || isLocalAdmin(after)) return
  const otherAdmins = await tx.operator.count({
    where: { role: 'admin', disabledAt: null, passwordHash: { not: null }, id: { not: before.id } },
  })
  if (otherAdmins === 0)
    throw conflict('LAST_ADMINISTRATOR', { code: 'ADMINISTRATOR_LAST', parameters: { name: before.name } })
}

const isLocalAdmin = ({ role, disabledAt, passwordHash }: Operator) =>
  role === 'admin' && disabledAt === null && passwordHash !== null
