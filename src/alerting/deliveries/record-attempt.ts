import { inTransaction, type Database, type RootDatabase } from '../../database/database.ts'
import { log } from '../../lib/log.ts'
import type { SendResult } from '../channels/channels.ts'
import { disableDestination } from '../destinations/disable-destination.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import { outcomeOfAttempt, type AttemptOutcome } from './next-attempt.ts'
import { markUndelivered } from './mark-undelivered.ts'
import { writeNotices } from './notices.ts'

const maxAnswerLength = 1_000

/**
 * Records an attempt in one transaction: the log entry, the new state of the delivery, and the timelines of the
 * reported incidents. Disables a destination that is gone. Returns the new state of the delivery.
 */
export async function recordAttempt(
  db: RootDatabase,
  delivery: ClaimedDelivery,
  result: SendResult,
  { at, random }: { at: number; random: number },
): Promise<AttemptOutcome> {
  // An attempt that delivered more requests than the previous one resets the count: PagerDuty accepts two a second.
  const gotFurther = !result.ok && result.delivered > delivery.delivered
  const attempts = gotFurther ? 1 : delivery.attempts + 1
  const outcome = outcomeOfAttempt({ kind: delivery.kind, attempts }, result, { at, random })
  await inTransaction(db, async (tx) => {
    // The delivery no longer exists if its destination was deleted meanwhile.
    if (!(await updateDelivery(tx, delivery, { attempts, delivered: result.delivered, outcome, at }))) return
    await tx.deliveryAttempt.create({ data: attemptRow(delivery.id, result, at) })
    if (outcome.status === 'DELIVERED') await writeNotices(tx, delivery, { attempt: attempts, ms: result.ms, at })
    if (outcome.status === 'DEAD') await markUndelivered(tx, [delivery.id], new Date(at))
    if (outcome.status === 'DEAD' && outcome.disablesDestination)
      await disableDestination(tx, delivery.destinationId, goneReason, new Date(at))
  })
  logOutcome(delivery, outcome, result)
  return outcome
}

const goneReason = 'The destination answered 410 Gone: it takes no messages any more.'

const attemptRow = (deliveryId: string, { ms, status, error, answer }: SendResult, at: number) => ({
  deliveryId,
  at: new Date(at),
  ms: Math.round(ms),
  status,
  error,
  answer: answer?.slice(0, maxAnswerLength) ?? null,
})

type Update = { attempts: number; delivered: number; outcome: AttemptOutcome; at: number }

async function updateDelivery(
  tx: Database,
  { id }: ClaimedDelivery,
  { attempts, delivered, outcome, at }: Update,
): Promise<boolean> {
  const columns =
    outcome.status === 'PENDING'
      ? { nextAt: new Date(outcome.nextAt) }
      : { status: outcome.status, endedAt: new Date(at) }
  // A delivery superseded meanwhile stays superseded, unless it was delivered.
  const isFinal = outcome.status === 'DELIVERED'
  const { count } = await tx.delivery.updateMany({ where: { id }, data: { attempts, delivered, leasedUntil: null } })
  await tx.delivery.updateMany({ where: { id, ...(!isFinal && { status: 'PENDING' }) }, data: columns })
  return count > 0
}

function logOutcome(
  { id, traceId, destination }: ClaimedDelivery,
  outcome: AttemptOutcome,
  { status, error }: SendResult,
) {
  const fields = { delivery: id, traceId, destination: destination.name, status, error }
  if (outcome.status === 'DELIVERED') log.debug(fields, 'a message was delivered')
  else if (outcome.status === 'PENDING') log.info(fields, 'a message was not delivered; trying again')
  else log.warn(fields, 'a message could not be delivered and was given up')
}
