import { locale } from '../../i18n.ts'
import { madridOffset, timeZone } from '../../format/madridTime.ts'
import { type ChartWindow } from './chartWindows.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const TICK_WIDTH_PX = 76

const dateParts = { timeZone, day: 'numeric', month: 'short' } as const
const timeParts = { hour: '2-digit', minute: '2-digit' } as const
const clock = new Intl.DateTimeFormat(locale, { timeZone, ...timeParts })
const day = new Intl.DateTimeFormat(locale, dateParts)
const withoutSeconds = { clock, exact: new Intl.DateTimeFormat(locale, { ...dateParts, ...timeParts }) }
const withSeconds = {
  clock: new Intl.DateTimeFormat(locale, { timeZone, ...timeParts, second: '2-digit' }),
  exact: new Intl.DateTimeFormat(locale, { ...dateParts, ...timeParts, second: '2-digit' }),
}

/** Ticks of a time axis at round times in Madrid, as many as fit the width. */
export function timeTicks(from: number, to: number, { tickIntervalsMs }: ChartWindow, widthPx: number): number[] {
  const fitsWidth = (intervalMs: number) => ((to - from) / intervalMs) * TICK_WIDTH_PX <= widthPx
  const intervalMs = tickIntervalsMs.find(fitsWidth) ?? tickIntervalsMs.at(-1) ?? to - from
  const first = Math.ceil((from + madridOffset(from)) / intervalMs) * intervalMs
  const ticks: number[] = []
  for (let localMs = first; ; localMs += intervalMs) {
    // The UTC offset may have changed since `from`.
    const at = localMs - madridOffset(localMs - madridOffset(from))
    if (at > to) return ticks
    ticks.push(at)
  }
}

/** The label of a tick: the time; in windows longer than a day, and at midnight, the day. */
export const formatTick = (at: number, { durationMs }: ChartWindow): string =>
  durationMs > DAY || clock.format(at) === midnight ? day.format(at) : clock.format(at)

/** The length of a step as text. */
export function formatStep(stepMs: number): string {
  if (stepMs < MINUTE) return `${String(stepMs / 1_000)} s`
  return stepMs < HOUR ? `${String(stepMs / MINUTE)} min` : `${String(stepMs / HOUR)} h`
}

/** The start and end of a step as text. */
export function formatInterval({ from, to }: { from: number; to: number }): string {
  const seconds = to - from < MINUTE ? withSeconds : withoutSeconds
  const end = day.format(from) === day.format(to) ? seconds.clock : seconds.exact
  return `${seconds.exact.format(from)} – ${end.format(to)}`
}

const midnight = clock.format(Date.UTC(2026, 0, 1, 23))
