import type { DeliveryKind, Destination } from '../../generated/prisma/client.ts'
import { isAhead } from '../../lib/clock.ts'
import { canReceive } from '../channels/channels.ts'
import type { SendResult } from '../channels/channel.ts'
import { eventsOf } from '../destinations/destination-events.ts'
import { maxRetryAfterMs } from '../outbound/retry-after.ts'
import { variedWait } from './retry-schedule.ts'

/**
 * The longest wait of a destination for urgent messages, in milliseconds, even if it asked for more: incidents must be
 * told in time.
 */
export const maxWaitMs = 5 * 60_000

/** Whether messages of a kind are urgent: they go before others, and wait for five minutes at most. */
const isUrgent = { INCIDENTS: true, TEST: true, DIGEST: false, EVENT: false } as const satisfies Record<
  DeliveryKind,
  boolean
>

const kinds = Object.keys(isUrgent) as DeliveryKind[]

/** The kinds of urgent messages, and the other kinds. */
export const urgentKinds = kinds.filter((kind) => isUrgent[kind])
export const patientKinds = kinds.filter((kind) => !isUrgent[kind])

/** The columns that hold the wait of a destination. */
export type DestinationWait = Pick<Destination, 'failures' | 'retryAt' | 'notBefore'>

/** The columns of a destination that is not waiting. */
export const noWait: DestinationWait = { failures: 0, retryAt: null, notBefore: null }

/**
 * The wait of a destination after an attempt; null if it stays the same. A failure of the destination, rather than of a
 * message, delays all of its messages. The wait is the one that the destination asked for, or grows with the failures
 * in a row; afterwards a single request tries the destination. `gotFurther`: the attempt delivered a part of the
 * message. `random` is from 0 to 1, times are in milliseconds since 1970.
 */
export function waitAfterAttempt(
  before: DestinationWait,
  result: Pick<SendResult, 'ok' | 'permanent' | 'retryAfterMs' | 'left' | 'delivered'>,
  { at, random, gotFurther }: { at: number; random: number; gotFurther: boolean },
): DestinationWait | null {
  const askedMs = result.retryAfterMs ?? 0
  if (isTaken(result)) return before.failures > 0 ? { ...noWait, notBefore: before.notBefore } : null
  if (result.permanent && askedMs === 0) return null
  const failures = gotFurther ? 1 : before.failures + 1
  const waitMs = Math.min(Math.max(variedWait(failures, random), askedMs), maxWaitMs)
  const asked = askedMs > 0 ? new Date(at + askedMs) : null
  return {
    failures,
    retryAt: new Date(at + waitMs),
    notBefore: later(endToCome(before.notBefore, maxRetryAfterMs, at), asked),
  }
}

/** Whether somebody has the message. An e-mail that was refused for only some recipients counts. */
export const isTaken = ({ ok, left, delivered }: Pick<SendResult, 'ok' | 'left' | 'delivered'>): boolean =>
  ok || (left !== null && delivered > 0)

/**
 * The end of a wait; null if it has passed, or if it is further ahead than the longest wait, because the clock was set
 * back.
 */
function endToCome(end: Date | null, longestMs: number, at: number): Date | null {
  const time = end?.getTime() ?? 0
  return time > at && !isAhead(time - longestMs, at) ? end : null
}

/**
 * The end of the wait that a destination asked for, to display; null if there is none. A destination that gets only
 * urgent messages waits until its next attempt. `at` is in milliseconds since 1970.
 */
export function shownWait(
  destination: Pick<Destination, 'type' | 'events' | 'digestHour' | 'retryAt' | 'notBefore'>,
  at: number,
): Date | null {
  const asked = endToCome(destination.notBefore, maxRetryAfterMs, at)
  if (asked === null || receivesOthers(destination)) return asked
  const next = endToCome(destination.retryAt, maxWaitMs, at)
  return next !== null && next > asked ? asked : next
}

/** Whether a destination receives messages that are not urgent. */
const receivesOthers = (destination: Pick<Destination, 'type' | 'events' | 'digestHour'>): boolean =>
  (destination.digestHour !== null && canReceive(destination.type, 'DIGEST')) || eventsOf(destination)?.length !== 0

/** Time of the next attempt of a message: its own time, or the end of the destination's wait. */
export const nextAttemptAt = (
  { kind, nextAt }: { kind: DeliveryKind; nextAt: Date },
  { retryAt, notBefore }: Pick<DestinationWait, 'retryAt' | 'notBefore'>,
): Date => later(later(nextAt, retryAt), isUrgent[kind] ? null : notBefore) ?? nextAt

function later(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other
  return one > other ? one : other
}
