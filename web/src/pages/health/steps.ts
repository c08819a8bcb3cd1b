import { type History, type HistoryPoint } from '../../api/health.ts'
import { windowAsked, type Window } from './windows.ts'

/** One step of a chart. Without samples there is nothing to tell, which is not the same as 0. */
export type Step = {
  /** When it begins and ends, and its middle, where it is drawn, in milliseconds since 1970. */
  from: number
  to: number
  middle: number
  point: HistoryPoint | null
  /** Whether it is still going on, so that its requests are not all there yet. */
  isUnderway: boolean
}

/** What a history's charts show: every step of the window, those without samples too. */
export type Span = { window: Window; from: number; to: number; present: number; steps: readonly Step[] }

/**
 * Lays a history out over its window, whose end is the end of the step that is under way. Clocks differ: what has happened
 * by the server's is not in the future.
 */
export function spanOf({ window: asked, points, present: read }: History, stateSince: string | undefined): Span {
  const present = Math.max(read, stateSince ? Date.parse(stateSince) : 0)
  const window = windowAsked(asked)
  const { lastsMs, stepMs } = window
  const to = present - (present % stepMs) + stepMs
  const from = to - lastsMs
  const pointAt = new Map(points.map((point) => [Date.parse(point.at), point]))
  const steps = Array.from({ length: lastsMs / stepMs }, (_, index): Step => {
    const start = from + index * stepMs
    const end = start + stepMs
    const point = pointAt.get(start) ?? null
    return { from: start, to: end, middle: start + stepMs / 2, point, isUnderway: end > present }
  })
  return { window, from, to, present, steps }
}
