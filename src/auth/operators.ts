import { inTransaction, type Database, type RootDatabase } from '../database/database.ts'
import { DomainError } from '../lib/errors.ts'
import type { Operator, Prisma } from '../generated/prisma/client.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { auditActor, type Actor } from '../audit/actor.ts'
import { checkEmail, checkName } from './account-validation.ts'
import { hashPassword, randomPassword } from './passwords.ts'
import type { Role } from './permissions.ts'

export type { Operator }

/** Someone to be added as an operator. The e-mail is normalised. */
export type NewOperator = { email: string; name: string; role: Role }

/** An operator with a password that was made up, to be shown once: it is stored nowhere. */
export type GeneratedCredentials = { operator: Operator; password: string }

/** An operator as colleagues see them, with the moment one of their sessions was last used; null where they have none. */
export type Account = Omit<Operator, 'passwordHash' | 'panelSeenAt'> & { lastSeenAt: Date | null }

/** The operator of the first start; the password only where it was generated, to be shown once. */
export type FirstOperator = { email: string; generatedPassword: string | null }

/** Any number: it names the lock under which the first operator is made. */
const firstOperatorLock = 7_486_444

/** An e-mail in the one spelling it is stored, compared and counted in. */
export const normaliseEmail = (email: string): string => email.normalize('NFKC').trim().toLowerCase().normalize('NFKC')

/** The operator who signs in with this e-mail; null where there is none. */
export const findOperator = (db: Database, email: string): Promise<Operator | null> =>
  db.operator.findUnique({ where: { email: normaliseEmail(email) } })

/** The operators with these ids, in no order. */
export const findAccounts = (db: Database, ids: readonly string[]): Promise<Account[]> =>
  accounts(db, { id: { in: [...ids] } })

/** All operators, the disabled ones too, by e-mail. */
export const listAccounts = (db: Database): Promise<Account[]> => accounts(db, {})

async function accounts(db: Database, where: Prisma.OperatorWhereInput): Promise<Account[]> {
  const rows = await db.operator.findMany({
    where,
    orderBy: { email: 'asc' },
    omit: { passwordHash: true, panelSeenAt: true },
    include: { sessions: { select: { seenAt: true }, orderBy: { seenAt: 'desc' }, take: 1 } },
  })
  return rows.map(({ sessions, ...account }) => ({ ...account, lastSeenAt: sessions[0]?.seenAt ?? null }))
}

/**
 * Adds an operator with a password that is made up.
 * @throws DomainError CONFLICT when the e-mail is taken; INVALID_INPUT for what is no e-mail or no name.
 */
export async function addOperator(
  db: RootDatabase,
  wanted: NewOperator,
  by: Actor,
  at: Date,
): Promise<GeneratedCredentials> {
  const email = checkEmail(normaliseEmail(wanted.email))
  const name = checkName(wanted.name)
  const password = randomPassword()
  const data = { email, name, role: wanted.role, passwordHash: await hashPassword(password) }
  return inTransaction(db, async (tx) => {
    const { count } = await tx.operator.createMany({
      data: [{ ...data, createdAt: at, panelSeenAt: at }],
      skipDuplicates: true,
    })
    if (count === 0) throw new DomainError('CONFLICT', `There is already an operator with the e-mail ${email}.`)
    const operator = await tx.operator.findUniqueOrThrow({ where: { email } })
    await writeAudit(tx, {
      ...auditActor(by),
      at,
      action: 'operator.add',
      object: `operator:${email}`,
      after: { name, role: operator.role },
    })
    return { operator, password }
  })
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
