import { type DayIncident } from '../../api/overview.ts'

/** The opening or resolution of an incident. */
export type Change = { what: 'opened' | 'resolved'; at: string; incident: DayIncident }

/** The openings and resolutions since a moment, newest first. */
export const changesSince = (since: Date, incidents: readonly DayIncident[]): Change[] =>
  incidents
    .flatMap((incident): Change[] => [
      { what: 'opened', at: incident.openedAt, incident },
      ...(incident.resolvedAt ? [{ what: 'resolved' as const, at: incident.resolvedAt, incident }] : []),
    ])
    .filter(({ at }) => new Date(at) >= since)
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at))

/** The position of an incident on a time axis: its lane, and start and length in percent of the axis. */
export type Placed = { incident: DayIncident; lane: number; start: number; length: number }

type Stretch = { since: Date; until: Date }

/** Places incidents in as few lanes as possible without overlaps, and counts the lanes. */
export function placed(incidents: readonly DayIncident[], { since, until }: Stretch) {
  const [from, whole] = [since.getTime(), until.getTime() - since.getTime()]
  const percent = (at: string | null) =>
    Math.min(100, Math.max(0, (((at ? Date.parse(at) : until.getTime()) - from) / whole) * 100))
  const ends: number[] = []
  const places = incidents
    .toSorted((one, other) => Date.parse(one.openedAt) - Date.parse(other.openedAt))
    .map((incident): Placed => {
      const [start, end] = [percent(incident.openedAt), percent(incident.resolvedAt)]
      const free = ends.findIndex((taken) => taken + APART <= start)
      const lane = free === -1 ? ends.length : free
      ends[lane] = end
      return { incident, lane, start, length: end - start }
    })
  return { places, lanes: ends.length }
}

// Minimum gap in percent: even the shortest incident is drawn some pixels wide.
const APART = 0.8
