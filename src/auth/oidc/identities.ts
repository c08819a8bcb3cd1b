import { writeAudit, writeAuditEntries, type NewAuditEntry } from '../../audit/write-audit.ts'
import { inTransaction, type Database, type RootDatabase } from '../../database/database.ts'
import { notify } from '../../database/coordination/notify.ts'
import type { Operator } from '../../generated/prisma/client.ts'
import { DomainError } from '../../lib/errors.ts'
import { requireValidEmail, requireValidName } from '../account-validation.ts'
import { lockWithAdmins, requireAdminRemains } from '../last-admin.ts'
import { normaliseEmail } from '../operators.ts'
import type { Role } from '../permissions.ts'
import { endSession, endSessions, openSession, type Viewer } from '../sessions.ts'
import { OidcError } from './oidc-error.ts'
import type { Claims } from './role-claim.ts'

/** A person authenticated by the provider. `role` results from the claims; null for none. */
export type Person = { issuer: string; claims: Claims & { sub: string }; role: Role | null; roleClaim: string }

/** The request that finishes a sign-in. `oldSessionId` is the browser's previous session, which ends. */
export type OidcRequest = {
  at: Date
  address: string
  requestId: string | null
  traceId?: string | null
  idleMinutes: number
  oldSessionId: string | null
}

type AccountChange = { operator: Operator; entries: NewAuditEntry[] }

/**
 * Opens a session for a person whom the provider has signed in, with the role that the provider gives them now. Their
 * account is the one with their issuer and subject. At their first sign-in it is created, or linked if an administrator
 * has added it beforehand and the provider has verified the e-mail.
 * @throws OidcError FORBIDDEN for a person without a role, a disabled account, or an e-mail that cannot be used;
 * CONFLICT when the account changes at the same time.
 */
export async function signInPerson(
  db: RootDatabase,
  person: Person,
  request: OidcRequest,
): Promise<{ token: string; viewer: Viewer }> {
  try {
    // If another instance creates the account at the same time, the second try finds it.
    const opened = (await tryToSignIn(db, person, request)) ?? (await tryToSignIn(db, person, request))
    if (opened) return opened
  } catch (error) {
    if (error instanceof DomainError) await auditRefusal(db, person, request, error)
    throw error
  }
  throw changedMeanwhile()
}

/** Null if another request creates the account or the identity concurrently. */
async function tryToSignIn(db: RootDatabase, person: Person, request: OidcRequest) {
  const { role } = person
  if (role === null) {
    await endSessionsOf(db, person)
    throw noRole(person.roleClaim)
  }
  return inTransaction(db, async (tx) => {
    const account = await prepareAccount(tx, { ...person, role }, request)
    if (!account) return null
    const { operator, entries } = account
    if (request.oldSessionId !== null) await endSession(tx, request.oldSessionId)
    const opened = await openSession(tx, operator, { ...request, providerSid: textClaim(person.claims, 'sid') })
    await writeAuditEntries(tx, [...entries, entryOf(operator.email, person, request, 'sign-in')])
    return opened
  })
}

type PersonWithRole = Person & { role: Role }

async function prepareAccount(
  tx: Database,
  person: PersonWithRole,
  request: OidcRequest,
): Promise<AccountChange | null> {
  const identity = await findIdentity(tx, person)
  if (identity) return updateAccount(tx, identity.operatorId, person, request)
  const email = requireUsableEmail(person.claims)
  const existing = await tx.operator.findUnique({ where: { email } })
  return existing ? linkAccount(tx, existing.id, person, request) : createAccount(tx, email, person, request)
}

/** Updates the role of an account from the current claims. */
async function updateAccount(tx: Database, id: string, { role }: PersonWithRole, request: OidcRequest) {
  const before = await lockAccount(tx, id)
  // An administrator made it a local account meanwhile: the second attempt may link it again.
  if (before.passwordHash !== null) return null
  requireEnabled(before)
  if (before.role === role) return { operator: before, entries: [] }
  const operator = await tx.operator.update({ where: { id }, data: { role } })
  await notify(tx, 'sessions')
  return { operator, entries: [systemEntry(operator, request, 'operator.role', before.role)] }
}

/**
 * Converts an account added by an administrator to one of the provider: its password and its sessions end. Only a local
 * account whose e-mail the provider has verified can be linked.
 */
async function linkAccount(tx: Database, id: string, person: PersonWithRole, request: OidcRequest) {
  const before = await lockAccount(tx, id)
  // Another instance created the identity after it was looked up: the second attempt finds it.
  if (await findIdentity(tx, person)) return null
  requireEnabled(before)
  if (before.passwordHash === null || person.claims.email_verified !== true) throw emailTaken()
  const data = { role: person.role, passwordHash: null }
  await requireAdminRemains(tx, before, { ...before, ...data }).catch((error: unknown) => {
    throw error instanceof DomainError ? lastAdmin() : error
  })
  if (!(await addIdentity(tx, id, person, request.at))) return null
  const operator = await tx.operator.update({ where: { id }, data })
  await endSessions(tx, id)
  return { operator, entries: [systemEntry(operator, request, 'operator.link', before.role)] }
}

/** Creates an account; null if another instance does so concurrently. */
async function createAccount(tx: Database, email: string, person: PersonWithRole, request: OidcRequest) {
  const { at } = request
  const name = nameOf(person.claims, email)
  const [operator] = await tx.operator.createManyAndReturn({
    data: [{ email, name, role: person.role, createdAt: at, panelSeenAt: at }],
    skipDuplicates: true,
  })
  if (!operator) return null
  if (!(await addIdentity(tx, operator.id, person, at))) throw changedMeanwhile()
  return { operator, entries: [systemEntry(operator, request, 'operator.add', null)] }
}

/** Returns whether the identity was added: false if another account has it, or the account has another identity. */
async function addIdentity(tx: Database, operatorId: string, { issuer, claims }: Person, at: Date): Promise<boolean> {
  const { count } = await tx.operatorIdentity.createMany({
    data: [{ operatorId, issuer, subject: claims.sub, linkedAt: at }],
    skipDuplicates: true,
  })
  return count > 0
}

async function lockAccount(tx: Database, id: string): Promise<Operator> {
  await lockWithAdmins(tx, id)
  return tx.operator.findUniqueOrThrow({ where: { id } })
}

const findIdentity = (db: Database, { issuer, claims }: Person) =>
  db.operatorIdentity.findUnique({ where: { issuer_subject: { issuer, subject: claims.sub } } })

async function endSessionsOf(db: RootDatabase, person: Person) {
  const identity = await findIdentity(db, person)
  if (identity) await inTransaction(db, (tx) => endSessions(tx, identity.operatorId))
}

function requireEnabled({ disabledAt }: Operator) {
  if (disabledAt !== null)
    throw new OidcError('FORBIDDEN', {
      en: 'Your account is disabled. An administrator can enable it.',
      es: 'Tu cuenta está desactivada. Un administrador puede activarla.',
    })
}

/** The e-mail of a new account. An unverified e-mail may belong to somebody else. */
function requireUsableEmail(claims: Claims): string {
  const email = normaliseEmail(textClaim(claims, 'email') ?? '')
  if (email === '' || claims.email_verified === false)
    throw new OidcError('FORBIDDEN', {
      en: 'The identity provider sends no verified e-mail for you (claims email and email_verified).',
      es: 'El proveedor de identidad no envía un correo tuyo verificado (claims email y email_verified).',
    })
  return requireValidEmail(email)
}

function nameOf(claims: Claims, email: string): string {
  const name = textClaim(claims, 'name') ?? textClaim(claims, 'preferred_username') ?? email
  return requireValidName(name.replace(/\p{C}/gu, '').slice(0, 100).trim() || email.slice(0, 100))
}

function textClaim(claims: Claims, name: string): string | null {
  const value = claims[name]
  return typeof value === 'string' && value !== '' ? value : null
}

const noRole = (roleClaim: string) =>
  new OidcError('FORBIDDEN', {
    en: `Your account at the identity provider has no role here: no value of the claim ${roleClaim} gives one.`,
    es: `Tu cuenta del proveedor de identidad no tiene ningún rol aquí: ningún valor del claim ${roleClaim} lo da.`,
  })

const changedMeanwhile = () =>
  new OidcError('CONFLICT', {
    en: 'Your account was changed at the same time. Sign in again.',
    es: 'Tu cuenta ha cambiado al mismo tiempo. Vuelve a entrar.',
  })

const emailTaken = () =>
  new OidcError('FORBIDDEN', {
    en: 'Another account has your e-mail, and it cannot be linked to you. Ask an administrator.',
    es: 'Otra cuenta tiene tu correo y no se puede vincular contigo. Pregunta a un administrador.',
  })

const lastAdmin = () =>
  new OidcError('FORBIDDEN', {
    en: 'The account with your e-mail is the last administrator with a password, which has to stay one.',
    es: 'La cuenta con tu correo es el último administrador con contraseña y tiene que seguir siéndolo.',
  })

const auditRefusal = (db: RootDatabase, person: Person, request: OidcRequest, { message }: DomainError) => {
  const actor = textClaim(person.claims, 'email') ?? person.claims.sub
  const entry = entryOf(actor, person, request, 'sign-in.failed')
  return writeAudit(db, { ...entry, after: { ...entry.after, reason: message } })
}

const entryOf = (
  actor: string,
  { issuer }: Person,
  { at, address, requestId, traceId }: OidcRequest,
  action: 'sign-in' | 'sign-in.failed',
) => ({ at, actor, action, object: `operator:${actor}`, after: { issuer }, address, requestId, traceId })

/** The audit entry of a change that the provider decides. `before` is the former role, null for a new account. */
const systemEntry = (
  { email, name, role }: Operator,
  { at, address, requestId, traceId }: OidcRequest,
  action: 'operator.role' | 'operator.link' | 'operator.add',
  before: Role | null,
): NewAuditEntry => ({
  at,
  actor: 'system',
  action,
  object: `operator:${email}`,
  ...(before && { before: { role: before } }),
  after: { ...(action === 'operator.add' && { name }), role },
  address,
  requestId,
  traceId,
})
