import { notify } from '../../database/coordination/notify.ts'
import type { Database, RootDatabase } from '../../database/database.ts'
import { commit } from '../../audit/commit.ts'
import type { NewAuditEntry } from '../../audit/new-entry.ts'
import type { Operator, OperatorIdentity } from '../../generated/prisma/client.ts'
import { DomainError } from '../../lib/errors.ts'
import { requireValidEmail, requireValidName } from '../account-validation.ts'
import { lockWithAdmins, requireAdminRemains } from '../last-admin.ts'
import { isLinkable, originOf } from '../operators.ts'
import type { Role } from '../permissions.ts'
import { endSessions } from '../sessions.ts'
import { findIdentities, setIdentity, type Subject } from './identities.ts'
import type { Profile } from './provider.ts'
import { changedMeanwhile, disabled, emailTaken, lastAdmin, madeLocal, noVerifiedEmail } from './refusals.ts'
import { storableText } from '../../lib/postgres-values.ts'

/** A person to whom the provider gives a role. `profile` is null if the person already had an account. */
export type PersonWithRole = Subject & { role: Role; profile: Profile | null }

/** The time, client address, request and trace of the request that changes an account, for its audit entry. */
type ChangeRequest = { at: Date; address: string; requestId: string | null; traceId?: string | null }

type AccountChange = { operator: Operator; entries: NewAuditEntry[] }

/**
 * The account of a person, with the role that the provider gives them now. A person without an account gets a new one,
 * or a local account is linked. Null if the account was changed concurrently.
 * @throws OidcError FORBIDDEN for a disabled account, or an e-mail that cannot be used; CONFLICT.
 */
export async function prepareAccount(
  tx: Database,
  person: PersonWithRole,
  request: ChangeRequest,
): Promise<AccountChange | null> {
  const [identity] = await findIdentities(tx, person)
  if (identity) return updateAccount(tx, identity.operatorId, person, request)
  const { profile } = person
  // The identity was deleted after the caller looked it up. The caller's second attempt reads the profile.
  if (profile === null) return null
  const email = requireUsableEmail(profile)
  const existing = await tx.operator.findUnique({ where: { email } })
  const newcomer = { ...person, profile }
  return existing ? linkByEmail(tx, existing.id, newcomer, request) : createAccount(tx, email, newcomer, request)
}

/**
 * Marks the accounts of a person to whom the provider gives no role any more: their sessions end, and their tokens stop
 * until a sign-in with a role.
 */
export async function markWithoutRole(db: RootDatabase, person: Subject, request: ChangeRequest): Promise<void> {
  for (const { operatorId } of await findIdentities(db, person))
    await commit(db, async (tx) => {
      const before = await lockAccount(tx, operatorId)
      if (!before.identity || originOf(before) === 'LOCAL') return {}
      await endSessions(tx, operatorId)
      if (before.identity.noRoleSince) return {}
      await tx.operatorIdentity.update({ where: { operatorId }, data: { noRoleSince: request.at } })
      // Tokens have no session to end, but may be cached and may have open sockets.
      await notify(tx, 'sessions')
      return { audit: [{ ...systemEntry(before, request, 'operator.role', before.role), after: { role: null } }] }
    })
}

/**
 * Gives a person's other accounts, which belong to another spelling of the issuer and are not opened by the sign-in,
 * the role that the provider gives now. Local accounts keep their role.
 */
export async function updateOtherAccounts(
  db: RootDatabase,
  person: Subject & { role: Role },
  request: ChangeRequest,
): Promise<void> {
  const [, ...others] = await findIdentities(db, person)
  for (const { operatorId } of others)
    await commit(db, async (tx) => {
      const before = await lockAccount(tx, operatorId)
      if (!before.identity || originOf(before) === 'LOCAL') return {}
      const { entries } = await updateRole(tx, { ...before, identity: before.identity }, person.role, request)
      return { audit: entries }
    })
}

/** Updates the role of an account. An account that was made local is linked again if that is allowed. */
async function updateAccount(tx: Database, id: string, person: PersonWithRole, request: ChangeRequest) {
  const before = await lockAccount(tx, id)
  // An instance of an earlier release, which stores no identities, made the account local meanwhile.
  if (!before.identity) return null
  if (before.disabledAt !== null) throw disabled()
  if (originOf(before) === 'LOCAL') return linkAccount(tx, before, person, request)
  return updateRole(tx, { ...before, identity: before.identity }, person.role, request)
}

async function updateRole(
  tx: Database,
  before: Operator & { identity: OperatorIdentity },
  role: Role,
  request: ChangeRequest,
): Promise<AccountChange> {
  const { id } = before
  const formerRole = before.identity.noRoleSince ? null : before.role
  if (formerRole === role) return { operator: before, entries: [] }
  await tx.operatorIdentity.update({ where: { operatorId: id }, data: { noRoleSince: null } })
  const operator = await tx.operator.update({ where: { id }, data: { role } })
  await notify(tx, 'sessions')
  return { operator, entries: [systemEntry(operator, request, 'operator.role', formerRole)] }
}

type Newcomer = PersonWithRole & { profile: Profile }

/** Links a local account with the same e-mail, if the provider has verified that e-mail. */
async function linkByEmail(tx: Database, id: string, person: Newcomer, request: ChangeRequest) {
  const before = await lockAccount(tx, id)
  // Another instance created the identity after the lookup. The caller's second attempt finds it.
  if ((await findIdentities(tx, person)).length > 0) return null
  if (before.disabledAt !== null) throw disabled()
  if (originOf(before) !== 'LOCAL' || person.profile.email.verified !== true) throw emailTaken()
  return linkAccount(tx, before, person, request)
}

/**
 * Converts a local account to an account of the provider: its password and its sessions end. An account that an
 * administrator made local is linked only if they allowed that.
 */
async function linkAccount(tx: Database, before: Operator, person: PersonWithRole, request: ChangeRequest) {
  const { id } = before
  if (!isLinkable(before)) throw madeLocal()
  const data = { role: person.role, passwordHash: null }
  await requireAdminRemains(tx, before, { ...before, ...data }).catch((error: unknown) => {
    throw error instanceof DomainError ? lastAdmin() : error
  })
  if (!(await setIdentity(tx, id, person, request.at))) return null
  const operator = await tx.operator.update({ where: { id }, data })
  await endSessions(tx, id)
  return { operator, entries: [systemEntry(operator, request, 'operator.link', before.role)] }
}

/** Creates an account; null if another instance creates it concurrently. */
async function createAccount(tx: Database, email: string, person: Newcomer, request: ChangeRequest) {
  const { at } = request
  const [operator] = await tx.operator.createManyAndReturn({
    data: [{ email, name: nameOf(person.profile, email), role: person.role, createdAt: at, panelSeenAt: at }],
    skipDuplicates: true,
  })
  if (!operator) return null
  if (!(await setIdentity(tx, operator.id, person, at))) throw changedMeanwhile()
  return { operator, entries: [systemEntry(operator, request, 'operator.add')] }
}

async function lockAccount(tx: Database, id: string) {
  await lockWithAdmins(tx, id)
  return tx.operator.findUniqueOrThrow({ where: { id }, include: { identity: true } })
}

/** The e-mail of a new account. An unverified e-mail may belong to somebody else. */
function requireUsableEmail({ email: { address, verified } }: Profile): string {
  if (address === '' || verified === false) throw noVerifiedEmail()
  return requireValidEmail(address)
}

const nameOf = ({ name }: Profile, email: string): string =>
  requireValidName(storableText((name ?? email).replace(/\p{C}/gu, ''), 100).trim() || storableText(email, 100))

/** The audit entry of a change that the provider decides. `before` is the former role, absent for a new account. */
const systemEntry = (
  { email, name, role }: Operator,
  { at, address, requestId, traceId }: ChangeRequest,
  action: 'operator.role' | 'operator.link' | 'operator.add',
  before?: Role | null,
): NewAuditEntry => ({
  by: { actor: 'system', address, requestId, traceId },
  at,
  action,
  object: `operator:${email}`,
  ...(before !== undefined && { before: { role: before } }),
  after: { ...(action === 'operator.add' && { name }), role },
})
