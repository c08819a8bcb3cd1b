import { createHash, randomBytes } from 'node:crypto'
import { notify } from '../database/notify.ts'
import type { Database } from '../database/database.ts'
import type { Operator, Prisma, Session } from '../generated/prisma/client.ts'
import type { Role } from './permissions.ts'

export type { Session }

/** A signed-in operator, and when their session ends without further requests. */
export type Viewer = {
  sessionId: string
  operator: { id: string; name: string; email: string; role: Role }
  expiresAt: Date
}

/** The client's address, the time, and the idle timeout in minutes of a new session. */
export type NewSession = { address: string; at: Date; idleMinutes: number }

/** Maximum lifetime of a session, however much it is used: 7 days after the sign-in. */
export const maxSessionMs = 7 * 24 * 60 * 60_000
const noteUseEveryMs = 60_000

/** Opens a session and returns the token for the cookie. Only its SHA-256 is stored, as the session's id. */
export async function openSession(
  db: Database,
  operator: Operator,
  { address, at, idleMinutes }: NewSession,
): Promise<{ token: string; signedIn: Viewer }> {
  const token = randomBytes(32).toString('base64url')
  const session = await db.session.create({
    data: {
      id: idOf(token),
      operatorId: operator.id,
      createdAt: at,
      seenAt: at,
      expiresAt: expiryOf(at, at, idleMinutes),
      address,
    },
    include: { operator: true },
  })
  return { token, signedIn: signedIn(session) }
}

/**
 * The operator with this session token; null if the session is unknown, ended or expired, or its operator is disabled.
 * Extends the session, with at most one write a minute.
 */
export async function findSession(db: Database, token: string, at: Date, idleMinutes: number): Promise<Viewer | null> {
  const session = await db.session.findFirst({
    where: { id: idOf(token), ...activeWhere(at) },
    include: { operator: true },
  })
  if (!session) return null
  if (at.getTime() - session.seenAt.getTime() < noteUseEveryMs) return signedIn(session)
  const expiresAt = expiryOf(session.createdAt, at, idleMinutes)
  const { count } = await db.session.updateMany({
    where: { id: session.id, ...activeWhere(at) },
    data: { seenAt: at, expiresAt },
  })
  return count > 0 ? signedIn({ ...session, expiresAt }) : null
}

/** The active ones of these sessions, in one query, so that open sockets can be rechecked together. */
export async function listActiveSessions(db: Database, ids: readonly string[], at: Date): Promise<Viewer[]> {
  const sessions = await db.session.findMany({
    where: { id: { in: [...ids] }, ...activeWhere(at) },
    include: { operator: true },
  })
  return sessions.map(signedIn)
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

async function end(tx: Database, which: Prisma.SessionWhereInput): Promise<number> {
  const { count } = await tx.session.deleteMany({ where: which })
  if (count > 0) await notify(tx, 'sessions')
  return count
}

/** The session id of a token, whether or not the session is still active. */
export const sessionIdOf = (token: string): string => idOf(token)

/** Deletes expired sessions and returns their number. */
export async function clearExpiredSessions(db: Database, at: Date): Promise<number> {
  const { count } = await db.session.deleteMany({ where: { expiresAt: { lte: at } } })
  return count
}

const idOf = (token: string) => createHash('sha256').update(token).digest('hex')

const expiryOf = (createdAt: Date, at: Date, idleMinutes: number) =>
  new Date(Math.min(at.getTime() + idleMinutes * 60_000, createdAt.getTime() + maxSessionMs))

const activeWhere = (at: Date) =>
  ({ expiresAt: { gt: at }, operator: { disabledAt: null } }) satisfies Prisma.SessionWhereInput

function signedIn({ id, expiresAt, operator }: Session & { operator: Operator }): Viewer {
  const { id: operatorId, name, email, role } = operator
  return { sessionId: id, operator: { id: operatorId, name, email, role }, expiresAt }
}
