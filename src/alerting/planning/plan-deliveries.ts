import type { RootDatabase } from '../../database/database.ts'
import type { DeliveryGroup, Destination } from '../../generated/prisma/client.ts'
import { isAhead } from '../../lib/clock.ts'
import { log } from '../../lib/log.ts'
import { channelOf } from '../channels/channels.ts'
import { matchesFilter, readFilter, type DestinationFilter } from '../destinations/destination-filter.ts'
import { groupKeyOf } from './group-key.ts'
import { readSent, readState } from './groups.ts'
import { listAlertedIncidents, type AlertedIncident } from './open-incidents.ts'
import { planGroup, type GroupIncident, type GroupState } from './plan-group.ts'
import { standingOf, type IsMuted, type Standing } from './standing.ts'
import { saveGroupStates, writeGroupMessage, type PlannedGroup } from './write-plan.ts'

/** A destination with its groups. */
export type PlannedDestination = Destination & { groups: DeliveryGroup[] }

/** The time of a step in milliseconds since 1970, the origin of URLs, and which incidents are muted. */
export type PlanningContext = {
  at: number
  publicOrigin: string | null
  isMuted: IsMuted
}

/**
 * Compares the open incidents with the last report to each destination, and writes the messages that are due. A failing
 * destination does not delay the others.
 */
export async function planDeliveries(
  db: RootDatabase,
  destinations: readonly PlannedDestination[],
  context: PlanningContext,
): Promise<void> {
  const reported = destinations.flatMap(({ groups }) => groups.flatMap(({ sent }) => Object.keys(readSent(sent))))
  const incidents = await listAlertedIncidents(db, reported)
  for (const destination of destinations)
    try {
      await planDestination(db, destination, incidents, context)
    } catch (error) {
      log.warn(
        { err: error, destination: destination.name },
        'failed to write the messages of a destination; trying again',
      )
    }
}

async function planDestination(
  db: RootDatabase,
  destination: PlannedDestination,
  incidents: readonly AlertedIncident[],
  context: PlanningContext,
): Promise<void> {
  const planned = planGroups(destination, incidents, context)
  await saveGroupStates(
    db,
    destination.id,
    planned.filter(({ plan }) => !plan.message),
  )
  for (const group of planned) await writeGroupMessage(db, destination, group, context)
}

/** The plans of those groups of a destination whose state changes. */
function planGroups(
  destination: PlannedDestination,
  all: readonly AlertedIncident[],
  { at, isMuted }: PlanningContext,
) {
  const filter = readFilter(destination.filter)
  const times = { ...destination, tellsAcknowledged: channelOf(destination.type).takesSingleIncidents }
  const states = new Map(destination.groups.map((group) => [group.key, readState(group)]))
  const byGroup = assignGroups(destination, all, states)
  return [...byGroup].flatMap(([key, incidents]): PlannedGroup[] => {
    const before = states.get(key) ?? { nextAt: null, lastAt: null, sent: {} }
    const considered = incidents.flatMap((incident) => {
      const standing = standingOf(incident, destination.type, isMuted)
      const seen = considerIncident(incident, standing, { destination, filter, sent: before.sent, at })
      return seen && (seen.since <= at || incident.id in before.sent) ? [seen] : []
    })
    const plan = planGroup(times, before, considered, at)
    return isUnchanged(plan, before) ? [] : [{ key, before, plan, incidents }]
  })
}

/**
 * The incidents of each group. An incident that was reported stays in its group even if the destination's settings
 * change.
 */
function assignGroups(
  { groupBy }: Destination,
  incidents: readonly AlertedIncident[],
  states: ReadonlyMap<string, GroupState>,
): Map<string, AlertedIncident[]> {
  const groupOfTold = new Map([...states].flatMap(([key, { sent }]) => Object.keys(sent).map((id) => [id, key])))
  const byGroup = new Map<string, AlertedIncident[]>([...states.keys()].map((key) => [key, []]))
  for (const incident of incidents) {
    const key = groupOfTold.get(incident.id) ?? groupKeyOf(groupBy, incident)
    const group = byGroup.get(key)
    if (group) group.push(incident)
    else byGroup.set(key, [incident])
  }
  return byGroup
}

type Considering = {
  destination: Destination
  filter: DestinationFilter
  sent: GroupState['sent']
  at: number
}

/** The incident as input of its group; null if the destination does not receive it. */
function considerIncident(
  incident: AlertedIncident,
  standing: Standing,
  { destination, filter, sent, at }: Considering,
): GroupIncident | null {
  const { id, severity, status, subjectId } = incident
  // A time from before the clock was set back: the real waiting time is unknown, and counts as long enough.
  const [openSince, unacknowledgedSince] = [incident.openSince, incident.unacknowledgedSince].map((since) =>
    isAhead(since, at) ? 0 : since,
  ) as [number, number]
  const acknowledged = status === 'ACKNOWLEDGED'
  const seen = {
    ...{ id, severity, acknowledged, since: openSince },
    resolved: standing === 'OVER',
    muted: standing === 'HELD',
  }
  if (id in sent) return seen
  // The incident of a destination's own integration is never reported through that destination.
  const isExcluded = seen.resolved || subjectId === destination.subjectId || !matchesFilter(filter, incident)
  if (isExcluded) return null
  const afterMs = destination.onlyUnacknowledgedAfterMs
  if (afterMs === null) return seen
  return acknowledged ? null : { ...seen, since: unacknowledgedSince + afterMs }
}

// The sets of ids differ if a resolved incident is dropped without a message.
const isUnchanged = (plan: GroupState & { message: unknown }, before: GroupState) =>
  !plan.message &&
  plan.nextAt === before.nextAt &&
  plan.lastAt === before.lastAt &&
  Object.keys(plan.sent).length === Object.keys(before.sent).length
