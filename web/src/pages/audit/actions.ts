import { type AuditEntry, type AuditFilter } from '../../api/auth/audit.ts'
import { actionGroups, dryRunAction, replayAction } from './actionGroups.ts'
import { type AuditFilters } from './filters.ts'

const labels = new Map(actionGroups.flatMap(({ actions }) => Object.entries(actions)))

type ActionOfEntry = Pick<AuditEntry, 'action' | 'before'>

/** The label of the action of an entry; undefined if the action is unknown. */
export const actionLabel = (entry: ActionOfEntry): string | undefined =>
  labels.get(isDryRun(entry) ? dryRunAction : entry.action)

/**
 * Whether an entry records a simulated replay, which changed nothing. The audit trail has one action for both kinds of
 * replay.
 */
export const isDryRun = ({ action, before }: ActionOfEntry): boolean =>
  isReplay(action) && typeof before === 'object' && before !== null && 'dryRun' in before && before.dryRun === true

/** Whether an action is a replay or a simulated one. */
export const isReplay = (action: string): boolean => action === replayAction

/** Converts the filter of the page to that of the server, where replays and simulated replays have the same action. */
export function toServerFilter({ action, ...filters }: AuditFilters): AuditFilter {
  if (action === dryRunAction) return { ...filters, action: replayAction, dryRun: true }
  return { ...filters, action: action ?? null, dryRun: action === replayAction ? false : null }
}
