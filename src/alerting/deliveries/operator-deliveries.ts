import { auditActor, type Actor } from '../../audit/actor.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { inTransaction, type RootDatabase } from '../../database/database.ts'
import { DomainError } from '../../lib/errors.ts'
import { noSuchDestination } from '../destinations/destination-queries.ts'
import { incidentsUrl } from '../planning/alert-incident.ts'
import { attemptDelivery, type AttemptDeps } from './attempt-delivery.ts'
import { leaseMs, withDestination } from './claim-deliveries.ts'
import type { Delivery } from './delivery-queries.ts'
import { newDelivery } from './new-delivery.ts'

/**
 * Sends a test message at once, in one attempt, to a disabled destination too. Returns the delivery after it.
 * @throws DomainError NOT_FOUND for an unknown destination.
 */
export async function testDestination(deps: AttemptDeps, id: string, by: Actor): Promise<Delivery> {
  const { db, clock, config } = deps
  const at = new Date(clock.now())
  const claimed = await inTransaction(db, async (tx) => {
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
    await writeAudit(tx, { ...auditActor(by), at, action: 'destination.test', object: `destination:${id}` })
    return delivery
  })
  await attemptDelivery(deps, claimed)
  return requireDelivery(db, claimed.id)
}

/**
 * Delivers a message again, with the same id and new attempts; a pending one is due at once.
 * @throws DomainError NOT_FOUND for an unknown delivery; CONFLICT while its destination is disabled.
 */
export function redeliver(db: RootDatabase, id: string, by: Actor, at: Date): Promise<Delivery> {
  return inTransaction(db, async (tx) => {
    const before = await tx.delivery.findUnique({ where: { id }, ...withDestination })
    if (!before) throw noSuchDelivery(id)
    if (before.destination.disabledAt !== null)
      throw new DomainError('CONFLICT', 'The destination is disabled: enable it first.')
    const data = { status: 'PENDING', attempts: 0, delivered: 0, nextAt: at, endedAt: null } as const
    const delivery = await tx.delivery.update({ where: { id }, data })
    const entry = { object: `delivery:${id}`, before: { status: before.status } }
    await writeAudit(tx, { ...auditActor(by), at, action: 'delivery.redeliver', ...entry })
    return delivery
  })
}

async function requireDelivery(db: RootDatabase, id: string): Promise<Delivery> {
  const delivery = await db.delivery.findUnique({ where: { id } })
  if (!delivery) throw noSuchDelivery(id)
  return delivery
}

const noSuchDelivery = (id: string) => new DomainError('NOT_FOUND', `There is no delivery ${id}.`)
