import { type DayIncident } from '../../../api/health/overview.ts'

/** The opening or resolution of an incident. */
export type DayChange = { event: 'opened' | 'resolved'; at: string; incident: DayIncident }

/** The openings and resolutions since a moment, newest first. */
export const changesSince = (since: Date, incidents: readonly DayIncident[]): DayChange[] =>
  incidents
    .flatMap((incident): DayChange[] => [
      { event: 'opened', at: incident.openedAt, incident },
      ...(incident.resolvedAt ? [{ event: 'resolved' as const, at: incident.resolvedAt, incident }] : []),
    ])
    .filter(({ at }) => new Date(at) >= since)
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at))

/** The position of an incident on a time axis: its lane, and start and length in percent of the axis. */
export type PositionedIncident = { incident: DayIncident; lane: number; start: number; length: number }

type Period = { since: Date; until: Date }

/** Places incidents in as few lanes as possible without overlaps, and counts the lanes. */
export function positionIncidents(incidents: readonly DayIncident[], { since, until }: Period) {
  const [from, lengthMs] = [since.getTime(), until.getTime() - since.getTime()]
  const percent = (at: string | null) =>
    Math.min(100, Math.max(0, (((at ? Date.parse(at) : until.getTime()) - from) / lengthMs) * 100))
  const ends: number[] = []
  const positions = incidents
    .toSorted((a, b) => Date.parse(a.openedAt) - Date.parse(b.openedAt))
    .map((incident): PositionedIncident => {
      const [start, end] = [percent(incident.openedAt), percent(incident.resolvedAt)]
      const freeLane = ends.findIndex((laneEnd) => laneEnd + MIN_GAP <= start)
      const lane = freeLane === -1 ? ends.length : freeLane
      ends[lane] = end
      return { incident, lane, start, length: end - start }
    })
  return { positions, lanes: ends.length }
}

// Minimum gap in percent: even the shortest incident is drawn some pixels wide.
const MIN_GAP = 0.8
