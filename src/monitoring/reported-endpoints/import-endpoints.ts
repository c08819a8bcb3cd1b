import { commit, type ChangePart } from '../../audit/commit.ts'
import type { Database, RootDatabase } from '../../database/database.ts'
import { requestPattern } from '../../inventory/read-route.ts'
import {
  lockEndpointLists,
  markMissing,
  putReportedEndpoints,
  readStoredEndpoints,
} from '../../inventory/reported/endpoint-rows.ts'
import {
  listProblems,
  maxServiceEndpoints,
  problemAt,
  type DeclaredEndpoint,
  type FieldProblem,
  type SkippedOperation,
  type UnreadOperation,
} from '../../inventory/reported/endpoint-declaration.ts'
import {
  findClaimed,
  identify,
  isEmptyPlan,
  planImport,
  type IdentifiedEndpoint,
  type ImportPlan,
  type PlannedImport,
  type StoredEndpoint,
} from '../../inventory/reported/plan-import.ts'
import { endpointId } from '../../inventory/route-catalog.ts'
import { DomainError } from '../../lib/errors.ts'
import { lockSubjectVersions } from '../incidents/health-writes.ts'
import { auditChanges } from '../incidents/incident-audit.ts'
import { auditedSourceOf, authorOf, type ImportSource } from './import-source.ts'
import { retireSubjects } from './retire-subjects.ts'

/**
 * The whole list of endpoints of a service, without repetitions. A dry run changes nothing. `unread` holds possible
 * endpoints that could not be read. With `retire`, missing endpoints are retired even if the list looks incomplete.
 */
export type EndpointImport = {
  service: string
  endpoints: readonly DeclaredEndpoint[]
  unread?: readonly UnreadOperation[]
  retire?: boolean
  dryRun: boolean
}

/** The endpoints in use whose retirement now waits for confirmation, and those whose retirement no longer waits. */
type PendingChanges = { newlyPending: string[]; noLongerPending: string[] }

/** The effects of an import, the number of endpoints of the service after it, and what was skipped. */
export type ImportResult = ImportPlan & PendingChanges & { total: number; skipped: SkippedOperation[] }

/** Imports the endpoints of a service at the present time, and returns what that changed, or would change. */
export type ImportEndpoints = (wanted: EndpointImport, source: ImportSource) => Promise<ImportResult>

/**
 * Replaces the endpoints of a service by a list, in one transaction. Listed endpoints are added, changed or restored;
 * the others are retired and their open incidents resolved. If the list looks incomplete, the others stay in use until
 * their retirement is confirmed. Importing the same list again writes nothing.
 * @throws DomainError CONFLICT naming each endpoint that belongs to another service or to Vigía itself, or if too many
 * endpoints would wait for their retirement.
 */
export function importEndpoints(
  db: RootDatabase,
  { service, endpoints, unread = [], retire = false, dryRun }: EndpointImport,
  source: ImportSource,
  at: number,
): Promise<ImportResult> {
  return commit(db, async (tx) => {
    if (!dryRun) await lockEndpointLists(tx)
    const stored = await readStoredEndpoints(tx, endpoints.map(requestPattern))
    const claimed = findClaimed(service, endpoints, stored)
    if (claimed.length > 0) throw refusal(claimed)
    const { known, skipped } = findKnown({ service, endpoints, unread }, stored)
    const declared = identify(service, [...endpoints, ...known], stored)
    const planned = planImport(service, declared, stored, { retire, isIncomplete: skipped.length > 0 })
    requireRoom(planned.plan)
    const part = dryRun ? {} : await writeImport(tx, { service, declared, stored, ...planned }, source, at)
    const { plan } = planned
    const pending = pendingChanges(plan, { service, stored })
    return { ...part, result: { total: declared.length + plan.pendingRetirement.length, ...plan, ...pending, skipped } }
  })
}

/**
 * The changes to the endpoints that wait for retirement. Retired endpoints are not among `noLongerPending`: the plan
 * already lists them as retired.
 */
function pendingChanges(
  { pendingRetirement, retired }: ImportPlan,
  { service, stored }: { service: string; stored: readonly StoredEndpoint[] },
): PendingChanges {
  const waited = stored.filter((one) => one.service === service && !one.isRetired && one.isMissing).map(({ id }) => id)
  const [before, after] = [new Set(waited), new Set([...pendingRetirement, ...retired])]
  return {
    newlyPending: pendingRetirement.filter((id) => !before.has(id)),
    noLongerPending: waited.filter((id) => !after.has(id)).sort(),
  }
}

/**
 * Limits the endpoints that wait for retirement to the maximum number of endpoints of a service, so that a whole list
 * can be replaced by another.
 */
function requireRoom({ pendingRetirement: { length } }: ImportPlan): void {
  if (length > maxServiceEndpoints)
    throw refusal([
      problemAt('', { code: 'TOO_MANY_PENDING', parameters: { max: maxServiceEndpoints, count: length } }),
    ])
}

const refusal = (errors: readonly FieldProblem[]) => new DomainError('CONFLICT', listProblems(errors), null, { errors })

/**
 * Endpoints in use whose path equals a path that could not be read. The inventory stores `{order-id}` as `:order-id`,
 * which a framework would read as two parts.
 */
function findKnown(
  { service, endpoints, unread }: Required<Pick<EndpointImport, 'service' | 'endpoints' | 'unread'>>,
  stored: readonly StoredEndpoint[],
) {
  const listed = new Set(endpoints.map(requestPattern))
  const inUse = new Set(
    stored.filter((one) => one.service === service && !one.isRetired).flatMap((one) => [one.id, endpointId(one)]),
  )
  const known: DeclaredEndpoint[] = []
  const skipped: SkippedOperation[] = []
  for (const { endpoint, ...unreadable } of unread)
    if (!endpoint || !inUse.has(endpointId(endpoint))) skipped.push(unreadable)
    else if (!listed.has(requestPattern(endpoint))) {
      listed.add(requestPattern(endpoint))
      known.push(endpoint)
    }
  return { known, skipped }
}

type WrittenImport = PlannedImport & {
  service: string
  declared: readonly IdentifiedEndpoint[]
  stored: readonly StoredEndpoint[]
}

async function writeImport(
  tx: Database,
  { service, declared, plan, needConfirmation, stored }: WrittenImport,
  source: ImportSource,
  at: number,
): Promise<ChangePart> {
  const changedIds = new Set([...plan.added, ...plan.restored, ...plan.changed.map(({ id }) => id)])
  const retiredIds = new Set(plan.retired)
  const isRetired = ({ id }: StoredEndpoint) => retiredIds.has(id)
  const isWritten = (endpoint: StoredEndpoint) => changedIds.has(endpoint.id) || isRetired(endpoint)
  const pending = new Set(plan.pendingRetirement)
  // Locked until the commit, so a concurrent evaluation finds another version and is rolled back; those that are marked
  // as missing, or no longer, together with the others, in one order.
  await lockSubjectVersions(
    tx,
    stored
      .filter((endpoint) => isWritten(endpoint) || pending.has(endpoint.id) || endpoint.isMissing)
      .map(({ subjectId }) => subjectId),
  )
  const missing = { service, missing: plan.pendingRetirement, needConfirmation }
  const marked = await markMissing(tx, missing, new Date(at))
  if (isEmptyPlan(plan) && marked.length === 0) return {}
  const changed = declared.filter(({ id }) => changedIds.has(id))
  const put = await putReportedEndpoints(tx, service, changed, new Date(at))
  const retired = stored.filter(isRetired).map(({ subjectId }) => subjectId)
  const metadata = { at, author: authorOf(source) }
  const resolved = await retireSubjects(tx, retired, metadata)
  const entry = { by: auditedSourceOf(source), at: new Date(at), ...auditFieldsOf(service, plan) }
  return {
    views: resolved.length > 0 ? ['panel', 'inventory'] : ['inventory'],
    changed: [...put, ...retired, ...marked],
    audit: [...auditChanges(resolved, metadata), entry],
  }
}

const auditFieldsOf = (service: string, { changed, ...plan }: ImportPlan) => ({
  action: 'endpoint.import' as const,
  object: `service:${service}`,
  before: { changed: changed.map(({ id, before }) => ({ id, ...before })) },
  after: { ...plan, changed: changed.map(({ id, after }) => ({ id, ...after })) },
})
