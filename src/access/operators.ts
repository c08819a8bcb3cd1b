import { inTransaction, type Database, type RootDatabase } from '../database/database.ts'
import { Refusal } from '../errors.ts'
import type { Operator } from '../generated/prisma/client.ts'
import { writeAudit } from '../audit/trail.ts'
import { hashPassword, randomPassword } from './passwords.ts'
import type { Role } from './permissions.ts'

export type { Operator }

/** Someone to be added as an operator. The e-mail is normalised, the password hashed. */
export type NewOperator = { email: string; name: string; role: Role; password: string }

/** The operator of the first start; the password only where it was generated, to be shown once. */
export type FirstOperator = { email: string; generatedPassword: string | null }

/** Any number: it names the lock under which the first operator is made. */
const firstOperatorLock = 7_486_444

/** An e-mail in the one spelling it is stored, compared and counted in. */
export const normaliseEmail = (email: string): string => email.normalize('NFKC').trim().toLowerCase().normalize('NFKC')

/** The operator who signs in with this e-mail; null where there is none. */
export const findOperator = (db: Database, email: string): Promise<Operator | null> =>
  db.operator.findUnique({ where: { email: normaliseEmail(email) } })

/**
 * Adds an operator.
 * @throws Refusal CONFLICT when the e-mail is taken.
 */
export async function addOperator(
  db: Database,
  { email, name, role, password }: NewOperator,
  at: Date,
): Promise<Operator> {
  const wanted = normaliseEmail(email)
  const passwordHash = await hashPassword(password)
  const { count } = await db.operator.createMany({
    data: [{ email: wanted, name, role, passwordHash, createdAt: at, panelSeenAt: at }],
    skipDuplicates: true,
  })
  if (count === 0) throw new Refusal('CONFLICT', `There is already an operator with the e-mail ${wanted}.`)
  return db.operator.findUniqueOrThrow({ where: { email: wanted } })
}

/**
 * At the first start, when nobody could sign in, adds an administrator and tells about it; later it does nothing and
 * returns null. Of several instances that start at once, one adds.
 */
export async function ensureFirstOperator(
  db: RootDatabase,
  { adminEmail, adminPassword }: { adminEmail: string | null; adminPassword: string | null },
  at: Date,
): Promise<FirstOperator | null> {
  if ((await db.operator.count()) > 0) return null
  const email = normaliseEmail(adminEmail ?? 'admin@localhost')
  const password = adminPassword ?? randomPassword()
  const passwordHash = await hashPassword(password)
  const isAdded = await inTransaction(db, async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${firstOperatorLock}::bigint)`
    if ((await tx.operator.count()) > 0) return false
    await tx.operator.create({
      data: { email, name: 'Administrador', role: 'admin', passwordHash, createdAt: at, panelSeenAt: at },
    })
    await writeAudit(tx, {
      at,
      actor: 'system',
      action: 'operator.add',
      object: `operator:${email}`,
      after: { role: 'admin' },
    })
    return true
  })
  return isAdded ? { email, generatedPassword: adminPassword === null ? password : null } : null
}
