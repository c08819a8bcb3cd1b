import type { RootDatabase } from '../../database/database.ts'
import { notify } from '../../database/coordination/notify.ts'
import type { View } from '../../database/revision.ts'
import { slices } from '../../lib/slices.ts'
import type { SerialQueue } from '../../lib/serial-queue.ts'
import { upstreamFirst } from '../suppression/dependency-graph.ts'
import { readSuppressionPlan } from '../suppression/suppression-plan.ts'
import type { SubjectEvaluation } from './health-writes.ts'
import { maxPerTransaction } from './incident-writes.ts'
import { applyEvaluations } from './persist-verdict.ts'
import { writeInHalves } from './write-in-halves.ts'

type WriteDeps = { db: RootDatabase; writes: SerialQueue }

/**
 * Writes the verdicts of a tick in sets, each in a transaction. A verdict that cannot be written does not stop the
 * others: its subject is evaluated again at the next tick. Clients are notified once, when all sets are written.
 */
export async function writeVerdicts(
  deps: WriteDeps,
  verdicts: readonly SubjectEvaluation[],
  at: number,
): Promise<void> {
  if (verdicts.length === 0) return
  const plan = await readSuppressionPlan(deps.db, at)
  const ordered = upstreamFirst(verdicts, ({ subject }) => subject.id, plan.graph)
  const sets = slices(ordered, maxPerTransaction)
  const context = { at, plan, notifies: sets.length === 1 }
  const changed = new Set<View>()
  for (const set of sets) {
    const write = (part: readonly SubjectEvaluation[]) => deps.writes(() => applyEvaluations(deps.db, part, context))
    const written = await writeInHalves(set, write)
    for (const view of written.flatMap(({ views }) => views)) changed.add(view)
  }
  if (!context.notifies) for (const view of changed) await notify(deps.db, view)
}
