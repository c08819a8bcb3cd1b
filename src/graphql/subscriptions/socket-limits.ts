import type { GraphQLError } from 'graphql'
import type { WebSocket } from 'ws'
import { operationError } from '../errors.ts'

/** So many subscriptions one socket may have. */
const mostOnSocket = 100

/** So many operations may be begun on a socket in so long. */
const mostInPace = 600
const paceMs = 60_000

/** The code with which a socket is closed that wants too much. */
const tooMany = 4429

/** How many operations a socket has begun of late. */
export type RateLimitedSocket = { socket: WebSocket; pace?: { since: number; begun: number } }

/** Closes a new socket of an operator who has as many as they may have; whether it did. */
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
 * Counts one more operation on a socket, and says why it is too many with so many subscriptions, itself included; null
 * where it is not. Whoever begins too many in too short a time is hung up on.
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
