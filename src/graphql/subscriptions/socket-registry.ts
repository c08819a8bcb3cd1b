import { WebSocket } from 'ws'
import { listActiveSessions, type Viewer } from '../../auth/sessions.ts'
import { listActiveTokens } from '../../auth/tokens/find-token.ts'
import type { RootDatabase } from '../../database/database.ts'
import { log } from '../../lib/log.ts'
import type { GraphqlDeps } from '../context.ts'

/**
 * Registers open sockets with the viewer who opened them. Closes a socket once its session or token has ended or its
 * operator's role has changed. Sockets are checked at each `sessions` event of the change bus, which the change feed
 * also publishes every few seconds. Clients that are still signed in reconnect with their new role.
 */
export function createSocketRegistry({ db, clock, changeBus }: Pick<GraphqlDeps, 'db' | 'clock' | 'changeBus'>) {
  const sockets = new Map<WebSocket, Viewer>()
  const counts = countById()
  // One function for all sockets: there may be thousands.
  function remove(this: WebSocket) {
    const viewer = sockets.get(this)
    sockets.delete(this)
    if (viewer) counts.add(viewer.operator.id, -1)
  }
  const check = () => {
    checkSessions().catch((error: unknown) => {
      log.warn({ err: error }, 'sessions of open sockets cannot be checked; trying again')
    })
  }
  async function checkSessions() {
    if (sockets.size === 0) return
    const active = await listActiveViewers(db, [...sockets.values()], new Date(clock.now()))
    const roles = new Map(active.map(({ sessionId, operator }) => [sessionId, operator.role]))
    for (const [socket, { sessionId, operator }] of sockets)
      if (roles.get(sessionId) !== operator.role) socket.close(4403, 'Forbidden')
  }
  return {
    count: () => sockets.size,
    /** Number of open sockets of an operator. */
    countOf: ({ operator }: Viewer) => counts.of(operator.id),
    add(socket: WebSocket, viewer: Viewer) {
      // Closed during authentication: its close event already fired.
      if (socket.readyState !== WebSocket.OPEN) return
      sockets.set(socket, viewer)
      counts.add(viewer.operator.id, 1)
      socket.on('close', remove)
    },
    stop: changeBus.listen('sessions', check),
  }
}

/** The current viewers among these whose session or token is still active. */
async function listActiveViewers(db: RootDatabase, viewers: readonly Viewer[], at: Date): Promise<Viewer[]> {
  const sessions = idsOf(viewers.filter(({ token }) => !token))
  const tokens = idsOf(viewers.filter(({ token }) => token))
  return [...(await listActiveSessions(db, sessions, at)), ...(await listActiveTokens(db, tokens, at))]
}

const idsOf = (viewers: readonly Viewer[]) => [...new Set(viewers.map(({ sessionId }) => sessionId))]

function countById() {
  const counts = new Map<string, number>()
  return {
    of: (id: string) => counts.get(id) ?? 0,
    add(id: string, more: number) {
      const count = (counts.get(id) ?? 0) + more
      if (count > 0) counts.set(id, count)
      else counts.delete(id)
    },
  }
}
