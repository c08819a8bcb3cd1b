import { randomBytes } from 'node:crypto'
import type { Actor } from '../../audit/actor.ts'
import { commit } from '../../audit/commit.ts'
import type { NewAuditEntry } from '../../audit/new-entry.ts'
import type { Database, RootDatabase } from '../../database/database.ts'
import { notify } from '../../database/coordination/notify.ts'
import type { ApiToken as ApiTokenRow, Prisma } from '../../generated/prisma/client.ts'
import { DomainError, invalidField } from '../../lib/errors.ts'
import { keptSince } from '../../lib/retention.ts'
import { requireValidName } from '../account-validation.ts'
import { boundDocumentOf, requireBindableDocument, type TrustedDocument } from './bound-document.ts'
import { requireValidScopes } from './scopes.ts'
import { hashToken } from '../secret-token.ts'
import { requireServiceParts, serviceOfNewToken, type ServiceParts } from './service-of-token.ts'
import { formatToken, secretBytes, shownPrefix, type TokenKind } from './token-form.ts'

const hidden = { hash: true, operatorId: true } as const

/** An API token to display. */
export type ApiToken = Omit<ApiTokenRow, keyof typeof hidden | 'documentId' | 'documentName'> & {
  /** The only document that the token may run; null if it may run any. */
  document: TrustedDocument | null
}

/** A token to create. `documents` are the documents that a token can be bound to. */
export type NewToken = ServiceParts & {
  kind: TokenKind
  name: string
  scopes: readonly string[]
  expiresInDays: number
  documentId?: string | null
  documents?: readonly TrustedDocument[]
}

/** A created token with its text, which is shown once: only its hash is stored. */
export type CreatedToken = { token: ApiToken; secret: string }

/** Maximum number of live tokens of one operator. */
export const maxTokensPerOperator = 20
/** Maximum lifetime of a token. */
export const maxTokenDays = 365
const dayMs = 24 * 60 * 60_000

/**
 * Creates a token for the caller, or one for a service.
 * @throws DomainError INVALID_INPUT for a wrong name, scope, lifetime or part of a service; CONFLICT above the maximum of a person.
 */
export async function createToken(
  db: RootDatabase,
  { kind, name, scopes, expiresInDays, documentId = null, documents = [], ...parts }: NewToken,
  by: Actor,
  at: Date,
): Promise<CreatedToken> {
  const secret = formatToken(kind, randomBytes(secretBytes))
  const operatorId = ownerOf(kind, by)
  const document = requireBindableDocument(kind, documentId, documents)
  const serviceParts = requireServiceParts(kind, parts)
  const data = {
    kind,
    operatorId,
    name: requireValidName(name),
    hash: hashToken(secret),
    prefix: shownPrefix(secret),
    scopes: requireValidScopes(kind, scopes, by),
    documentId: document?.id ?? null,
    documentName: document?.name ?? null,
    createdAt: at,
    expiresAt: new Date(at.getTime() + requireValidDays(expiresInDays) * dayMs),
  }
  const token = await commit(db, async (tx) => {
    if (operatorId !== null) await requireRoom(tx, operatorId, at)
    const serviceId = kind === 'SERVICE' ? await serviceOfNewToken(tx, data, serviceParts) : null
    const result = toApiToken(await tx.apiToken.create({ data: { ...data, serviceId }, omit: hidden }))
    const details = kind === 'SERVICE' ? serviceParts : {}
    return { result, audit: [tokenEntry(result, { at, action: 'token.create', ...details }, by)] }
  })
  return { token, secret }
}

/** The tokens of the caller, or the tokens of services, newest first, without revoked tokens. */
export async function listTokens(db: Database, kind: TokenKind, by: Pick<Actor, 'operator'>): Promise<ApiToken[]> {
  const tokens = await db.apiToken.findMany({
    where: { kind, operatorId: ownerOf(kind, by), revokedAt: null },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    omit: hidden,
  })
  return tokens.map(toApiToken)
}

/** The tokens of services by their ids, newest first; without revoked ones. */
export async function listTokensOfServices(db: Database, serviceIds: readonly string[]): Promise<ApiToken[]> {
  const tokens = await db.apiToken.findMany({
    where: { serviceId: { in: [...serviceIds] }, revokedAt: null },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    omit: hidden,
  })
  return tokens.map(toApiToken)
}

/**
 * Revokes a token of the caller, or one of a service: it authenticates no request from now on, and its sockets are
 * closed. Idempotent.
 * @throws DomainError NOT_FOUND for any other token.
 */
export function revokeToken(
  db: RootDatabase,
  { kind, id }: Pick<ApiToken, 'kind' | 'id'>,
  by: Actor,
  at: Date,
): Promise<ApiToken> {
  return commit(db, async (tx) => {
    const where = { id, kind, operatorId: ownerOf(kind, by) }
    const { count } = await tx.apiToken.updateMany({ where: { ...where, revokedAt: null }, data: { revokedAt: at } })
    const row = await tx.apiToken.findFirst({ where, omit: hidden })
    if (!row) throw new DomainError('NOT_FOUND', { code: 'NO_TOKEN', parameters: {} })
    const result = toApiToken(row)
    if (count === 0) return { result }
    // Clears cached tokens and rechecks open sockets, as when a session ends.
    await notify(tx, 'sessions')
    return { result, audit: [tokenEntry(result, { at, action: 'token.revoke' }, by)] }
  })
}

/** Deletes the tokens that expired or were revoked thirty days ago. */
export async function clearOldTokens(db: Database, at: Date): Promise<void> {
  const before = { lte: keptSince('endedToken', at) }
  await db.apiToken.deleteMany({ where: { OR: [{ expiresAt: before }, { revokedAt: before }] } })
}

/** A filter for tokens that authenticate at a moment. */
export const liveWhere = (at: Date) => ({ revokedAt: null, expiresAt: { gt: at } }) satisfies Prisma.ApiTokenWhereInput

function toApiToken(row: Omit<ApiTokenRow, keyof typeof hidden>): ApiToken {
  const { documentId, documentName, ...token } = row
  return { ...token, document: boundDocumentOf({ documentId, documentName }) }
}

const ownerOf = (kind: TokenKind, { operator }: Pick<Actor, 'operator'>) => (kind === 'PERSONAL' ? operator.id : null)

function requireValidDays(days: number): number {
  if (!Number.isInteger(days) || days < 1 || days > maxTokenDays)
    throw invalidField('expiresInDays', { code: 'TOKEN_DAYS_INVALID', parameters: { max: maxTokenDays } })
  return days
}

// Locks the operator until the commit, so that the second of two concurrent requests counts the first one's token.
async function requireRoom(tx: Database, operatorId: string, at: Date) {
  await tx.$queryRaw`SELECT 1 FROM "Operator" WHERE "id" = ${operatorId} FOR NO KEY UPDATE`
  const count = await tx.apiToken.count({ where: { operatorId, ...liveWhere(at) } })
  if (count >= maxTokensPerOperator)
    throw new DomainError('CONFLICT', { code: 'TOKENS_TOO_MANY', parameters: { count } })
}

function tokenEntry(
  { id, kind, name, prefix, scopes, expiresAt, document }: ApiToken,
  { at, action, ...parts }: { at: Date; action: 'token.create' | 'token.revoke' } & ServiceParts,
  by: Actor,
): NewAuditEntry {
  const bound = document && { document: document.name, documentId: document.id }
  const details = { kind, name, prefix, scopes, expiresAt: expiresAt.toISOString(), ...bound, ...parts }
  const change = action === 'token.create' ? { after: details } : { before: details }
  return { by, at, action, object: `token:${id}`, ...change }
}
