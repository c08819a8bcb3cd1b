import type { Database } from '../../database/database.ts'
import { lastSampleOf } from './rule/no-data.ts'
import { validPolicyFor, type Policy } from './rule/policy.ts'
import { createRuleState, hasTimers, type RuleState } from './rule/rule-state.ts'
import { isBad } from './rule/state.ts'
import { timersOf, type HealthTimer } from './rule/timers.ts'
import type { Summary, WindowBounds } from './rule/window-summary.ts'
import type { LearnedTraffic } from './traffic/expected-traffic.ts'
import { budgetOf } from './subject-queries.ts'

/** A timer as clients see it. */
export type TimerView = Pick<HealthTimer, 'state' | 'limits'> & {
  since: Date | null
  requiredSeconds: number
  dueAt: Date | null
  pausedAt: Date | null
}

/** The timers of a subject, and the time of its last sample; null without samples. */
export type SubjectTimers = {
  subjectId: number
  lastSampleAt: Date | null
  pending: TimerView | null
  recovering: TimerView | null
}

/**
 * Summarises the samples of a subject before the last tick, as the rule saw them, with the time of that tick in
 * milliseconds since 1970.
 */
export type SummaryOf = (
  subjectId: number,
  memory: WindowBounds & Pick<RuleState, 'traffic'>,
  policy: Policy,
  learned?: LearnedTraffic | null,
) => Summary & { at: number }

/** The timers of subjects by their ids, in no particular order. Subjects that were never evaluated have none. */
export async function findTimers(
  db: Database,
  subjectIds: readonly number[],
  summaryOf: SummaryOf,
): Promise<SubjectTimers[]> {
  const rows = await db.subject.findMany({
    where: { id: { in: [...subjectIds] } },
    select: { id: true, kind: true, critical: true, policy: true, memory: true, latency: true, traffic: true },
  })
  return rows.map(({ id, kind, critical, policy: overrides, memory, latency, traffic }) => {
    const ruleState = { ...createRuleState(0), ...(memory as Partial<RuleState> | null) }
    // Probing only changes how silence counts, and timers do not depend on silence.
    const policyInput = { kind, critical, probed: false, overrides: overrides as Record<string, unknown> }
    const { policy } = validPolicyFor(policyInput)
    const samples = summaryOf(id, ruleState, policy, traffic as LearnedTraffic | null)
    const summary = { ...samples, budget: budgetOf({ latency }, policy) }
    const lastAt = lastSampleOf(ruleState, summary)
    const seen = { subjectId: id, lastSampleAt: dateOf(lastAt && Math.min(lastAt, summary.at)) }
    if (!hasTimers(ruleState) && !isBad(ruleState.state)) return { ...seen, pending: null, recovering: null }
    const { pending, recovering } = timersOf(ruleState, summary, policy)
    return { ...seen, pending: pending && viewOf(pending), recovering: recovering && viewOf(recovering) }
  })
}

const viewOf = ({ state, since, requiredMs, dueAt, pausedAt, limits }: HealthTimer): TimerView => ({
  state,
  since: dateOf(since),
  requiredSeconds: requiredMs / 1000,
  dueAt: dateOf(dueAt),
  pausedAt: dateOf(pausedAt),
  limits,
})

const dateOf = (at: number | null) => (at === null ? null : new Date(at))
