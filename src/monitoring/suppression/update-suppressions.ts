import { commit, type ChangePart } from '../../audit/commit.ts'
import type { Database, RootDatabase } from '../../database/database.ts'
import type { SerialQueue } from '../../lib/serial-queue.ts'
import { slices } from '../../lib/slices.ts'
import { auditChanges } from '../incidents/incident-audit.ts'
import type { IncidentChanges } from '../incidents/incident-changes.ts'
import type { IncidentChange } from '../incidents/incident.ts'
import { lockIncidentRows } from '../incidents/incident-locks.ts'
import { maxPerTransaction, writeChanges } from '../incidents/incident-writes.ts'
import { writeInHalves } from '../incidents/write-in-halves.ts'
import {
  decideSuppressions,
  type OpenIncident,
  type SuppressionDecision,
  type SuppressionTick,
} from './decide-suppressions.ts'
import { readOpenIncidents, readSuppressionPlan } from './suppression-plan.ts'

/** A suppressed incident with the decision on it. */
type Decided = { subject: { key: string }; incident: OpenIncident; decision: SuppressionDecision }

/**
 * Decides again on all suppressed incidents at a tick. Those without a reason count from then on, others get another
 * reason or wait. A change that cannot be written does not stop the others, and is decided on again at the next tick.
 * If several instances try, each change is written by one of them.
 */
export async function updateSuppressions(
  { db, writes }: { db: RootDatabase; writes: SerialQueue },
  tick: SuppressionTick,
): Promise<void> {
  const where = { openKey: { not: null }, suppressed: true }
  // Counted first: usually there are none, and this runs at each tick.
  if ((await db.incident.count({ where })) === 0) return
  const plan = await readSuppressionPlan(db, tick.at)
  const open = await readOpenIncidents(db)
  const decisions = decideSuppressions(open, plan, tick)
  const decided = open.flatMap((incident): Decided[] => {
    const decision = decisions.get(incident.id)
    if (!decision || !incident.suppressed) return []
    const isSame = !isChange(incident, decision) && sinceOf(decision) === incident.reasonEndedAt
    return isSame ? [] : [{ subject: incident.subject, incident, decision }]
  })
  for (const set of slices(decided, maxPerTransaction))
    await writeInHalves(set, (part) => writes(() => commit(db, (tx) => changeEach(tx, part, tick.at))))
}

const sinceOf = (decision: SuppressionDecision) => (decision.is === 'WAITS' ? decision.since : null)

/** The columns of an incident that name its reason. */
type Reason = Pick<OpenIncident, 'maintenanceId' | 'suppressedById' | 'onboarding'>

function isChange(before: Reason, decision: SuppressionDecision): boolean {
  if (decision.is !== 'SUPPRESSED') return decision.is === 'COUNTS'
  const { maintenanceId, suppressedById, onboarding } = decision.reason
  return (
    before.maintenanceId !== maintenanceId ||
    before.suppressedById !== suppressedById ||
    before.onboarding !== onboarding
  )
}

async function changeEach(tx: Database, set: readonly Decided[], at: number): Promise<ChangePart> {
  const decisions = new Map(set.map(({ incident, decision }) => [incident.id, decision]))
  const ids = [...decisions.keys()]
  await lockIncidentRows(tx, ids)
  const rows = await tx.incident.findMany({
    where: { id: { in: ids }, openKey: { not: null }, suppressed: true },
    include: { subject: true },
    orderBy: { number: 'asc' },
  })
  const changed = rows.flatMap(({ subject, ...row }): IncidentChanges[] => {
    const decision = decisions.get(row.id)
    // Another instance may have written the change first.
    return decision && isChange(row, decision) ? [{ subject, row, changes: [changeOf(row, decision)] }] : []
  })
  const metadata = { at, author: null }
  const written = await writeChanges(tx, changed, metadata)
  const changedIds = new Set(changed.map(({ row }) => row?.id))
  const ends = rows.flatMap(({ id, reasonEndedAt }): EndOfReason[] => {
    const since = sinceOf(decisions.get(id) ?? { is: 'COUNTS' })
    const before = reasonEndedAt?.getTime() ?? null
    return changedIds.has(id) || since === before
      ? []
      : [{ id, since, isShown: (since === null) !== (before === null) }]
  })
  await writeEndsOfReasons(tx, ends)
  if (written.length === 0 && !ends.some(({ isShown }) => isShown)) return {}
  return { views: ['panel', 'inventory'], audit: auditChanges(written, metadata) }
}

/** The time since which an incident waits, in milliseconds since 1970; null if it no longer waits. */
type EndOfReason = { id: string; since: number | null; isShown: boolean }

/** Stores the time since which each of these locked incidents waits. */
async function writeEndsOfReasons(tx: Database, ends: readonly EndOfReason[]): Promise<void> {
  if (ends.length === 0) return
  const rows = ends.map(({ id, since }) => ({ id, since: since === null ? null : new Date(since) }))
  await tx.$executeRaw`
    UPDATE "Incident" i SET "reasonEndedAt" = v."since"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS v("id" text, "since" timestamp(3))
    WHERE i."id" = v."id"`
}

const changeOf = (
  { id, severity }: Pick<OpenIncident, 'id' | 'severity'>,
  decision: SuppressionDecision,
): IncidentChange =>
  decision.is === 'SUPPRESSED'
    ? { event: 'SUPPRESSED', id, severity, evidence: null, ...decision.reason }
    : { event: 'UNSUPPRESSED', id, severity, evidence: null }
