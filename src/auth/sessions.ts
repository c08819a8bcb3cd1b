import { notify } from '../database/coordination/notify.ts'
import type { Database } from '../database/database.ts'
import type { Operator, Prisma, Session } from '../generated/prisma/client.ts'
import type { Actor } from '../audit/actor.ts'
import { mayAct } from './operators.ts'
import { createSecretToken, hashToken } from './secret-token.ts'
import type { TrustedDocument } from './tokens/bound-document.ts'

export type { Session }

/** The API token that a caller uses in place of a session. */
export type ViewerToken = {
  name: string
  scopes: readonly string[]
  /** The only document that the token may run; absent if it may run any. */
  document?: TrustedDocument
}

/** An authenticated operator, and when their session ends without further requests, or their token ends. */
export type Viewer = {
  /** The id of the session, or of the token. */
  sessionId: string
  /** Absent with a session. */
  token?: ViewerToken
  operator: Actor['operator']
  expiresAt: Date
}

/**
 * The client's address, the time, and the idle timeout in minutes of a new session. `providerSid` is the identity
 * provider's id of the session there.
 */
export type NewSession = { address: string; at: Date; idleMinutes: number; providerSid?: string | null }

/** Maximum lifetime of a session, however much it is used: 7 days after the sign-in. */
export const maxSessionMs = 7 * 24 * 60 * 60_000
const minuteMs = 60_000

/** Opens a session and returns the token for the cookie. Only its SHA-256 is stored, as the session's id. */
export async function openSession(
  db: Database,
  operator: Operator,
  { address, at, idleMinutes, providerSid = null }: NewSession,
): Promise<{ token: string; viewer: Viewer }> {
  const token = createSecretToken()
  const session = await db.session.create({
    data: {
      id: hashToken(token),
      operatorId: operator.id,
      createdAt: at,
      seenAt: at,
      expiresAt: expiryOf(at, at, idleMinutes),
      address,
      providerSid,
    },
    include: { operator: true },
  })
  return { token, viewer: toViewer(session) }
}

/**
 * The operator with this session token; null if the session is unknown, ended or expired, or its operator may not act.
 * Extends the session, with at most one write a minute, or in a quarter of the idle time if that is shorter: a session
 * in use never expires between two writes.
 */
export async function findSession(db: Database, token: string, at: Date, idleMinutes: number): Promise<Viewer | null> {
  const session = await db.session.findFirst({
    where: { id: hashToken(token), ...activeWhere(at) },
    include: { operator: true },
  })
  if (!session) return null
  const noteUseEveryMs = Math.min(minuteMs, (idleMinutes * minuteMs) / 4)
  if (Math.abs(at.getTime() - session.seenAt.getTime()) < noteUseEveryMs) return toViewer(session)
  const expiresAt = expiryOf(session.createdAt, at, idleMinutes)
  const { count } = await db.session.updateMany({
    where: { id: session.id, ...activeWhere(at) },
    data: { seenAt: at, expiresAt },
  })
  return count > 0 ? toViewer({ ...session, expiresAt }) : null
}

/** The active ones of these sessions, in one query, so that open sockets can be rechecked together. */
export async function listActiveSessions(db: Database, ids: readonly string[], at: Date): Promise<Viewer[]> {
  const sessions = await db.session.findMany({
    where: { id: { in: [...ids] }, ...activeWhere(at) },
    include: { operator: true },
  })
  return sessions.map(toViewer)
}

/** The active sessions of an operator, most recently used first. */
export const listSessions = (db: Database, operatorId: string, at: Date): Promise<Session[]> =>
  db.session.findMany({ where: { operatorId, ...activeWhere(at) }, orderBy: [{ seenAt: 'desc' }, { id: 'asc' }] })

/** Ends a session. Does nothing if it has already ended. */
export async function endSession(tx: Database, sessionId: string): Promise<void> {
  await end(tx, { id: sessionId })
}

/** Ends the sessions of an operator except `sparedId`, and returns their number. */
export const endSessions = (tx: Database, operatorId: string, sparedId = ''): Promise<number> =>
  end(tx, { operatorId, id: { not: sparedId } })

/** Ends a session if it belongs to the operator, and returns whether it did. */
export const endSessionOfOperator = async (tx: Database, operatorId: string, id: string): Promise<boolean> =>
  (await end(tx, { operatorId, id })) > 0

/**
 * Ends the operator's sessions that ended at the identity provider, and returns their number. `sid` is the provider's
 * session; null for all sessions. With a `subject`, sessions without a known `sid` end too.
 */
export const endProviderSessions = (
  tx: Database,
  operatorId: string,
  { subject, sid }: { subject: string | null; sid: string | null },
): Promise<number> =>
  end(tx, {
    operatorId,
    ...(sid !== null && {
      OR: [{ providerSid: sid }, ...(subject !== null ? [{ providerSid: null }] : [])],
    }),
  })

async function end(tx: Database, which: Prisma.SessionWhereInput): Promise<number> {
  const { count } = await tx.session.deleteMany({ where: which })
  if (count > 0) await notify(tx, 'sessions')
  return count
}

/** The session id of a token, whether or not the session is still active. */
export const sessionIdOf = (token: string): string => hashToken(token)

/** Deletes expired sessions and returns their number. */
export async function clearExpiredSessions(db: Database, at: Date): Promise<number> {
  const { count } = await db.session.deleteMany({ where: { expiresAt: { lte: at } } })
  return count
}

const expiryOf = (createdAt: Date, at: Date, idleMinutes: number) =>
  new Date(Math.min(at.getTime() + idleMinutes * minuteMs, createdAt.getTime() + maxSessionMs))

const activeWhere = (at: Date) => ({ expiresAt: { gt: at }, operator: mayAct }) satisfies Prisma.SessionWhereInput

function toViewer({ id, expiresAt, operator }: Session & { operator: Operator }): Viewer {
  const { id: operatorId, name, email, role } = operator
  return { sessionId: id, operator: { id: operatorId, name, email, role }, expiresAt }
}
