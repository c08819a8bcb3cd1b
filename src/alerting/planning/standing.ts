import type { Database } from '../../database/database.ts'
import type { DestinationType } from '../../generated/prisma/client.ts'
import { channelOf } from '../channels/channels.ts'
import type { FilteredIncident } from '../destinations/destination-filter.ts'
import { activeMutes } from '../mutes.ts'
import type { AlertedIncident } from './open-incidents.ts'

/** The standing of an incident for a destination: reported as open, reported as over, or not reported for now. */
export type Standing = 'FIRING' | 'OVER' | 'HELD'

/** Whether an incident is muted. */
export type IsMuted = (incident: FilteredIncident) => boolean

/**
 * The standing of an incident for a type of destination. A suppressed incident does not count: receivers that track
 * alerts are told that it is over; people hear of it again once the suppression or the incident ends.
 */
export function standingOf(
  incident: Pick<AlertedIncident, 'isOpen' | 'suppressed'> & FilteredIncident,
  type: DestinationType,
  isMuted: IsMuted,
): Standing {
  if (isMuted(incident)) return 'HELD'
  if (!incident.isOpen) return 'OVER'
  if (!incident.suppressed) return 'FIRING'
  return channelOf(type).tracksAlerts ? 'OVER' : 'HELD'
}

/**
 * Reads the mutes that are active at a time in milliseconds since 1970, and returns a predicate for muted incidents.
 */
export async function readMutes(db: Database, at: number): Promise<IsMuted> {
  const isSubjectMuted = await activeMutes(db, new Date(at))
  return (incident) => isSubjectMuted({ ...incident, key: incident.subjectKey })
}
