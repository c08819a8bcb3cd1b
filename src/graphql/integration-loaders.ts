import type { Database } from '../database/database.ts'
import { findHeartbeats } from '../monitoring/heartbeats/heartbeat-queries.ts'
import { findHosts } from '../trade/records/integrations.ts'
import { loadOne } from './batch-loading.ts'

/** The batched reads of data that only integrations have, by the id of their subject. */
export const createIntegrationLoaders = (db: Database) => ({
  /** The heartbeat behind an integration; null for most integrations. */
  heartbeat: loadOne(
    (subjectIds: readonly number[]) => findHeartbeats(db, subjectIds),
    ({ integration }) => integration.subjectId,
  ),
  hosts: loadOne(
    (subjectIds: readonly number[]) => findHosts(db, subjectIds),
    ({ subjectId }) => subjectId,
  ),
})
