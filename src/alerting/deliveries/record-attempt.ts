import { commit } from '../../audit/commit.ts'
import type { Database, RootDatabase } from '../../database/database.ts'
import { log } from '../../lib/log.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { render, type Sentence } from '../../messages/sentences.ts'
import { toStored } from '../../messages/stored.ts'
import { channelOf } from '../channels/channels.ts'
import type { SendResult } from '../channels/channel.ts'
import { disableDestination } from '../destinations/disable-destination.ts'
import { lockDestination } from '../destinations/lock-destination.ts'
import { incidentsBegun, type IncidentsMessage } from '../message.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import { effectOfAttempt, type AttemptEffect } from './attempt-effect.ts'
import { isTaken, type DestinationWait } from './destination-wait.ts'
import { markUndelivered } from './mark-undelivered.ts'
import type { AttemptOutcome } from './next-attempt.ts'
import { writeNotices, type Told } from './notices.ts'
import { storableText } from '../../lib/postgres-values.ts'

const maxAnswerLength = 1_000

/**
 * Records an attempt in one transaction: the log entry, the new state of the delivery, the wait of its destination, and
 * the timelines of the reported incidents. Disables a destination that no longer exists (410 Gone). A failure is only
 * logged if the destination was changed since the claim, or the delivery was sent again since: it says nothing about
 * the new target or the new attempts. Returns the new state of the delivery.
 */
export async function recordAttempt(
  db: RootDatabase,
  delivery: ClaimedDelivery,
  result: SendResult,
  { at, random }: { at: number; random: number },
): Promise<AttemptOutcome> {
  const outcome = await commit(db, async (tx) => {
    const destination = (await lockDestination(tx, delivery.destinationId)) ?? delivery.destination
    const { sentAgainAt } = (await tx.delivery.findUnique({ where: { id: delivery.id } })) ?? delivery
    const effect = effectOfAttempt(delivery, { destination, sentAgainAt }, result, { at, random })
    const { attempts, outcome, wait } = effect
    if (wait) await updateDestination(tx, destination.id, wait, new Date(at))
    // The delivery no longer exists if its destination was deleted meanwhile.
    if (!(await updateDelivery(tx, delivery.id, effect, new Date(at)))) return { result: outcome }
    await tx.deliveryAttempt.create({ data: attemptRow(delivery.id, result, at) })
    if (outcome.status === 'DEAD') await markUndelivered(tx, [delivery.id], new Date(at))
    if (outcome.status === 'DEAD' && outcome.disablesDestination)
      await disableDestination(tx, destination.id, goneReason, new Date(at))
    const told = newlyTold(delivery, result)
    return { result: outcome, ...(await writeNotices(tx, delivery, told, { attempt: attempts, ms: result.ms, at })) }
  })
  logOutcome(delivery, outcome, result)
  return outcome
}

/**
 * The incidents of a delivery that the receiver, or a recipient of an e-mail, first heard of by this attempt. For a
 * receiver that takes single incidents, these are the incidents whose requests it accepted, even if the message is
 * never completed.
 */
function newlyTold({ destination, message, kind, recipients, delivered }: ClaimedDelivery, result: SendResult): Told {
  if (kind === 'INCIDENTS' && channelOf(destination.type).takesSingleIncidents)
    return incidentsBegun(message as unknown as IncidentsMessage, delivered, result.delivered)
  return isTaken(result) && (recipients.length === 0 || delivered === 0) ? 'ALL' : new Set()
}

/**
 * Stores the wait of the destination, or ends it. At its end, the messages that failed only because the destination was
 * failing are due again, without counting that attempt.
 */
async function updateDestination(tx: Database, id: string, wait: DestinationWait, now: Date): Promise<void> {
  await tx.destination.updateMany({ where: { id }, data: wait })
  if (wait.failures > 0) return
  await tx.$executeRaw`
    UPDATE "Delivery" SET "nextAt" = ${now}, "attempts" = greatest("attempts" - 1, 0), "failedWithOthers" = false
    WHERE "destinationId" = ${id} AND "status" = 'PENDING' AND "failedWithOthers" AND "nextAt" > ${now}`
}

const goneReason: Sentence = { code: 'DESTINATION_GONE', parameters: {} }

const attemptRow = (deliveryId: string, { ms, status, error, answer }: SendResult, at: number) => ({
  deliveryId,
  at: new Date(at),
  ms: Math.round(ms),
  status,
  ...storedError(error),
  answer: answer === null ? null : storableText(answer, maxAnswerLength),
})

function storedError(error: Sentence | null) {
  if (!error) return { error: null }
  const { text, sentence } = toStored(error)
  return { error: text, ...(sentence && { sentence: sentence as Prisma.InputJsonObject }) }
}

async function updateDelivery(
  tx: Database,
  id: string,
  { outcome, columns }: AttemptEffect,
  at: Date,
): Promise<boolean> {
  const { status } = outcome
  const givenUpBecause = status === 'DEAD' ? ('FAILED' as const) : null
  const state = status === 'PENDING' ? { nextAt: new Date(outcome.nextAt) } : { status, endedAt: at, givenUpBecause }
  // A delivery that was superseded meanwhile stays superseded, unless it was delivered.
  const isFinal = status === 'DELIVERED'
  const { count } = await tx.delivery.updateMany({ where: { id }, data: { ...columns, leasedUntil: null } })
  await tx.delivery.updateMany({ where: { id, ...(!isFinal && { status: 'PENDING' }) }, data: state })
  return count > 0
}

function logOutcome(
  { id, traceId, destination }: ClaimedDelivery,
  outcome: AttemptOutcome,
  { status, error }: SendResult,
) {
  const fields = { delivery: id, traceId, destination: destination.name, status, error: error && render(error, 'en') }
  if (outcome.status === 'DELIVERED') log.debug(fields, 'a message was delivered')
  else if (outcome.status === 'PENDING') log.info(fields, 'a message was not delivered; trying again')
  else log.warn(fields, 'a message could not be delivered and was given up')
}
