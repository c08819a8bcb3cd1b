import { commit } from '../../audit/commit.ts'
import type { RootDatabase } from '../../database/database.ts'
import { lockEndpointLists } from '../../inventory/reported/endpoint-rows.ts'
import { lockSubjectVersions } from '../incidents/health-writes.ts'
import { auditChanges } from '../incidents/incident-audit.ts'
import { auditedSourceOf, authorOf, type ImportSource } from './import-source.ts'
import { retireSubjects } from './retire-subjects.ts'

/** Endpoints of a service whose retirement is confirmed, by their ids. */
export type ConfirmedRetirement = { service: string; endpoints: readonly string[] }

/** Retires endpoints at the present time, and returns the ids of the endpoints that were retired. */
export type RetirePending = (confirmed: ConfirmedRetirement, source: ImportSource) => Promise<string[]>

/**
 * Retires those of the confirmed endpoints that imports of their service leave out, and resolves their open incidents.
 * An endpoint that the service has declared again meanwhile stays in use. A repetition changes nothing.
 */
export function retirePending(
  db: RootDatabase,
  { service, endpoints }: ConfirmedRetirement,
  source: ImportSource,
  at: number,
): Promise<string[]> {
  return commit(db, async (tx) => {
    await lockEndpointLists(tx)
    const where = { id: { in: [...endpoints] }, service, missingSince: { not: null }, subject: { retiredAt: null } }
    const pending = await tx.endpoint.findMany({ where, select: { id: true, subjectId: true }, orderBy: { id: 'asc' } })
    if (pending.length === 0) return { result: [] }
    const [ids, subjectIds] = [pending.map(({ id }) => id), pending.map(({ subjectId }) => subjectId)]
    // Locked until the commit, so a concurrent evaluation finds another version and is rolled back.
    await lockSubjectVersions(tx, subjectIds)
    const metadata = { at, author: authorOf(source) }
    const resolved = await retireSubjects(tx, subjectIds, metadata)
    const entry = { action: 'endpoint.retire', object: `service:${service}`, after: { retired: ids } } as const
    return {
      result: ids,
      views: resolved.length > 0 ? ['panel', 'inventory'] : ['inventory'],
      changed: subjectIds,
      audit: [...auditChanges(resolved, metadata), { by: auditedSourceOf(source), at: new Date(at), ...entry }],
    }
  })
}
