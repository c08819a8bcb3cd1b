import type { Database, RootDatabase } from '../database/database.ts'
import { DomainError } from '../lib/errors.ts'
import type { Operator, Prisma } from '../generated/prisma/client.ts'
import type { Actor } from '../audit/actor.ts'
import { commit } from '../audit/commit.ts'
import { requireValidEmail, requireValidName } from './account-validation.ts'
import { hashPassword, randomPassword } from './passwords.ts'
import type { Role } from './permissions.ts'

export type { Operator }

/** The fields read to show which operator made a change. */
export const operatorFields = { select: { id: true, name: true, email: true, role: true } } as const

/** A filter for operators who may act: neither disabled, nor without a role at the identity provider. */
export const mayAct = {
  disabledAt: null,
  NOT: { identity: { noRoleSince: { not: null } } },
} as const satisfies Prisma.OperatorWhereInput

/** An operator to add. `addOperator` normalises the e-mail. */
export type NewOperator = { email: string; name: string; role: Role }

/** An operator with a generated password to show once: only its hash is stored. */
export type GeneratedCredentials = { operator: Operator; password: string }

/**
 * An operator as visible to others; `lastSeenAt` is the last use of any of their sessions, null without sessions;
 * `noRoleSince` is when the identity provider gave them no role, null while it gives one, and for a local account.
 */
export type Account = Omit<Operator, 'passwordHash' | 'panelSeenAt' | 'linkable'> & {
  linkable: boolean
  lastSeenAt: Date | null
  noRoleSince: Date | null
  origin: AccountOrigin
}

export type AccountOrigin = 'LOCAL' | 'IDENTITY_PROVIDER'

/** The administrator added at the first start; the password, to show once, is null if it was configured. */
export type FirstOperator = { email: string; generatedPassword: string | null }

/** Arbitrary key of the advisory lock under which the first operator is added. */
const firstOperatorLock = 7_486_444

/** The origin of an account, told by its password: an account that was made local still has an identity. */
export const originOf = ({ passwordHash }: Pick<Operator, 'passwordHash'>): AccountOrigin =>
  passwordHash === null ? 'IDENTITY_PROVIDER' : 'LOCAL'

/** Whether a sign-in with the identity provider may link the account. */
export const isLinkable = (operator: Pick<Operator, 'passwordHash' | 'linkable'>): boolean =>
  originOf(operator) === 'LOCAL' && operator.linkable !== false

/** A filter for accounts of the identity provider. */
export const ofProvider = { passwordHash: null } as const satisfies Prisma.OperatorWhereInput

/** The canonical spelling of an e-mail, in which it is stored, compared and counted. */
export const normaliseEmail = (email: string): string => email.normalize('NFKC').trim().toLowerCase().normalize('NFKC')

/** The operator with this e-mail, in any spelling; null if there is none. */
export const findOperator = (db: Database, email: string): Promise<Operator | null> =>
  db.operator.findUnique({ where: { email: normaliseEmail(email) } })

/** The operators with these ids, in no particular order. */
export const findAccounts = (db: Database, ids: readonly string[]): Promise<Account[]> =>
  readAccounts(db, { id: { in: [...ids] } })

/** The operators with these e-mails, in their stored spelling, in no particular order. */
export const findAccountsByEmail = (db: Database, emails: readonly string[]): Promise<Account[]> =>
  readAccounts(db, { email: { in: [...emails] } })

/** All operators, including disabled ones, by e-mail. */
export const listAccounts = (db: Database): Promise<Account[]> => readAccounts(db, {})

async function readAccounts(db: Database, where: Prisma.OperatorWhereInput): Promise<Account[]> {
  const rows = await db.operator.findMany({
    where,
    orderBy: { email: 'asc' },
    omit: { panelSeenAt: true },
    include: {
      identity: { select: { noRoleSince: true } },
      sessions: { select: { seenAt: true }, orderBy: { seenAt: 'desc' }, take: 1 },
    },
  })
  return rows.map(({ identity, sessions, passwordHash, linkable, ...account }) => ({
    ...account,
    lastSeenAt: sessions[0]?.seenAt ?? null,
    noRoleSince: identity?.noRoleSince ?? null,
    linkable: isLinkable({ passwordHash, linkable }),
    origin: originOf({ passwordHash }),
  }))
}

/**
 * Adds an operator with a generated password.
 * @throws DomainError CONFLICT when the e-mail is taken; INVALID_INPUT for an invalid e-mail or name.
 */
export async function addOperator(
  db: RootDatabase,
  input: NewOperator,
  by: Actor,
  at: Date,
): Promise<GeneratedCredentials> {
  const email = requireValidEmail(normaliseEmail(input.email))
  const name = requireValidName(input.name)
  const password = randomPassword()
  const data = { email, name, role: input.role, passwordHash: await hashPassword(password) }
  return commit(db, async (tx) => {
    const { count } = await tx.operator.createMany({
      data: [{ ...data, createdAt: at, panelSeenAt: at }],
      skipDuplicates: true,
    })
    if (count === 0) throw new DomainError('CONFLICT', { code: 'EMAIL_TAKEN', parameters: { email } })
    const operator = await tx.operator.findUniqueOrThrow({ where: { email } })
    const after = { name, role: operator.role }
    return {
      result: { operator, password },
      audit: [{ by, at, action: 'operator.add', object: `operator:${email}`, after }],
    }
  })
}

/**
 * Adds an administrator if there is no operator yet, and returns it; null otherwise. If several instances start at
 * once, one of them adds it.
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
  const isAdded = await commit(db, async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${firstOperatorLock}::bigint)`
    if ((await tx.operator.count()) > 0) return { result: false }
    await tx.operator.create({
      data: { email, name: 'Administrador', role: 'admin', passwordHash, createdAt: at, panelSeenAt: at },
    })
    const entry = { action: 'operator.add', object: `operator:${email}`, after: { role: 'admin' } } as const
    return { result: true, audit: [{ by: { actor: 'system' }, at, ...entry }] }
  })
  return isAdded ? { email, generatedPassword: adminPassword === null ? password : null } : null
}
