import { type AuditEntry, type AuditFilter } from '../../api/auth/audit.ts'
import { actionGroups, dryRunAction, replayAction } from './actionGroups.ts'
import { type AuditFilters } from './filters.ts'

const labels = new Map(actionGroups.flatMap(({ actions }) => Object.entries(actions)))

type ActionOfEntry = Pick<AuditEntry, 'action' | 'before'>

/** The label of what an entry records; undefined if its action is unknown. */
export const actionLabel = (entry: ActionOfEntry): string | undefined =>
  labels.get(isDryRun(entry) ? dryRunAction : entry.action)

/** Whether an entry records a replay that changed nothing. Both kinds of replay have the same action in the trail. */
export const isDryRun = ({ action, before }: ActionOfEntry): boolean =>
  isReplay(action) && typeof before === 'object' && before !== null && 'dryRun' in before && before.dryRun === true

/** Whether an action is a replay, or the simulation of one. */
export const isReplay = (action: string): boolean => action === replayAction

/** The filter of the server for a filter of the page: replays and their simulations have one action there. */
export function toServerFilter({ action, ...filters }: AuditFilters): AuditFilter {
  if (action === dryRunAction) return { ...filters, action: replayAction, dryRun: true }
  return { ...filters, action: action ?? null, dryRun: action === replayAction ? false : null }
}
