import { randomUUID } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import type { IncidentChanges } from '../incidents/incident-changes.ts'
import type { IncidentChange, Suppression } from '../incidents/incident.ts'
import { incidentAfter } from '../incidents/incident-rows.ts'
import { decideSuppressions, type OpenIncident, type SuppressionDecision } from './decide-suppressions.ts'
import { readOpenIncidents, type SuppressionPlan } from './suppression-plan.ts'

/**
 * Adds a suppression to the changes that open or reopen an incident at `at` (milliseconds since 1970), if there is a
 * reason. Other incidents that open or change at the same time are taken into account. An incident that counted does
 * not reopen as suppressed, or the reverse: a new incident opens instead, which names the previous one.
 */
export async function suppressOpening<Entry extends IncidentChanges>(
  tx: Database,
  entries: readonly Entry[],
  { at, plan }: { at: number; plan: SuppressionPlan },
): Promise<Entry[]> {
  if (!entries.some(opens)) return [...entries]
  const open = plan.graph.isEmpty ? [] : await readOpenIncidents(tx)
  const areas = await readAreas(tx, plan.hasMaintenances ? entries.filter(opens) : [])
  const decisions = decideSuppressions(withChanges(open, entries, { at, areas }), plan, {
    at,
    isPaused: false,
    seenSince,
  })
  const newIds = new Map(entries.filter((entry) => isOther(entry, decisions)).map(({ row }) => [row?.id, randomUUID()]))
  return entries.map((entry) => (opens(entry) ? openOf(entry, decisions, newIds) : entry))
}

// An incident that opens does not wait for anything.
const seenSince = () => null

const opens = ({ changes: [first] }: IncidentChanges) => first?.event === 'OPENED' || first?.event === 'REOPENED'

async function readAreas(tx: Database, entries: readonly IncidentChanges[]): Promise<Map<number, string | null>> {
  if (entries.length === 0) return new Map()
  const endpoints = await tx.endpoint.findMany({
    where: { subjectId: { in: entries.map(({ subject }) => subject.id) } },
    select: { subjectId: true, areaId: true },
  })
  return new Map(endpoints.map(({ subjectId, areaId }) => [subjectId, areaId]))
}

/** The open incidents as they are after these changes. */
function withChanges(
  open: readonly OpenIncident[],
  entries: readonly IncidentChanges[],
  { at, areas }: { at: number; areas: ReadonlyMap<number, string | null> },
): OpenIncident[] {
  const bySubject = new Map(open.map((one) => [one.subject.id, one]))
  for (const entry of entries.filter(({ changes }) => changes.length > 0)) {
    const { id, kind, key } = entry.subject
    const before = bySubject.get(id) ?? { upstreamId: null, subject: { id, kind, key, areaId: areas.get(id) ?? null } }
    const incident = incidentAfter(entry, at)
    if (incident.status === 'RESOLVED') bySubject.delete(id)
    else bySubject.set(id, { ...before, ...incident, opens: opens(entry) })
  }
  return [...bySubject.values()]
}

type Decisions = ReadonlyMap<string, SuppressionDecision>

/** Whether an incident would reopen differently from before: suppressed although it counted, or the reverse. */
const isOther = ({ row, changes: [first] }: IncidentChanges, decisions: Decisions): boolean =>
  first?.event === 'REOPENED' && row !== null && row.suppressed !== (decisions.get(row.id)?.is === 'SUPPRESSED')

/**
 * The entry with its suppression. `newIds` maps the ids of incidents that do not reopen to those of the new incidents.
 */
function openOf<Entry extends IncidentChanges>(
  entry: Entry,
  decisions: Decisions,
  newIds: ReadonlyMap<string | undefined, string>,
): Entry {
  const [first, ...others] = entry.changes
  if (!first) return entry
  const previousId = first.id
  const id = newIds.get(previousId)
  const decision = decisions.get(previousId)
  const opened: IncidentChange = id ? { ...first, event: 'OPENED', id, previousId } : first
  const suppressed = decision?.is === 'SUPPRESSED' ? [suppressionOf(opened, decision.reason, newIds)] : []
  const changes = [opened, ...suppressed, ...others.map((change) => ({ ...change, id: opened.id }))]
  return { ...entry, row: id ? null : entry.row, changes }
}

function suppressionOf(
  { id, severity }: IncidentChange,
  reason: Suppression,
  newIds: ReadonlyMap<string | undefined, string>,
): IncidentChange {
  const { suppressedById } = reason
  const by =
    suppressedById === null ? reason : { ...reason, suppressedById: newIds.get(suppressedById) ?? suppressedById }
  return { event: 'SUPPRESSED', id, severity, evidence: null, ...by }
}
