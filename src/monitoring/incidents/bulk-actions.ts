import { commit } from '../../audit/commit.ts'
import type { Database, RootDatabase } from '../../database/database.ts'
import { DomainError, invalidField, type DomainErrorCode } from '../../lib/errors.ts'
import type { Sentence } from '../../messages/sentences.ts'
import type { Evidence } from '../health/rule/state.ts'
import type { SubjectSnapshot } from '../health/subject-queries.ts'
import { changedBy, lockUnchanged, writeHealth } from './health-writes.ts'
import { auditChanges } from './incident-audit.ts'
import { lockIncidents } from './incident-locks.ts'
import { findIncidents, listIncidentIds, type IncidentFilter, type IncidentWithNames } from './incident-queries.ts'
import type { ChangeAuthor } from './incident-changes.ts'
import { writeChanges } from './incident-writes.ts'
import { acknowledgementOf, resolutionOf, type WithFrozenSubjects } from './operator-actions.ts'
import { missingIncidentError } from './require-incident.ts'
import { changedMeanwhileError } from './persist-verdict.ts'

/**
 * The incidents of a bulk change: those with these ids, or those that match the filter. Exactly one of the two is
 * given.
 */
export type IncidentSelection = {
  ids?: readonly string[] | null | undefined
  filter?: IncidentFilter | null | undefined
}

/** An incident that was not changed, with the reason; `evidence` holds the numbers of a condition that still holds. */
export type RefusedIncident = { id: string; code: DomainErrorCode; sentence: Sentence; evidence: Evidence | null }

/** The incidents that were changed, as they are now, and those that were not. */
export type BulkOutcome = { changed: IncidentWithNames[]; refused: RefusedIncident[] }

/** Maximum incidents that one call may change: their writes block other writes for about a second. */
export const maxIncidentsPerRequest = 1_000

/**
 * Acknowledges several incidents in one transaction, by the rules of `acknowledge`. A filter selects only those of the
 * matching incidents that are open. An incident that is refused does not stop the others.
 * @throws DomainError INVALID_INPUT for a selection that is empty, ambiguous or too large.
 */
export async function acknowledgeIncidents(
  db: RootDatabase,
  selection: IncidentSelection,
  author: ChangeAuthor,
  at: number,
): Promise<BulkOutcome> {
  const ids = await selectIds(db, selection, { statuses: ['OPEN'] })
  const refused = await commit(db, async (tx) => {
    const incidents = await lockIncidents(tx, ids)
    const { accepted, refused } = decideEach(ids, incidents, (incident) => {
      const change = acknowledgementOf(incident)
      return change instanceof DomainError ? change : { subject: incident.subject, row: incident, changes: [change] }
    })
    if (accepted.length === 0) return { result: refused }
    await writeChanges(tx, accepted, { at, author })
    return { result: refused, views: ['panel', 'inventory'], audit: auditChanges(accepted, { at, author }) }
  })
  return outcomeOf(db, ids, refused)
}

/**
 * Resolves several incidents in one transaction, by the rules of `resolve`. A filter selects only those of the matching
 * incidents that are not resolved. An incident that is refused does not stop the others.
 * @throws DomainError INVALID_INPUT for a selection that is empty, ambiguous or too large.
 */
export async function resolveIncidents(
  db: RootDatabase,
  withFrozenSubjects: WithFrozenSubjects,
  { force, ...selection }: IncidentSelection & { force: boolean },
  author: ChangeAuthor,
): Promise<BulkOutcome> {
  const ids = await selectIds(db, selection, { open: true })
  const subjectIds = new Set((await findIncidents(db, ids)).map(({ subjectId }) => subjectId))
  const refused = await withFrozenSubjects([...subjectIds], (present, at) =>
    commit(db, async (tx) => {
      // Subjects are locked before incidents, as by an evaluation; the other order could deadlock.
      const unchanged = await unchangedSubjects(tx, present)
      const incidents = await lockIncidents(tx, ids)
      const { accepted, refused } = decideEach(ids, incidents, (incident) => {
        const snapshot = unchanged.get(incident.subjectId)
        if (!snapshot) return changedMeanwhileError()
        const resolved = resolutionOf(incident, snapshot, { at, force })
        if (resolved instanceof DomainError) return resolved
        const { change, verdict } = resolved
        return { subject: snapshot.subject, row: incident, changes: [change], verdict }
      })
      if (accepted.length === 0) return { result: refused }
      const verdicts = accepted.map(({ verdict }) => verdict)
      await writeHealth(tx, verdicts)
      await writeChanges(tx, accepted, { at, author })
      const audit = auditChanges(accepted, { at, author })
      return { result: refused, views: ['panel', 'inventory'], changed: changedBy(verdicts), audit }
    }),
  )
  return outcomeOf(db, ids, refused)
}

/** Locks the subjects and returns the unchanged snapshots, by id. */
async function unchangedSubjects(
  tx: Database,
  present: readonly SubjectSnapshot[],
): Promise<Map<number, SubjectSnapshot>> {
  const unchanged = await lockUnchanged(tx, present)
  return new Map(unchanged.map((snapshot) => [snapshot.subject.id, snapshot]))
}

/** Splits the incidents into those for which `decide` returns a change and those that it refuses, in the order of `ids`. */
function decideEach<Change extends object>(
  ids: readonly string[],
  incidents: readonly IncidentWithNames[],
  decide: (incident: IncidentWithNames) => Change | DomainError,
): { accepted: Change[]; refused: RefusedIncident[] } {
  const byId = new Map(incidents.map((incident) => [incident.id, incident]))
  const accepted: Change[] = []
  const refused: RefusedIncident[] = []
  for (const id of ids) {
    const incident = byId.get(id)
    const decision = incident ? decide(incident) : missingIncidentError(id)
    if (decision instanceof DomainError) refused.push(refusalOf(id, decision))
    else accepted.push(decision)
  }
  return { accepted, refused }
}

const refusalOf = (id: string, { code, sentence, details }: DomainError): RefusedIncident => ({
  id,
  code,
  sentence,
  evidence: (details.evidence as Evidence | undefined) ?? null,
})

async function outcomeOf(db: RootDatabase, ids: readonly string[], refused: RefusedIncident[]): Promise<BulkOutcome> {
  const refusedIds = new Set(refused.map(({ id }) => id))
  const changedIds = ids.filter((id) => !refusedIds.has(id))
  const incidents = new Map((await findIncidents(db, changedIds)).map((incident) => [incident.id, incident]))
  return { changed: changedIds.flatMap((id) => incidents.get(id) ?? []), refused }
}

async function selectIds(
  db: RootDatabase,
  { ids, filter }: IncidentSelection,
  changeable: IncidentFilter,
): Promise<string[]> {
  if (Boolean(ids) === Boolean(filter)) throw invalidField('ids', { code: 'INCIDENTS_NOT_NAMED', parameters: {} })
  if (!ids) return selectMatching(db, [filter ?? {}, changeable])
  const distinct = [...new Set(ids)]
  if (distinct.length === 0) throw invalidField('ids', { code: 'INCIDENTS_NONE', parameters: {} })
  if (distinct.length > maxIncidentsPerRequest)
    throw invalidField('ids', {
      code: 'INCIDENTS_TOO_MANY',
      parameters: { max: maxIncidentsPerRequest, count: distinct.length },
    })
  return distinct
}

async function selectMatching(db: RootDatabase, filters: readonly IncidentFilter[]): Promise<string[]> {
  const ids = await listIncidentIds(db, filters, maxIncidentsPerRequest + 1)
  if (ids.length > maxIncidentsPerRequest)
    throw invalidField('filter', { code: 'INCIDENTS_TOO_MANY_MATCH', parameters: { max: maxIncidentsPerRequest } })
  return ids
}
