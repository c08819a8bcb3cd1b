import { type MaintenanceInput } from '../../api/incidents/maintenance.ts'
import { timeZone } from '../../format/madridTime.ts'
import { fromZonedLocal, toZonedLocal } from '../../format/zonedTime.ts'
import { everything, isScopeEmpty, type ScopeSelection, toScopeInput } from '../../subjects/scope.ts'
import { type Recurrence, toRule, weekdayOf } from './recurrence.ts'

const HOUR_MS = 3_600_000
const MAX_DURATION_MS = 90 * 24 * HOUR_MS

/** Maintenance as the form edits it; `starts` and `ends` are wall-clock times of the zone. */
export type MaintenancePlan = {
  scope: ScopeSelection
  reason: string
  starts: string
  ends: string
  zone: string
  recurrence: Recurrence
}

/** The zones that the form offers: that of the platform first. */
export const timeZones: string[] = [...new Set([timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]

/** A plan that begins at the next full hour and lasts two hours. */
export function emptyPlan(now: Date): MaintenancePlan {
  const start = Math.ceil(now.getTime() / HOUR_MS) * HOUR_MS
  return {
    scope: { ...everything, scope: 'subjects' },
    reason: '',
    starts: toZonedLocal(new Date(start), timeZone),
    ends: toZonedLocal(new Date(start + 2 * HOUR_MS), timeZone),
    zone: timeZone,
    recurrence: { frequency: 'once', days: [], until: '' },
  }
}

/** A missing or invalid part of a plan. */
type PlanProblem = 'scope' | 'reason' | 'time' | 'order' | 'past' | 'long' | 'until'

/** The first problem of a plan; undefined if it can be sent. */
export function problemOf(plan: MaintenancePlan, now: Date): PlanProblem | undefined {
  if (isScopeEmpty(plan.scope)) return 'scope'
  if (plan.reason.trim() === '') return 'reason'
  const [start, end] = [startOf(plan), endOf(plan)]
  if (!start || !end) return 'time'
  if (end <= start) return 'order'
  if (end <= now) return 'past'
  if (end.getTime() - start.getTime() > MAX_DURATION_MS) return 'long'
  const { frequency, until } = plan.recurrence
  return frequency !== 'once' && until !== '' && until < plan.starts.slice(0, 10) ? 'until' : undefined
}

/** The plan as the server takes it. It must have no problem. */
export function toInput(plan: MaintenancePlan): MaintenanceInput {
  return {
    matcher: toScopeInput(plan.scope),
    reason: plan.reason.trim(),
    startsAt: startOf(plan)?.toISOString() ?? '',
    endsAt: endOf(plan)?.toISOString() ?? '',
    recurrence: toRule(plan.recurrence, weekdayOf(plan.starts)),
    zone: plan.zone,
  }
}

const startOf = ({ starts, zone }: MaintenancePlan) => fromZonedLocal(starts, zone, 'first')
const endOf = ({ ends, zone }: MaintenancePlan) => fromZonedLocal(ends, zone, 'last')
