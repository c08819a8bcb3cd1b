import type { Delivery } from '../../generated/prisma/client.ts'
import type { SendResult } from '../channels/channel.ts'
import { maxRetryAfterMs } from '../outbound/retry-after.ts'
import { isTaken } from './destination-wait.ts'
import { maxAttempts, variedWait } from './retry-schedule.ts'

/** Maximum attempts of a message that the destination rejects. */
const maxRejections = 3

/** The state of a delivery after an attempt. `nextAt` is in milliseconds since 1970. */
export type AttemptOutcome =
  { status: 'DELIVERED' } | { status: 'PENDING'; nextAt: number } | { status: 'DEAD'; disablesDestination: boolean }

/**
 * The number of attempts of a delivery that count, after one more. An attempt that got further than the previous one
 * restarts the count. An attempt does not count if the destination answered with the time to come back; this exception
 * ends a day after the message was written or sent again, so that a message which is never accepted is given up.
 */
export function attemptsAfter(
  delivery: Pick<Delivery, 'attempts' | 'delivered' | 'createdAt' | 'sentAgainAt'>,
  result: Pick<SendResult, 'ok' | 'permanent' | 'retryAfterMs' | 'delivered'>,
  at: number,
): number {
  const { attempts, delivered } = delivery
  if (!result.ok && result.delivered > delivered) return 1
  const isAskedToWait = !result.ok && !result.permanent && (result.retryAfterMs ?? 0) > 0
  return isAskedToWait && Math.abs(at - sentSince(delivery)) < maxRetryAfterMs ? attempts : attempts + 1
}

const sentSince = ({ createdAt, sentAgainAt }: Pick<Delivery, 'createdAt' | 'sentAgainAt'>) =>
  (sentAgainAt ?? createdAt).getTime()

/**
 * The state of a delivery after an attempt; `attempts` is the number that count. `random` is from 0 to 1. Tests get a
 * single attempt.
 */
export function outcomeOfAttempt(
  { kind, attempts, recipients }: Pick<Delivery, 'kind' | 'attempts' | 'recipients'>,
  result: Pick<SendResult, 'ok' | 'permanent' | 'gone' | 'left' | 'delivered'>,
  { at, random }: { at: number; random: number },
): AttemptOutcome {
  if (result.ok) return { status: 'DELIVERED' }
  const isRejected = result.permanent && attempts >= maxRejections
  if (!result.gone && kind !== 'TEST' && attempts < maxAttempts && !isRejected)
    return { status: 'PENDING', nextAt: at + variedWait(attempts, random) }
  return isHad(recipients, result) ? { status: 'DELIVERED' } : { status: 'DEAD', disablesDestination: result.gone }
}

/** Whether somebody has the message. If an e-mail has only some recipients left, the others have it. */
const isHad = (recipients: readonly string[], result: Pick<SendResult, 'ok' | 'left' | 'delivered'>) =>
  isTaken(result) || (recipients.length > 0 && result.delivered > 0)
