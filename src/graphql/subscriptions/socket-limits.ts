import type { GraphQLError } from 'graphql'
import type { WebSocket } from 'ws'
import { operationError } from '../errors.ts'

/** Maximum subscriptions of one socket. */
const mostOnSocket = 100

/** Maximum operations begun on one socket within `paceMs` milliseconds. */
const mostInPace = 600
const paceMs = 60_000

/** Close code of a socket above a limit. */
const tooMany = 4429

/** A socket with the count of operations it began in the current period of `paceMs`. */
export type RateLimitedSocket = { socket: WebSocket; pace?: { since: number; begun: number } }

/** Closes a new socket if its operator already has the maximum; returns whether it did. */
export function enforceSocketLimit(
  socket: WebSocket,
  open: number,
  { socketsPerOperator }: { socketsPerOperator: number },
) {
  const isFull = open >= socketsPerOperator
  if (isFull) socket.close(tooMany, 'Too many sockets')
  return isFull
}

/**
 * Counts an operation on a socket, and closes the socket above the rate limit. Returns an error if `subscriptions`,
 * which includes this one, exceeds the maximum; otherwise null.
 */
export function checkOperationRate(extra: RateLimitedSocket, subscriptions: number, now: number): GraphQLError | null {
  const { pace, socket } = extra
  extra.pace = pace && now - pace.since < paceMs ? { ...pace, begun: pace.begun + 1 } : { since: now, begun: 1 }
  if (extra.pace.begun > mostInPace) socket.close(tooMany, 'Too many operations')
  return subscriptions > mostOnSocket
    ? operationError(
        'TOO_MANY_SUBSCRIPTIONS',
        `A socket may have ${mostOnSocket} subscriptions, and this one has them: open another, or end one.`,
      )
    : null
}
