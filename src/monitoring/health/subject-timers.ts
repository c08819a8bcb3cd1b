import type { Database } from '../../database/database.ts'
import { validPolicyFor, type Policy } from './rule/policy.ts'
import { createRuleState, type RuleState } from './rule/rule-state.ts'
import { timersOf, type HealthTimer } from './rule/timers.ts'
import { rateOf, type WindowCounts } from './rule/window-summary.ts'

/** A timer as clients see it. Its limits have the present share of about the last minute; null without samples. */
export type TimerView = Pick<HealthTimer, 'state'> & {
  since: Date | null
  requiredSeconds: number
  dueAt: Date | null
  pausedAt: Date | null
  limits: (HealthTimer['limits'][number] & { current: number | null })[]
}

/** The timers of a subject. */
export type SubjectTimers = { subjectId: number; pending: TimerView | null; recovering: TimerView | null }

/** The samples of about the last minute of a subject. */
export type RecentOf = (subjectId: number, policy: Policy) => WindowCounts

/** The timers of subjects by their ids, in no particular order. Subjects that were never evaluated have none. */
export async function findTimers(
  db: Database,
  subjectIds: readonly number[],
  recentOf: RecentOf,
): Promise<SubjectTimers[]> {
  const rows = await db.subject.findMany({
    where: { id: { in: [...subjectIds] } },
    select: { id: true, critical: true, policy: true, memory: true },
  })
  return rows.map(({ id, critical, policy: overrides, memory }) => {
    // Probing changes only how silence counts, which no timer depends on.
    const { policy } = validPolicyFor({ critical, probed: false, overrides: overrides as Record<string, unknown> })
    const ruleState = { ...createRuleState(0), ...(memory as Partial<RuleState> | null) }
    const { pending, recovering } = timersOf(ruleState, policy)
    const view = (timer: HealthTimer | null) => timer && viewOf(timer, recentOf(id, policy))
    return { subjectId: id, pending: view(pending), recovering: view(recovering) }
  })
}

const viewOf = (
  { state, since, requiredMs, dueAt, pausedAt, limits }: HealthTimer,
  recent: WindowCounts,
): TimerView => ({
  state,
  since: dateOf(since),
  requiredSeconds: requiredMs / 1000,
  dueAt: dateOf(dueAt),
  pausedAt: dateOf(pausedAt),
  limits: limits.map((limit) => ({ ...limit, current: rateOf(recent, limit.signal === 'ERRORS' ? 'bad' : 'slow') })),
})

const dateOf = (at: number | null) => (at === null ? null : new Date(at))
