import type { RootDatabase } from '../database/database.ts'
import type { Clock } from '../lib/clock.ts'
import { findObservedIntervals } from '../monitoring/services/observed-interval.ts'
import { findServices, findServicesOf, listServiceSubjects } from '../monitoring/services/service-queries.ts'
import { listTokensOfServices } from '../auth/tokens/manage-tokens.ts'
import { listSourceTelemetry, sendsWithinMs } from '../monitoring/telemetry/sources/source-queries.ts'
import { loadGrouped, loadMany, loadOne } from './batch-loading.ts'

type SubjectsKey = { serviceId: string; limit: number }

/** The batched reads of services. */
export const createServiceLoaders = (db: RootDatabase, clock: Pick<Clock, 'now'>) => {
  const now = () => new Date(clock.now())
  return {
    service: loadOne(
      (ids: readonly string[]) => findServices(db, ids, now()),
      ({ id }) => id,
    ),
    /** The service behind an integration, by the id of the subject; null for most integrations. */
    serviceOf: loadOne(
      (subjectIds: readonly number[]) => findServicesOf(db, subjectIds, now()),
      ({ integration }) => integration?.subjectId ?? 0,
    ),
    serviceSubjects: loadGrouped(
      async (keys: readonly SubjectsKey[], { limit }) => {
        const after = new Date(clock.now() - sendsWithinMs)
        const ids = keys.map(({ serviceId }) => serviceId)
        const found = await listServiceSubjects(db, ids, { limit, after })
        return ids.map((id) => found.filter(({ serviceId }) => serviceId === id))
      },
      ({ limit }) => String(limit),
    ),
    serviceTokens: loadMany(
      (ids: readonly string[]) => listTokensOfServices(db, ids),
      ({ serviceId }) => serviceId,
    ),
    observedInterval: loadOne(
      (subjectIds: readonly number[]) => findObservedIntervals(db, subjectIds, now()),
      ({ subjectId }) => subjectId,
    ),
    sourceTelemetry: loadOne(
      (ids: readonly string[]) => listSourceTelemetry(db, ids, now()),
      ({ sourceId }) => sourceId,
    ),
  }
}
