import type { Severity } from '../../generated/prisma/client.ts'
import { notAhead } from '../../lib/clock.ts'

/** The last report of an incident to a destination. The severity is null if that message could not be delivered. */
export type SentIncident = { severity: Severity | null; acknowledged: boolean }

/** The report of an incident that may not have reached the destination: a later message has to tell its state. */
export const notSent: SentIncident = { severity: null, acknowledged: false }

/** The stored state of a group. Times are in milliseconds since 1970. */
export type GroupState = {
  /** Time at which the changes are due; null without changes. */
  nextAt: number | null
  /** Time of the last message; null before the first, and after the destination was enabled again. */
  lastAt: number | null
  /** The incidents that were last reported as open, by id. */
  sent: Readonly<Record<string, SentIncident>>
}

/** An incident of a group: an open one that it may report, or one of `sent` that has been resolved. */
export type GroupIncident = {
  id: string
  severity: Severity
  acknowledged: boolean
  resolved: boolean
  /**
   * The time from which the incident may be reported: its opening, or the end of the time that it had to stay
   * unacknowledged.
   */
  since: number
  /** Whether no messages are sent about the incident for now; its last report stays valid. */
  muted: boolean
}

/** The times that determine when a group reports, and the events that trigger a report. */
export type GroupTimes = {
  waitMs: number
  intervalMs: number
  repeatMs: number | null
  tellsResolved: boolean
  /** Whether an acknowledgement alone triggers a message. */
  tellsAcknowledged: boolean
}

/** The content of a message as incident ids. `news` are the changed incidents; in a repetition, all of them. */
export type PlannedMessage = {
  firing: readonly string[]
  resolved: readonly string[]
  news: readonly string[]
  isRepetition: boolean
}

/** The state of the group after a step, and the message to write; null without one. */
export type GroupPlan = GroupState & { message: PlannedMessage | null }

/**
 * Decides what a group reports at a time by comparing the incidents with the last report. A change that is reverted
 * before it is due is never reported; a change missed at one step is found at the next. A message reports all changes,
 * at least `waitMs` after the first and `intervalMs` after the previous message. Unacknowledged incidents are repeated
 * `repeatMs` after the last message.
 */
export function planGroup(
  times: GroupTimes,
  stored: GroupState,
  incidents: readonly GroupIncident[],
  at: number,
): GroupPlan {
  const state = withoutFuture(stored, times, at)
  const unmuted = incidents.filter(({ muted }) => !muted)
  const kept = times.tellsResolved ? state.sent : withoutIds(state.sent, resolvedOf(unmuted, state))
  const changed = unmuted.filter((incident) => isChanged(incident, kept, times))
  if (changed.length > 0) return planChanges(times, { ...state, sent: kept }, { unmuted, changed }, at)
  const unacknowledged = unmuted.filter(({ resolved, acknowledged }) => !resolved && !acknowledged)
  const quiet = { ...state, nextAt: null, sent: kept }
  if (unacknowledged.length === 0 || !isRepeatDue(times, quiet, at)) return { ...quiet, message: null }
  const firing = idsOf(unacknowledged)
  return { ...quiet, lastAt: at, message: { firing, resolved: [], news: firing, isRepetition: true } }
}

/** The stored state with times that are too far ahead corrected, as they are after the clock was set back. */
function withoutFuture(state: GroupState, times: GroupTimes, at: number): GroupState {
  const lastAt = state.lastAt === null ? null : notAhead(state.lastAt, at)
  const nextAt = state.nextAt === null ? null : Math.min(state.nextAt, earliest(times, lastAt, at))
  return { ...state, nextAt, lastAt }
}

/** The time at which changes that begin at `at` are due. */
const earliest = ({ waitMs, intervalMs }: GroupTimes, lastAt: number | null, at: number): number =>
  Math.max(at + waitMs, (lastAt ?? -Infinity) + intervalMs)

const resolvedOf = (incidents: readonly GroupIncident[], { sent }: GroupState) =>
  idsOf(incidents.filter(({ id, resolved }) => resolved && id in sent))

const idsOf = (incidents: readonly GroupIncident[]) => incidents.map(({ id }) => id)

function isChanged(
  { id, resolved, severity, acknowledged }: GroupIncident,
  sent: GroupState['sent'],
  { tellsAcknowledged }: GroupTimes,
): boolean {
  const before = sent[id]
  if (!before) return !resolved
  return resolved || severity !== before.severity || (tellsAcknowledged && acknowledged !== before.acknowledged)
}

type Changes = { unmuted: readonly GroupIncident[]; changed: readonly GroupIncident[] }

function planChanges(times: GroupTimes, state: GroupState, { unmuted, changed }: Changes, at: number): GroupPlan {
  const nextAt = dueAt(times, state, changed, at)
  if (nextAt > at) return { ...state, nextAt, message: null }
  const resolved = resolvedOf(unmuted, state)
  const firing = unmuted.filter((incident) => !incident.resolved)
  const sent = { ...withoutIds(state.sent, resolved), ...sentOf(firing) }
  const message = { firing: idsOf(firing), resolved, news: idsOf(changed), isRepetition: false }
  return { nextAt: null, lastAt: at, sent, message }
}

// New incidents wait from their own opening, so one that replaces a vanished change is not reported too soon.
function dueAt(times: GroupTimes, state: GroupState, changed: readonly GroupIncident[], at: number) {
  const planned = state.nextAt ?? earliest(times, state.lastAt, at)
  const isOnlyNew = changed.every(({ id }) => !(id in state.sent))
  return isOnlyNew ? Math.max(planned, Math.min(...changed.map(({ since }) => since)) + times.waitMs) : planned
}

const isRepeatDue = ({ repeatMs, intervalMs }: GroupTimes, { lastAt }: GroupState, at: number) =>
  lastAt === null || (repeatMs !== null && at >= lastAt + Math.max(repeatMs, intervalMs))

/** The reports of incidents as open, by id. */
export const sentOf = (
  firing: readonly Pick<GroupIncident, 'id' | 'severity' | 'acknowledged'>[],
): Record<string, SentIncident> =>
  Object.fromEntries(firing.map(({ id, severity, acknowledged }) => [id, { severity, acknowledged }]))

/** Reports without those of the incidents with these ids. */
export const withoutIds = (sent: GroupState['sent'], ids: readonly string[]): GroupState['sent'] =>
  Object.fromEntries(Object.entries(sent).filter(([id]) => !ids.includes(id)))
