import { setTimeout as after } from 'node:timers/promises'
import type { Actor } from '../../audit/actor.ts'
import { commit } from '../../audit/commit.ts'
import type { Database, RootDatabase } from '../../database/database.ts'
import { conflict, DomainError } from '../../lib/errors.ts'
import { noSuchDestination } from '../destinations/destination-queries.ts'
import { lockDestination } from '../destinations/lock-destination.ts'
import { incidentsUrl } from '../planning/alert-incident.ts'
import { isOfGroup, repeatDelivery, type RenewalContext } from '../planning/renew-delivery.ts'
import type { AttemptDeps } from './attempt-delivery.ts'
import { leaseMs, withDestination, type ClaimedDelivery } from './claim-deliveries.ts'
import type { Delivery } from './delivery-queries.ts'
import { newAttempts, newDelivery } from './new-delivery.ts'
import type { DeliveryWorker } from './worker.ts'

/**
 * Maximum time to wait for a test, in milliseconds; then it is shown as pending, since a mail server may need minutes.
 */
const testTimeoutMs = 30_000

type TestDeps = Pick<AttemptDeps, 'db' | 'clock' | 'config'> & Pick<DeliveryWorker, 'attempt'>

/**
 * Sends a test message at once, in a single attempt, even to a disabled or waiting destination. Returns the delivery
 * with the result of the attempt.
 * @throws DomainError NOT_FOUND for an unknown destination.
 */
export async function testDestination(deps: TestDeps, id: string, by: Actor): Promise<Delivery> {
  const { db, clock, config, attempt } = deps
  const at = new Date(clock.now())
  const claimed = await commit(db, async (tx) => {
    const destination = await tx.destination.findUnique({ where: { id }, select: { id: true } })
    if (!destination) throw noSuchDestination(id)
    const url = incidentsUrl(config.publicOrigin)
    const row = newDelivery(
      id,
      { kind: 'TEST', at: at.toISOString(), by: by.operator.name, url },
      { at, traceId: by.traceId ?? null, traceState: by.traceState ?? null },
    )
    // The lease prevents the worker from sending it as well.
    const data = { ...row, leasedUntil: new Date(at.getTime() + leaseMs) }
    const delivery = await tx.delivery.create({ data, ...withDestination })
    return { result: delivery, audit: [{ by, at, action: 'destination.test', object: `destination:${id}` }] }
  })
  const ended = new AbortController()
  const timeout = after(testTimeoutMs, undefined, { signal: ended.signal }).catch(() => undefined)
  await Promise.race([attempt(claimed), timeout])
  ended.abort()
  return requireDelivery(db, claimed.id)
}

/** The operator who sends a delivery again, the time, and the origin of URLs. */
type RedeliveryContext = { by: Actor; at: Date; publicOrigin: string | null }

/**
 * Delivers a message again, with the same id and new attempts; a pending delivery becomes due at once. If incidents of
 * the message have changed since, a new delivery with their present state is sent instead.
 * @throws DomainError NOT_FOUND for an unknown delivery; CONFLICT while its destination is disabled, or if there is
 * nothing to tell any more.
 */
export function redeliver(
  db: RootDatabase,
  id: string,
  { by, at, publicOrigin }: RedeliveryContext,
): Promise<Delivery> {
  return commit(db, async (tx) => {
    const found = await tx.delivery.findUnique({ where: { id }, select: { destinationId: true } })
    if (found) await lockDestination(tx, found.destinationId)
    const before = await tx.delivery.findUnique({ where: { id }, ...withDestination })
    if (!before) throw noSuchDelivery(id)
    if (before.destination.disabledAt !== null)
      throw new DomainError('CONFLICT', { code: 'DESTINATION_DISABLED', parameters: {} })
    await endOwnWait(tx, before.destinationId, at)
    const delivery = await sendAgain(tx, before, { at: at.getTime(), publicOrigin })
    const after = delivery.id === id ? {} : { after: { delivery: delivery.id } }
    const entry = { object: `delivery:${id}`, before: { status: before.status }, ...after }
    return { result: delivery, audit: [{ by, at, action: 'delivery.redeliver', ...entry }] }
  })
}

async function sendAgain(tx: Database, before: ClaimedDelivery, context: RenewalContext): Promise<Delivery> {
  const { id, status } = before
  const at = new Date(context.at)
  const whole = { ...before, delivered: 0 }
  const repeated = isOfGroup(whole) ? await repeatDelivery(tx, whole, context) : { id }
  if (!repeated) throw conflict('NOTHING_TO_TELL', { code: 'MESSAGE_OVER', parameters: {} })
  if (repeated.id === id) return tx.delivery.update({ where: { id }, data: newAttempts(at) })
  if (status === 'PENDING') await tx.delivery.update({ where: { id }, data: { status: 'SUPERSEDED', endedAt: at } })
  return tx.delivery.findUniqueOrThrow({ where: { id: repeated.id } })
}

/**
 * Ends the wait of a destination after failures, so that it is tried at once. A wait that the destination asked for
 * stays.
 */
async function endOwnWait(tx: Database, id: string, at: Date) {
  const where = { id, OR: [{ notBefore: null }, { notBefore: { lte: at } }] }
  await tx.destination.updateMany({ where, data: { retryAt: null } })
}

async function requireDelivery(db: RootDatabase, id: string): Promise<Delivery> {
  const delivery = await db.delivery.findUnique({ where: { id } })
  if (!delivery) throw noSuchDelivery(id)
  return delivery
}

const noSuchDelivery = (id: string) => new DomainError('NOT_FOUND', { code: 'NO_DELIVERY', parameters: { id } })
