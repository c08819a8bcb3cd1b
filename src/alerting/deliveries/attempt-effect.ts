import { isDeepStrictEqual } from 'node:util'
import type { Destination, Prisma } from '../../generated/prisma/client.ts'
import type { SendResult } from '../channels/channel.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import { waitAfterAttempt, type DestinationWait } from './destination-wait.ts'
import { attemptsAfter, outcomeOfAttempt, type AttemptOutcome } from './next-attempt.ts'

/**
 * The changes by an attempt: the state of the delivery, its other columns, and the wait of its destination (null if it
 * stays the same).
 */
export type AttemptEffect = {
  /** The number of attempts that count. */
  attempts: number
  outcome: AttemptOutcome
  columns: Prisma.DeliveryUpdateManyMutationInput
  wait: DestinationWait | null
}

type AttemptTime = { at: number; random: number }

/** A delivery as it is at the end of an attempt. */
type Present = Pick<ClaimedDelivery, 'sentAgainAt'> & { destination: Destination }

/** The effect of an attempt on the claimed delivery and on the present destination. */
export function effectOfAttempt(
  delivery: ClaimedDelivery,
  { destination, sentAgainAt }: Present,
  result: SendResult,
  time: AttemptTime,
): AttemptEffect {
  if (destination.version !== delivery.destination.version) return effectOnChanged(delivery, destination, result, time)
  const effect = effectOnSame(delivery, destination, result, time)
  const isSentAgain = sentAgainAt?.getTime() !== delivery.sentAgainAt?.getTime()
  // The failure belongs to the earlier attempts; those that an operator asked for meanwhile are still to come.
  return isSentAgain && !result.ok && !result.gone
    ? { ...effect, outcome: { status: 'PENDING', nextAt: time.at }, columns: {} }
    : effect
}

function effectOnSame(
  delivery: ClaimedDelivery,
  destination: Destination,
  result: SendResult,
  { at, random }: AttemptTime,
): AttemptEffect {
  const attempts = attemptsAfter(delivery, result, at)
  const wait = waitAfterAttempt(destination, result, { at, random, gotFurther: result.delivered > delivery.delivered })
  // The first failure of a series may be the message's own, so the message keeps its schedule.
  const isWithOthers = wait !== null && wait.failures > 1
  const isCounted = attempts > delivery.attempts
  const outcome = outcomeOfAttempt({ ...delivery, attempts }, result, { at, random })
  return {
    ...{ attempts, wait },
    // An attempt that does not count cannot be undone later, so the message waits for its destination only.
    outcome: outcome.status === 'PENDING' && isWithOthers && !isCounted ? { ...outcome, nextAt: at } : outcome,
    columns: { attempts, failedWithOthers: isWithOthers && isCounted, ...progressOf(result) },
  }
}

/**
 * The effect after a change of the destination. A message that was not taken, or was taken by a former target, is due
 * at once; a test was meant for the former destination.
 */
function effectOnChanged(
  { attempts: before, kind, destination: former }: ClaimedDelivery,
  destination: Destination,
  result: SendResult,
  { at }: AttemptTime,
): AttemptEffect {
  const attempts = before + 1
  const isSame = hasSameTarget(former, destination)
  if (result.ok && (isSame || kind === 'TEST'))
    return { attempts, outcome: { status: 'DELIVERED' }, columns: { attempts, ...progressOf(result) }, wait: null }
  const outcome: AttemptOutcome =
    kind === 'TEST' ? { status: 'DEAD', disablesDestination: false } : { status: 'PENDING', nextAt: at }
  return { attempts, outcome, columns: isSame ? progressOf(result) : {}, wait: null }
}

const progressOf = ({ delivered, left }: SendResult) => ({ delivered, ...(left && { recipients: [...left] }) })

/** Whether a destination still has the same target. Rotating its signing secret does not make it a new target. */
const hasSameTarget = (former: Destination, { config, secret, previousSecret }: Destination) =>
  isDeepStrictEqual(former.config, config) &&
  [secret, previousSecret].some((one) => isDeepStrictEqual(former.secret, one))
