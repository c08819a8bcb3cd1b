import { commit } from '../../audit/commit.ts'
import type { RootDatabase } from '../../database/database.ts'
import { DomainError } from '../../lib/errors.ts'
import type { Role } from '../permissions.ts'
import { endSession, openSession, type Viewer } from '../sessions.ts'
import { findIdentities, type Subject } from './identities.ts'
import { markWithoutRole, prepareAccount, updateOtherAccounts } from './provider-account.ts'
import type { ProviderAccount } from './provider.ts'
import { changedMeanwhile, noRole } from './refusals.ts'
import { textClaim } from './role-claim.ts'

/** A person authenticated by the provider. `role` results from the claims; null if the claims give no role. */
export type Person = Subject & ProviderAccount & { role: Role | null; roleClaim: string }

/** The request that finishes a sign-in. `oldSessionId` is the browser's previous session, which ends. */
export type OidcRequest = {
  at: Date
  address: string
  requestId: string | null
  traceId?: string | null
  idleMinutes: number
  oldSessionId: string | null
}

/**
 * Opens a session for a person whom the provider has signed in, with the role that the provider gives them now. Their
 * account is the one with their issuer and subject. At their first sign-in it is created, or linked if an administrator
 * has added it beforehand and the provider has verified the e-mail. Without a role, it is marked and refused.
 * @throws OidcError FORBIDDEN for a person without a role, a disabled account, or an e-mail that cannot be used;
 * CONFLICT when the account changes at the same time; UNAVAILABLE.
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
  const { issuer, subject, role } = person
  if (role === null) {
    await markWithoutRole(db, person, request)
    throw noRole(person.roleClaim)
  }
  await updateOtherAccounts(db, { issuer, subject, role }, request)
  // Reading the profile may take a request to the provider, so it happens outside the transaction.
  const isKnown = (await findIdentities(db, person)).length > 0
  const profile = isKnown ? null : await person.readProfile()
  return commit(db, async (tx) => {
    const account = await prepareAccount(tx, { issuer, subject, role, profile }, request)
    if (!account) return { result: null }
    const { operator, entries } = account
    if (request.oldSessionId !== null) await endSession(tx, request.oldSessionId)
    const result = await openSession(tx, operator, { ...request, providerSid: textClaim(person.claims, 'sid') })
    return { result, audit: [...entries, entryOf(operator.email, person, request, 'sign-in')] }
  })
}

async function auditRefusal(db: RootDatabase, person: Person, request: OidcRequest, { message }: DomainError) {
  const entry = entryOf(await nameForAudit(db, person), person, request, 'sign-in.failed')
  await commit(db, () => ({ audit: [{ ...entry, after: { ...entry.after, reason: message } }] }))
}

/** A person's name in the audit trail: the e-mail of their account, else the provider's e-mail, else the id there. */
async function nameForAudit(db: RootDatabase, person: Person): Promise<string> {
  const [identity] = await findIdentities(db, person)
  if (identity) return (await db.operator.findUniqueOrThrow({ where: { id: identity.operatorId } })).email
  const profile = person.role === null ? null : await person.readProfile().catch(() => null)
  const address = profile?.email.address ?? ''
  return address === '' ? (textClaim(person.claims, 'email') ?? person.subject) : address
}

const entryOf = (
  actor: string,
  { issuer }: Person,
  { at, address, requestId, traceId }: OidcRequest,
  action: 'sign-in' | 'sign-in.failed',
) => ({ by: { actor, address, requestId, traceId }, at, action, object: `operator:${actor}`, after: { issuer } })
