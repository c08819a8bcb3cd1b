import type { Actor } from '../../audit/actor.ts'
import { commit } from '../../audit/commit.ts'
import { requireValidInterval } from '../../auth/tokens/report-interval.ts'
import type { Database, RootDatabase } from '../../database/database.ts'
import { DomainError } from '../../lib/errors.ts'
import { findServices, type ServiceRecord } from './service-queries.ts'
import { lockServiceRows } from './service-step.ts'

/**
 * Sets how often a service reports. Null: at no fixed interval, so that it is not watched. The next tick applies the
 * interval to the integration of the service.
 * @throws DomainError NOT_FOUND; INVALID_INPUT naming the field.
 */
export function setServiceInterval(
  db: RootDatabase,
  { id, reportsEverySeconds }: { id: string; reportsEverySeconds: number | null },
  by: Actor,
  at: Date,
): Promise<ServiceRecord> {
  const intervalSeconds = requireValidInterval(reportsEverySeconds)
  return commit(db, async (tx) => {
    const before = await lockService(tx, id, at)
    if (before.intervalSeconds === intervalSeconds) return { result: before }
    await tx.service.update({ where: { id }, data: { intervalSeconds } })
    const after = await requireService(tx, id, at)
    const sides = {
      before: { name: after.name, reportsEverySeconds: before.intervalSeconds },
      after: { name: after.name, reportsEverySeconds: intervalSeconds },
    }
    return {
      result: after,
      views: ['panel', 'inventory'],
      changed: after.integration ? [after.integration.subjectId] : [],
      audit: [{ by, at, action: 'service.interval', object: `service:${id}`, ...sides }],
    }
  })
}

// Locked until the commit, so that each audit entry states what it replaced.
async function lockService(tx: Database, id: string, at: Date): Promise<ServiceRecord> {
  await lockServiceRows(tx, id)
  return requireService(tx, id, at)
}

async function requireService(tx: Database, id: string, at: Date): Promise<ServiceRecord> {
  const [service] = await findServices(tx, [id], at)
  if (!service) throw new DomainError('NOT_FOUND', { code: 'NO_SERVICE', parameters: { id } })
  return service
}
