import type { Config } from '../../config.ts'
import type { RootDatabase } from '../../database/database.ts'
import type { DestinationType } from '../../generated/prisma/client.ts'
import type { Clock } from '../../lib/clock.ts'
import { DomainError, errorMessage } from '../../lib/errors.ts'
import type { Sentence } from '../../messages/sentences.ts'
import { notSent } from '../channels/channel.ts'
import type { Sender } from '../channels/sender.ts'
import { toReceiver } from '../destinations/receiver.ts'
import type { AlertMessage } from '../message.ts'
import { isOfGroup, renewDelivery } from '../planning/renew-delivery.ts'
import type { Secrets } from '../secrets.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import { isTaken } from './destination-wait.ts'
import type { AttemptOutcome } from './next-attempt.ts'
import { recordAttempt } from './record-attempt.ts'

/** Counts an attempt as a sample of the destination's integration. */
export type ObserveAttempt = (integrationKey: string, sample: { ok: boolean; durationMs: number; at: number }) => void

/** Dependencies of attempts. `random` gives numbers from 0 to 1. */
export type AttemptDeps = {
  db: RootDatabase
  clock: Clock
  config: Pick<Config, 'publicOrigin'>
  secrets: Pick<Secrets, 'decrypt'>
  sender: Sender
  observe: ObserveAttempt
  /** Counts an attempt by its effect on the delivery. */
  count: (type: DestinationType, outcome: AttemptOutcome) => void
  random: () => number
  /** True once the instance has stopped: the results of attempts still in progress are not recorded. */
  isAbandoned: () => boolean
}

/**
 * Attempts a delivery once and records the result. Null if the delivery was no longer true and was replaced, or if the
 * instance stopped meanwhile.
 */
export async function attemptDelivery(deps: AttemptDeps, delivery: ClaimedDelivery): Promise<AttemptOutcome | null> {
  const context = { at: deps.clock.now(), publicOrigin: deps.config.publicOrigin }
  if (isOfGroup(delivery) && !(await renewDelivery(deps.db, delivery, context))) return null
  const result = await send(deps, delivery)
  if (deps.isAbandoned()) return null
  const at = deps.clock.now()
  deps.observe(delivery.destination.subject.key, { ok: isTaken(result), durationMs: result.ms, at })
  const outcome = await recordAttempt(deps.db, delivery, result, { at, random: deps.random() })
  deps.count(delivery.destination.type, outcome)
  return outcome
}

async function send({ sender, secrets }: AttemptDeps, delivery: ClaimedDelivery) {
  const { destination, message, ...rest } = delivery
  try {
    const receiver = toReceiver(destination, secrets)
    return await sender.send(receiver, { ...rest, message: message as AlertMessage })
  } catch (error) {
    return notSent(sentenceOfError(error), { permanent: false, delivered: rest.delivered })
  }
}

const sentenceOfError = (error: unknown): Sentence =>
  error instanceof DomainError ? error.sentence : { code: 'TEXT', parameters: { text: errorMessage(error) } }
