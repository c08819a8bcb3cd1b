import { type SubjectHistory, type HistoryPoint } from '../../api/health/health.ts'
import { findWindow, type ChartWindow } from './chartWindows.ts'

/** One step of a chart. A step without samples has no point, which differs from 0. */
export type Step = {
  /** Start, end and middle in milliseconds since 1970; the charts draw it at its middle. */
  from: number
  to: number
  middle: number
  point: HistoryPoint | null
  /**
   * The latency budget at the end of the step, in milliseconds; null if none was recorded and the fixed budget is
   * unknown.
   */
  budgetMs: number | null
  /** The least number of requests expected at this time of day; null if none are expected or that is unknown. */
  expected: number | null
  /** Whether the step is still running, so that its requests are incomplete. */
  isRunning: boolean
}

/** The data of a history's charts: every step of the window, including those without samples. */
export type Span = {
  window: ChartWindow
  stepMs: number
  from: number
  to: number
  nowMs: number
  steps: readonly Step[]
}

type Known = {
  stateSince?: string | undefined
  fixedBudgetMs?: number | undefined
  expectedByHour?: readonly (number | null)[] | undefined
}

const HOUR_MS = 3_600_000

/**
 * Lays a history out over its window, which ends with the current step. If the browser's clock is behind, the time of
 * the server's last change of state counts as the present. The fixed latency budget is used where none was recorded.
 * The expected requests a minute are given by hour: first those of a weekday (UTC), then those of a weekend day.
 */
export function createSpan(
  { window: historyWindow, points, nowMs: receivedNowMs }: SubjectHistory,
  { stateSince, fixedBudgetMs, expectedByHour = [] }: Known,
): Span {
  const nowMs = Math.max(receivedNowMs, stateSince ? Date.parse(stateSince) : 0)
  const window = findWindow(historyWindow)
  const { durationMs } = window
  const stepMs = points[0] ? points[0].seconds * 1_000 : window.stepMs
  const to = nowMs - (nowMs % stepMs) + stepMs
  const from = to - durationMs
  const pointAt = new Map(points.map((point) => [Date.parse(point.at), point]))
  const budgetOf = (point: HistoryPoint | undefined) => point?.budgetMs ?? fixedBudgetMs ?? null
  const expectedIn = (start: number, ms: number) => {
    const perMinute = ms > HOUR_MS ? null : expectedByHour[kindOfHour(start)]
    return perMinute == null ? null : (perMinute * ms) / 60_000
  }
  // A step without samples takes the budget of the last step with samples.
  let budgetMs = budgetOf(points.find(({ at }) => Date.parse(at) >= from))
  const steps = Array.from({ length: durationMs / stepMs }, (_, index): Step => {
    const start = from + index * stepMs
    const end = start + stepMs
    const point = pointAt.get(start) ?? null
    if (point) budgetMs = budgetOf(point)
    return {
      from: start,
      to: end,
      middle: start + stepMs / 2,
      point,
      budgetMs,
      expected: expectedIn(start, stepMs),
      isRunning: end > nowMs,
    }
  })
  return { window, stepMs, from, to, nowMs, steps }
}

/** The index of a time among the 48 kinds of hour: those of a weekday (UTC), then those of a weekend day. */
function kindOfHour(at: number): number {
  const date = new Date(at)
  return date.getUTCHours() + (date.getUTCDay() % 6 === 0 ? 24 : 0)
}
