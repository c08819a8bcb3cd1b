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
 * How many attempts of a delivery count after one more. Not one that got further than the last, or that the destination
 * answered with the time to come back, for a day after the message was written or sent again: only then is a message given
 * up that it never takes.
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
 * Returns the state of a delivery after its attempts, of which `attempts` count. `random` is from 0 to 1. Tests get a
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

/** Whether somebody has the message. Of an e-mail that has only some recipients left, others have it. */
const isHad = (recipients: readonly string[], result: Pick<SendResult, 'ok' | 'left' | 'delivered'>) =>
  isTaken(result) || (recipients.length > 0 && result.delivered > 0)
