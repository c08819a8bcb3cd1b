import type { Database } from '../../database/database.ts'
import type { ApiToken, Operator } from '../../generated/prisma/client.ts'
import { mayAct } from '../operators.ts'
import type { Viewer } from '../sessions.ts'
import { hashToken } from '../secret-token.ts'
import { liveWhere } from './manage-tokens.ts'
import { boundDocumentOf } from './bound-document.ts'
import { kindOfToken } from './token-form.ts'
import { storableText } from '../../lib/postgres-values.ts'

/** A request with a token: its time, the client's address and its User-Agent. */
export type TokenUse = { at: Date; address: string; agent: string | undefined }

const noteUseEveryMs = 60_000
const maxAgentLength = 200

/**
 * The operator with this personal token; null if the token is unknown, revoked or expired, or its operator may not act.
 * Records its use, with at most one write a minute.
 */
export async function findTokenViewer(db: Database, text: string, use: TokenUse): Promise<Viewer | null> {
  // Skips the query if the text cannot be a token.
  if (kindOfToken(text) !== 'PERSONAL') return null
  const token = await db.apiToken.findFirst({
    where: { hash: hashToken(text), ...activeWhere(use.at) },
    include: { operator: true },
  })
  if (!token) return null
  await noteUse(db, token, use)
  return toViewer(token)
}

/** A service of the platform with the token by which it pushes data. */
export type ServiceCaller = {
  /** The id under which the data of the service is stored, the same for all its tokens. `INGEST_TOKEN` has its own. */
  id: string
  /** Null for INGEST_TOKEN. */
  tokenId: string | null
  /** Name of the token. */
  name: string
  scopes: readonly string[]
  /** Null for INGEST_TOKEN. */
  expiresAt: Date | null
  /** When the token was last used before this request, to the minute; null if it never was, and for INGEST_TOKEN. */
  lastUsedAt: Date | null
}

/** The service with this token; null if the token is unknown, revoked or expired. Records the use like above. */
export async function findService(db: Database, text: string, use: TokenUse): Promise<ServiceCaller | null> {
  if (kindOfToken(text) !== 'SERVICE') return null
  const token = await db.apiToken.findFirst({ where: { hash: hashToken(text), ...liveWhere(use.at) } })
  if (!token) return null
  await noteUse(db, token, use)
  const { id: tokenId, serviceId, name, scopes, expiresAt, lastUsedAt } = token
  return { id: serviceId ?? tokenId, tokenId, name, scopes, expiresAt, lastUsedAt }
}

/** The reason why a service's token no longer authenticates, and since when. */
export type EndedToken = { serviceId: string; reason: 'TOKEN_EXPIRED' | 'TOKEN_REVOKED'; endedAt: Date }

/** The token of a service that has expired or was revoked; null if there is none with this text. */
export async function findEndedToken(db: Database, text: string): Promise<EndedToken | null> {
  if (kindOfToken(text) !== 'SERVICE') return null
  const token = await db.apiToken.findUnique({ where: { hash: hashToken(text) } })
  if (!token?.serviceId) return null
  const { serviceId, revokedAt, expiresAt } = token
  return revokedAt
    ? { serviceId, reason: 'TOKEN_REVOKED', endedAt: revokedAt }
    : { serviceId, reason: 'TOKEN_EXPIRED', endedAt: expiresAt }
}

/** The active ones of these personal tokens, in one query, so that open sockets can be rechecked together. */
export async function listActiveTokens(db: Database, ids: readonly string[], at: Date): Promise<Viewer[]> {
  if (ids.length === 0) return []
  const tokens = await db.apiToken.findMany({
    where: { id: { in: [...ids] }, ...activeWhere(at) },
    include: { operator: true },
  })
  return tokens.flatMap((token) => toViewer(token) ?? [])
}

const activeWhere = (at: Date) => ({ ...liveWhere(at), operator: mayAct })

async function noteUse(db: Database, { id, lastUsedAt }: ApiToken, { at, address, agent }: TokenUse) {
  const [before, after] = [new Date(at.getTime() - noteUseEveryMs), new Date(at.getTime() + noteUseEveryMs)]
  if (lastUsedAt && lastUsedAt > before && lastUsedAt < after) return
  await db.apiToken.updateMany({
    // A last use in the future was noted before the clock was set back, so it is overwritten.
    where: { id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lte: before } }, { lastUsedAt: { gte: after } }] },
    data: {
      lastUsedAt: at,
      lastAddress: address,
      lastAgent: agent === undefined ? null : storableText(agent, maxAgentLength),
    },
  })
}

function toViewer(row: ApiToken & { operator: Operator | null }): Viewer | null {
  const { id, name, scopes, expiresAt, operator } = row
  if (!operator) return null
  const document = boundDocumentOf(row)
  const { id: operatorId, name: operatorName, email, role } = operator
  return {
    sessionId: id,
    token: { name, scopes, ...(document && { document }) },
    operator: { id: operatorId, name: operatorName, email, role },
    expiresAt,
  }
}
