import type { Database } from '../../database/database.ts'
import { forgetMissing } from '../../inventory/reported/endpoint-rows.ts'
import { evidenceOfRemoval } from '../health/rule/evidence.ts'
import { resetHealth } from '../incidents/health-writes.ts'
import type { ChangeMetadata, IncidentChanges } from '../incidents/incident-changes.ts'
import { lockIncidents } from '../incidents/incident-locks.ts'
import { findOpenIncidents } from '../incidents/incident-queries.ts'
import { asIncident } from '../incidents/incident-rows.ts'
import { writeChanges } from '../incidents/incident-writes.ts'
import { resolvedEvent } from '../incidents/lifecycle.ts'

/** Retires the subjects of endpoints and resolves their open incidents; returns these changes, to be audited last. */
export async function retireSubjects(
  tx: Database,
  subjectIds: readonly number[],
  metadata: ChangeMetadata,
): Promise<IncidentChanges[]> {
  const { at } = metadata
  if (subjectIds.length === 0) return []
  await resetHealth(tx, subjectIds, { at, retiredAt: new Date(at) })
  await forgetMissing(tx, subjectIds)
  const open = await findOpenIncidents(tx, subjectIds)
  if (open.length === 0) return []
  const ids = open.map(({ id }) => id)
  const resolved = (await lockIncidents(tx, ids))
    .filter(({ openKey }) => openKey !== null)
    .map((row) => ({
      subject: row.subject,
      row,
      changes: [resolvedEvent(asIncident(row), 'SUBJECT_REMOVED', evidenceOfRemoval(at))],
    }))
  return writeChanges(tx, resolved, metadata)
}
