import { type HistoryWindow } from '../../generated/graphql.ts'
import { present } from '../../ui/list/search.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A period to look back over. */
export type Window = {
  /** Its value in the URL. */
  id: string
  asked: HistoryWindow
  label: string
  lastsMs: number
  /** The length of a step, equal to the server's aggregation interval. */
  stepMs: number
  stepLabel: string
  /** The refresh interval. */
  everyMs: number
  /** Allowed distances between ticks of the time axis, shortest first. */
  marksMs: readonly number[]
}

const usual: Window = {
  id: '6h',
  asked: 'LAST_6_HOURS',
  label: '6 h',
  lastsMs: 6 * HOUR,
  stepMs: MINUTE,
  stepLabel: '1 min',
  everyMs: 30 * SECOND,
  marksMs: [30 * MINUTE, HOUR, 2 * HOUR],
}

/** All windows, shortest first. */
export const windows: readonly Window[] = [
  {
    id: '1h',
    asked: 'LAST_HOUR',
    label: '1 h',
    lastsMs: HOUR,
    stepMs: 10 * SECOND,
    stepLabel: '10 s',
    everyMs: 15 * SECOND,
    marksMs: [5 * MINUTE, 10 * MINUTE, 20 * MINUTE],
  },
  usual,
  {
    id: '24h',
    asked: 'LAST_24_HOURS',
    label: '24 h',
    lastsMs: DAY,
    stepMs: 5 * MINUTE,
    stepLabel: '5 min',
    everyMs: MINUTE,
    marksMs: [2 * HOUR, 4 * HOUR, 6 * HOUR],
  },
  {
    id: '7d',
    asked: 'LAST_7_DAYS',
    label: '7 d',
    lastsMs: 7 * DAY,
    stepMs: HOUR,
    stepLabel: '1 h',
    everyMs: 5 * MINUTE,
    marksMs: [DAY, 2 * DAY],
  },
  {
    id: '90d',
    asked: 'LAST_90_DAYS',
    label: '90 d',
    lastsMs: 90 * DAY,
    stepMs: 12 * HOUR,
    stepLabel: '12 h',
    everyMs: 10 * MINUTE,
    marksMs: [7 * DAY, 14 * DAY, 28 * DAY],
  },
]

/** The window with this id, or `otherwise`, by default the last six hours. */
export const windowOf = (id: unknown, otherwise = usual): Window =>
  windows.find((window) => window.id === id) ?? otherwise

/** The shortest window whose last 90 % include a moment; undefined if none does. */
export const windowSince = (at: string): Window | undefined =>
  windows.find(({ lastsMs }) => Date.now() - lastsMs * 0.9 < Date.parse(at))

/** Reads the window from a URL; an unknown one is ignored. */
export const readWindow = ({ window: id }: Record<string, unknown>): { window?: string } =>
  present({ window: windows.find((window) => window.id === id)?.id })

/** The window for a value of the GraphQL enum. */
export const windowAsked = (asked: HistoryWindow): Window => windows.find((window) => window.asked === asked) ?? usual
