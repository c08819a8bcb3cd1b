import type { RootDatabase } from '../../database/database.ts'
import { notify } from '../../database/coordination/notify.ts'
import type { View } from '../../database/revision.ts'
import { isDatabaseUnavailable } from '../../database/unavailable.ts'
import { log } from '../../lib/log.ts'
import { slices } from '../../lib/slices.ts'
import type { SerialQueue } from '../../lib/serial-queue.ts'
import { readSuppressionPlan } from '../suppression/find-suppression.ts'
import { upstreamFirst } from '../suppression/upstream-first.ts'
import type { SubjectEvaluation } from './health-writes.ts'
import { maxPerTransaction } from './incident-writes.ts'
import { applyEvaluations, type EvaluationContext } from './persist-verdict.ts'

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
  const ordered = upstreamFirst(verdicts, ({ subject }) => subject.id, plan.dependencies)
  const sets = slices(ordered, maxPerTransaction)
  const context = { at, plan, notifies: sets.length === 1 }
  const changed = new Set<View>()
  for (const set of sets) for (const view of await writeSet(deps, set, context)) changed.add(view)
  if (!context.notifies) for (const view of changed) await notify(deps.db, view)
}

/** Writes a set and returns the views that it changed. A set that fails is written in halves. */
async function writeSet(
  deps: WriteDeps,
  set: readonly SubjectEvaluation[],
  context: EvaluationContext,
): Promise<View[]> {
  try {
    const { views } = await deps.writes(() => applyEvaluations(deps.db, set, context))
    return views
  } catch (error) {
    if (set.length === 1 || isDatabaseUnavailable(error)) return logFailure(error, set)
    log.warn({ err: error, subjects: set.length }, 'failed to write a set of state changes; writing it in halves')
    const half = Math.ceil(set.length / 2)
    const first = await writeSet(deps, set.slice(0, half), context)
    return [...first, ...(await writeSet(deps, set.slice(half), context))]
  }
}

function logFailure(error: unknown, set: readonly SubjectEvaluation[]): [] {
  log.error(
    { err: error, subjects: set.map(({ subject }) => subject.key) },
    'failed to write state changes; evaluating the subjects again at the next tick',
  )
  return []
}
