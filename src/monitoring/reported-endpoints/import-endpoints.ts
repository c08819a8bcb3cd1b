import { auditActor, type Actor } from '../../audit/actor.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { inTransaction, type Database, type RootDatabase } from '../../database/database.ts'
import { bumpRevision } from '../../database/revision.ts'
import { lockEndpointLists, putReportedEndpoints, readStoredEndpoints } from '../../inventory/reported/endpoint-rows.ts'
import { listProblems, type DeclaredEndpoint } from '../../inventory/reported/endpoint-declaration.ts'
import {
  findClaimed,
  isEmptyPlan,
  planImport,
  type ImportPlan,
  type StoredEndpoint,
} from '../../inventory/reported/plan-import.ts'
import { endpointId } from '../../inventory/route-catalog.ts'
import { DomainError } from '../../lib/errors.ts'
import { lockSubjectVersions, resetHealth } from '../incidents/health-writes.ts'
import { auditChanges } from '../incidents/incident-audit.ts'
import { lockIncidents } from '../incidents/incident-locks.ts'
import { findOpenIncidents } from '../incidents/incident-queries.ts'
import { asIncident } from '../incidents/incident-rows.ts'
import type { ChangeMetadata, IncidentChanges } from '../incidents/incident-changes.ts'
import { writeChanges } from '../incidents/incident-writes.ts'
import { resolvedEvent } from '../incidents/lifecycle.ts'

/** The whole list of endpoints of a service. A dry run changes nothing. */
export type EndpointImport = { service: string; endpoints: readonly DeclaredEndpoint[]; dryRun: boolean }

/** The origin of an import, for the audit trail: an operator, or a service with the token `tokenName`. */
export type ImportSource =
  Actor | { address: string; requestId: string; traceId?: string | null; tokenName: string | null }

/** Imports the endpoints of a service at the present time, and returns what that changed, or would change. */
export type ImportEndpoints = (wanted: EndpointImport, source: ImportSource) => Promise<ImportPlan>

/**
 * Replaces the endpoints of a service by a list, in one transaction: adds, changes and restores the listed ones, and
 * retires the others, resolving their open incidents. Importing the same list again writes nothing.
 * @throws DomainError CONFLICT naming each endpoint that belongs to another service or to Vigía itself.
 */
export function importEndpoints(
  db: RootDatabase,
  { service, endpoints, dryRun }: EndpointImport,
  source: ImportSource,
  at: number,
): Promise<ImportPlan> {
  return inTransaction(db, async (tx) => {
    if (!dryRun) await lockEndpointLists(tx)
    const stored = await readStoredEndpoints(tx, endpoints.map(endpointId))
    const claimed = findClaimed(service, endpoints, stored)
    if (claimed.length > 0) throw new DomainError('CONFLICT', listProblems(claimed), null, { errors: claimed })
    const plan = planImport(service, endpoints, stored)
    if (!dryRun && !isEmptyPlan(plan)) await writeImport(tx, { service, endpoints, plan, stored }, source, at)
    return plan
  })
}

type PlannedImport = Omit<EndpointImport, 'dryRun'> & { plan: ImportPlan; stored: readonly StoredEndpoint[] }

async function writeImport(
  tx: Database,
  { service, endpoints, plan, stored }: PlannedImport,
  source: ImportSource,
  at: number,
): Promise<void> {
  const changedIds = new Set([...plan.added, ...plan.restored, ...plan.changed.map(({ id }) => id)])
  const retiredIds = new Set(plan.retired)
  const isRetired = ({ id }: StoredEndpoint) => retiredIds.has(id)
  const present = stored.filter((endpoint) => changedIds.has(endpoint.id) || isRetired(endpoint))
  // Locked until the commit, so a concurrent evaluation finds another version and is rolled back.
  await lockSubjectVersions(
    tx,
    present.map(({ subjectId }) => subjectId),
  )
  const changed = endpoints.filter((endpoint) => changedIds.has(endpointId(endpoint)))
  const put = await putReportedEndpoints(tx, service, changed)
  const retired = present.filter(isRetired).map(({ subjectId }) => subjectId)
  const metadata = { at, author: authorOf(source) }
  const resolved = await retireSubjects(tx, retired, metadata)
  await bumpRevision(tx, resolved.length > 0 ? ['panel', 'inventory'] : ['inventory'], [...put, ...retired])
  await auditChanges(tx, resolved, metadata)
  await writeAudit(tx, { ...actorOf(source), at: new Date(at), ...auditFieldsOf(service, plan) })
}

/** Retires subjects and resolves their open incidents; returns these changes, to be audited last. */
async function retireSubjects(
  tx: Database,
  subjectIds: readonly number[],
  metadata: ChangeMetadata,
): Promise<IncidentChanges[]> {
  const { at } = metadata
  if (subjectIds.length === 0) return []
  await tx.subject.updateMany({
    where: { id: { in: [...subjectIds] } },
    data: { ...resetHealth(at), retiredAt: new Date(at), version: { increment: 1 } },
  })
  const open = await findOpenIncidents(tx, subjectIds)
  if (open.length === 0) return []
  const ids = open.map(({ id }) => id)
  const resolved = (await lockIncidents(tx, ids))
    .filter(({ openKey }) => openKey !== null)
    .map((row) => ({ subject: row.subject, row, changes: [resolvedEvent(asIncident(row), 'SUBJECT_REMOVED', null)] }))
  return writeChanges(tx, resolved, metadata)
}

const authorOf = (source: ImportSource) => ('operator' in source ? { ...source, note: null } : null)

const actorOf = (source: ImportSource) => ('operator' in source ? auditActor(source) : { ...source, actor: 'ingest' })

const auditFieldsOf = (service: string, { added, changed, restored, retired, unchanged }: ImportPlan) => ({
  action: 'endpoint.import' as const,
  object: `service:${service}`,
  before: { changed: changed.map(({ id, before }) => ({ id, ...before })) },
  after: { added, changed: changed.map(({ id, after }) => ({ id, ...after })), restored, retired, unchanged },
})
