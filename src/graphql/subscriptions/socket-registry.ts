import { WebSocket } from 'ws'
import { listActiveSessions, type Viewer } from '../../auth/sessions.ts'
import { log } from '../../lib/log.ts'
import type { GraphqlDeps } from '../context.ts'

const recheckMs = 10_000

/**
 * Knows whoever has a socket open, as who they were when they opened it. Closes sockets whose session has ended or whose operator has another role now: at once when told so, and within ten
 * seconds in any case. Whoever is still signed in connects again, as who they are then.
 */
export function createSocketRegistry({ db, clock, live }: Pick<GraphqlDeps, 'db' | 'clock' | 'live'>) {
  const members = new Map<WebSocket, Viewer>()
  const counts = countById()
  // One for all: there may be thousands of sockets.
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
    /** How many sockets an operator has open. */
    countOf: ({ operator }: Viewer) => counts.of(operator.id),
    add(socket: WebSocket, signedIn: Viewer) {
      // Who left while it was found out who they are does not leave again.
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
