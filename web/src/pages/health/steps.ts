import { type History, type HistoryPoint } from '../../api/health.ts'
import { windowAsked, type Window } from './windows.ts'

/** One step of a chart. A step without samples has no point, which differs from 0. */
export type Step = {
  /** Start, end and middle in milliseconds since 1970; the charts draw it at its middle. */
  from: number
  to: number
  middle: number
  point: HistoryPoint | null
  /** Whether the step is still running, so that its requests are incomplete. */
  isUnderway: boolean
}

/** The data of a history's charts: every step of the window, including those without samples. */
export type Span = { window: Window; from: number; to: number; present: number; steps: readonly Step[] }

/**
 * Lays a history out over its window, which ends with the current step. If the browser's clock lags, the time of the
 * server's last change of state counts as the present.
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
