import { auditActor, type Actor } from '../../audit/actor.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { requireValidInterval } from '../../auth/tokens/report-interval.ts'
import { inTransaction, type Database, type RootDatabase } from '../../database/database.ts'
import { bumpRevision } from '../../database/revision.ts'
import { DomainError } from '../../lib/errors.ts'
import { findServices, type ServiceRecord } from './service-queries.ts'

/**
 * States how often a service reports; null: at no fixed rhythm. The next tick applies it to its integration.
 * @throws DomainError NOT_FOUND; INVALID_INPUT naming the field.
 */
export function setServiceInterval(
  db: RootDatabase,
  { id, reportsEverySeconds }: { id: string; reportsEverySeconds: number | null },
  by: Actor,
  at: Date,
): Promise<ServiceRecord> {
  const intervalSeconds = requireValidInterval(reportsEverySeconds)
  return inTransaction(db, async (tx) => {
    const before = await lockService(tx, id, at)
    if (before.intervalSeconds === intervalSeconds) return before
    await tx.service.update({ where: { id }, data: { intervalSeconds } })
    const after = await requireService(tx, id, at)
    await bumpRevision(tx, ['panel', 'inventory'], after.integration ? [after.integration.subjectId] : [])
    await writeAudit(tx, {
      ...auditActor(by),
      ...{ at, action: 'service.interval', object: `service:${id}` },
      before: { name: after.name, reportsEverySeconds: before.intervalSeconds },
      after: { name: after.name, reportsEverySeconds: intervalSeconds },
    })
    return after
  })
}

// Locked until the commit, so that each audit entry states what it replaced.
async function lockService(tx: Database, id: string, at: Date): Promise<ServiceRecord> {
  await tx.$queryRaw`SELECT 1 FROM "Service" WHERE "id" = ${id} FOR NO KEY UPDATE`
  return requireService(tx, id, at)
}

async function requireService(tx: Database, id: string, at: Date): Promise<ServiceRecord> {
  const [service] = await findServices(tx, [id], at)
  if (!service) throw new DomainError('NOT_FOUND', { code: 'NO_SERVICE', parameters: { id } })
  return service
}
