import type { Database } from '../database/database.ts'
import { findHeartbeats } from '../monitoring/heartbeats/heartbeat-queries.ts'
import { findHosts } from '../trade/records/integrations.ts'
import { loadOne } from './batch-loading.ts'

/** The batched reads of what only integrations have, by the id of the subject. */
export const createIntegrationLoaders = (db: Database) => ({
  /** Most integrations have none. */
  heartbeat: loadOne(
    (subjectIds: readonly number[]) => findHeartbeats(db, subjectIds),
    ({ integration }) => integration.subjectId,
  ),
  hosts: loadOne(
    (subjectIds: readonly number[]) => findHosts(db, subjectIds),
    ({ subjectId }) => subjectId,
  ),
})
