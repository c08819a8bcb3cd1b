import { WebSocket } from 'ws'
import { listActiveSessions, type Viewer } from '../../auth/sessions.ts'
import { log } from '../../lib/log.ts'
import type { GraphqlDeps } from '../context.ts'

const recheckMs = 10_000

/**
 * Registers open sockets with the viewer who opened them. Closes a socket once its session has ended or its operator's
 * role has changed: at once on a `sessions` notification, otherwise within 10 seconds. Clients that are still signed in
 * reconnect with their new role.
 */
export function createSocketRegistry({ db, clock, live }: Pick<GraphqlDeps, 'db' | 'clock' | 'live'>) {
  const members = new Map<WebSocket, Viewer>()
  const counts = countById()
  // One function for all sockets: there may be thousands.
  function leave(this: WebSocket) {
    const signedIn = members.get(this)
    members.delete(this)
    if (signedIn) counts.add(signedIn.operator.id, -1)
  }
  const check = () => {
    checkAll().catch((error: unknown) => {
      log.warn({ err: error }, 'sessions of open sockets cannot be checked; trying again')
    })
  }
  async function checkAll() {
    if (members.size === 0) return
    const ids = new Set([...members.values()].map(({ sessionId }) => sessionId))
    const alive = await listActiveSessions(db, [...ids], new Date(clock.now()))
    const roles = new Map(alive.map(({ sessionId, operator }) => [sessionId, operator.role]))
    for (const [socket, { sessionId, operator }] of members)
      if (roles.get(sessionId) !== operator.role) socket.close(4403, 'Forbidden')
  }
  const stopListening = live.listen('sessions', check)
  const stopTicking = clock.every(recheckMs, check)
  return {
    count: () => members.size,
    /** Number of open sockets of an operator. */
    countOf: ({ operator }: Viewer) => counts.of(operator.id),
    add(socket: WebSocket, signedIn: Viewer) {
      // Closed during authentication: its close event already fired.
      if (socket.readyState !== WebSocket.OPEN) return
      members.set(socket, signedIn)
      counts.add(signedIn.operator.id, 1)
      socket.on('close', leave)
    },
    stop() {
      stopListening()
      stopTicking()
    },
  }
}

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
