import type { GraphQLError } from 'graphql'
import type { WebSocket } from 'ws'
import { operationError } from '../errors.ts'

/** Maximum subscriptions of one socket. */
const maxSubscriptionsPerSocket = 100

/** Maximum operations begun on one socket within `periodMs` milliseconds. */
const maxOperationsPerPeriod = 600
const periodMs = 60_000

/** Close code of a socket above a limit. */
const tooManyRequests = 4429

/** A socket with the count of operations it began in the current period of `periodMs`. */
export type RateLimitedSocket = { socket: WebSocket; period?: { since: number; count: number } }

/** Closes a new socket if its operator already has the maximum; returns whether it did. */
export function enforceSocketLimit(
  socket: WebSocket,
  open: number,
  { socketsPerOperator }: { socketsPerOperator: number },
) {
  const isFull = open >= socketsPerOperator
  if (isFull) socket.close(tooManyRequests, 'Too many sockets')
  return isFull
}

/**
 * Counts an operation on a socket, and closes the socket above the rate limit. Returns an error if `subscriptions`,
 * which includes this one, exceeds the maximum; otherwise null.
 */
export function checkOperationRate(extra: RateLimitedSocket, subscriptions: number, now: number): GraphQLError | null {
  const { period, socket } = extra
  extra.period =
    period && now - period.since < periodMs ? { ...period, count: period.count + 1 } : { since: now, count: 1 }
  if (extra.period.count > maxOperationsPerPeriod) socket.close(tooManyRequests, 'Too many operations')
  return subscriptions > maxSubscriptionsPerSocket
    ? operationError('TOO_MANY_SUBSCRIPTIONS', {
        code: 'SUBSCRIPTIONS_TOO_MANY',
        parameters: { max: maxSubscriptionsPerSocket },
      })
    : null
}
