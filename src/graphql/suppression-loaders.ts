import DataLoader from 'dataloader'
import type { RootDatabase } from '../database/database.ts'
import { listSuppressedBy, listSuppressedDuring } from '../monitoring/incidents/incident-queries.ts'
import { findSubjectRecords, type SubjectKey, type SubjectRecord } from '../monitoring/subjects/subject-records.ts'
import { listDownstream, listUpstream } from '../monitoring/suppression/dependencies.ts'
import { findMaintenances } from '../monitoring/suppression/maintenance.ts'
import { loadMany, loadOne } from './batch-loading.ts'

const nameOf = (kind: string, id: string) => `${kind}:${id}`

/** Creates the batched reads of maintenance and dependencies. */
export const createSuppressionLoaders = (db: RootDatabase) => ({
  suppressedIncidents: loadMany(
    (ids: readonly string[]) => listSuppressedBy(db, ids),
    (incident) => incident.suppressedById,
  ),
  maintenanceIncidents: loadMany(
    (ids: readonly string[]) => listSuppressedDuring(db, ids),
    (incident) => incident.maintenanceId,
  ),
  maintenance: loadOne(
    (ids: readonly string[]) => findMaintenances(db, ids),
    (maintenance) => maintenance.id,
  ),
  subject: new DataLoader<SubjectKey, SubjectRecord | null, string>(
    async (keys) => {
      const records = new Map(
        (await findSubjectRecords(db, keys)).map((record) => [nameOf(record.kind, record.key), record]),
      )
      return keys.map(({ kind, id }) => records.get(nameOf(kind, id)) ?? null)
    },
    { cacheKeyFn: ({ kind, id }) => nameOf(kind, id) },
  ),
  upstream: loadMany(
    (ids: readonly number[]) => listUpstream(db, ids),
    (subject) => subject.downstreamId,
  ),
  downstream: loadMany(
    (ids: readonly number[]) => listDownstream(db, ids),
    (subject) => subject.upstreamId,
  ),
})
