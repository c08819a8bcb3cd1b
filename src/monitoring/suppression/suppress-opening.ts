import type { Database } from '../../database/database.ts'
import type { IncidentChanges } from '../incidents/incident-changes.ts'
import type { IncidentChange } from '../incidents/incident-event.ts'
import { incidentAfter } from '../incidents/incident-rows.ts'
import { decideSuppressions, type OpenIncident, type SuppressionDecision } from './decide-suppressions.ts'
import { readOpenIncidents, type SuppressionPlan } from './suppression-plan.ts'

/**
 * Adds a suppression to the changes that open or reopen an incident at `at` (milliseconds since 1970), where there is a
 * reason for one. Others that open or change at the same time are taken into account.
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
  return entries.map((entry) => (opens(entry) ? { ...entry, changes: suppress(entry.changes, decisions) } : entry))
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

/** The open incidents after these changes. */
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

function suppress(
  changes: readonly IncidentChange[],
  decisions: ReadonlyMap<string, SuppressionDecision>,
): readonly IncidentChange[] {
  const [first, ...others] = changes
  if (!first) return changes
  const decision = decisions.get(first.id)
  if (decision?.is !== 'SUPPRESSED') return changes
  const { id, severity } = first
  return [first, { event: 'SUPPRESSED', id, severity, evidence: null, ...decision.reason }, ...others]
}
