import { type HistoryWindow } from '../../generated/graphql.ts'
import { keysOf } from '../../ui/labels.ts'
import { omitUndefined } from '../../ui/list/searchParams.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A period to look back over. */
export type ChartWindow = {
  /** The value of the window in the URL. */
  id: string
  historyWindow: HistoryWindow
  label: string
  durationMs: number
  /** The shortest step that the server returns, in milliseconds. */
  stepMs: number
  /** The refresh interval. */
  refetchIntervalMs: number
  /** Allowed distances between ticks of the time axis, shortest first. */
  tickIntervalsMs: readonly number[]
}

const windowOf: Record<HistoryWindow, Omit<ChartWindow, 'historyWindow'>> = {
  LAST_HOUR: {
    id: '1h',
    label: '1 h',
    durationMs: HOUR,
    stepMs: 10 * SECOND,
    refetchIntervalMs: 15 * SECOND,
    tickIntervalsMs: [5 * MINUTE, 10 * MINUTE, 20 * MINUTE],
  },
  LAST_6_HOURS: {
    id: '6h',
    label: '6 h',
    durationMs: 6 * HOUR,
    stepMs: MINUTE,
    refetchIntervalMs: 30 * SECOND,
    tickIntervalsMs: [30 * MINUTE, HOUR, 2 * HOUR],
  },
  LAST_24_HOURS: {
    id: '24h',
    label: '24 h',
    durationMs: DAY,
    stepMs: 5 * MINUTE,
    refetchIntervalMs: MINUTE,
    tickIntervalsMs: [2 * HOUR, 4 * HOUR, 6 * HOUR],
  },
  LAST_7_DAYS: {
    id: '7d',
    label: '7 d',
    durationMs: 7 * DAY,
    stepMs: HOUR,
    refetchIntervalMs: 5 * MINUTE,
    tickIntervalsMs: [DAY, 2 * DAY],
  },
  LAST_90_DAYS: {
    id: '90d',
    label: '90 d',
    durationMs: 90 * DAY,
    stepMs: 12 * HOUR,
    refetchIntervalMs: 10 * MINUTE,
    tickIntervalsMs: [7 * DAY, 14 * DAY, 28 * DAY],
  },
}

/** The window for a value of the GraphQL enum. */
export const findWindow = (historyWindow: HistoryWindow): ChartWindow => ({
  historyWindow,
  ...windowOf[historyWindow],
})

/** All windows, shortest first. */
export const windows: readonly ChartWindow[] = keysOf(windowOf).map(findWindow)

const defaultWindow = findWindow('LAST_6_HOURS')

/** The window with this id, or `fallback`, by default the last six hours. */
export const windowById = (id: unknown, fallback = defaultWindow): ChartWindow =>
  windows.find((window) => window.id === id) ?? fallback

/** The shortest window that includes a moment in its last 90 %; undefined if no window does. */
export const shortestWindowSince = (at: string): ChartWindow | undefined =>
  windows.find(({ durationMs }) => Date.now() - durationMs * 0.9 < Date.parse(at))

/** Reads the window from a URL; an unknown one is ignored. */
export const readWindow = ({ window: id }: Record<string, unknown>): { window?: string } =>
  omitUndefined({ window: windows.find((window) => window.id === id)?.id })
