import { locale } from '../../language.ts'
import { offsetAt, timeZone } from '../../ui/madrid.ts'
import { type Window } from './windows.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const ROOM_PX = 76

const onADay = { timeZone, day: 'numeric', month: 'short' } as const
const ofDay = { hour: '2-digit', minute: '2-digit' } as const
const clock = new Intl.DateTimeFormat(locale, { timeZone, ...ofDay })
const day = new Intl.DateTimeFormat(locale, onADay)
const withoutSeconds = { clock, exact: new Intl.DateTimeFormat(locale, { ...onADay, ...ofDay }) }
const withSeconds = {
  clock: new Intl.DateTimeFormat(locale, { timeZone, ...ofDay, second: '2-digit' }),
  exact: new Intl.DateTimeFormat(locale, { ...onADay, ...ofDay, second: '2-digit' }),
}

/** Ticks of a time axis at round times in Madrid, as many as fit the width. */
export function marksBetween(from: number, to: number, { marksMs }: Window, widthPx: number): number[] {
  const fits = (everyMs: number) => ((to - from) / everyMs) * ROOM_PX <= widthPx
  const everyMs = marksMs.find(fits) ?? marksMs.at(-1) ?? to - from
  const first = Math.ceil((from + offsetAt(from)) / everyMs) * everyMs
  const marks: number[] = []
  for (let wall = first; ; wall += everyMs) {
    // The UTC offset may have changed since `from`.
    const at = wall - offsetAt(wall - offsetAt(from))
    if (at > to) return marks
    marks.push(at)
  }
}

/** The label of a tick: the time, or the day in windows longer than a day and at midnight. */
export const showMark = (at: number, { lastsMs }: Window): string =>
  lastsMs > DAY || clock.format(at) === midnight ? day.format(at) : clock.format(at)

/** The start and end of a step as text. */
export function showStep({ from, to }: { from: number; to: number }): string {
  const seconds = to - from < MINUTE ? withSeconds : withoutSeconds
  const end = day.format(from) === day.format(to) ? seconds.clock : seconds.exact
  return `${seconds.exact.format(from)} – ${end.format(to)}`
}

const midnight = clock.format(Date.UTC(2026, 0, 1, 23))
