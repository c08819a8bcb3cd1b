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

/** Round moments of the clock in Madrid to mark a time axis with, as many as have room. */
export function marksBetween(from: number, to: number, { marksMs }: Window, widthPx: number): number[] {
  const fits = (everyMs: number) => ((to - from) / everyMs) * ROOM_PX <= widthPx
  const everyMs = marksMs.find(fits) ?? marksMs.at(-1) ?? to - from
  const first = Math.ceil((from + offsetAt(from)) / everyMs) * everyMs
  const marks: number[] = []
  for (let wall = first; ; wall += everyMs) {
    // The clock may have been put forward or back meanwhile.
    const at = wall - offsetAt(wall - offsetAt(from))
    if (at > to) return marks
    marks.push(at)
  }
}

/** A mark in words: the time, or the day where days matter; at midnight the day that begins. */
export const showMark = (at: number, { lastsMs }: Window): string =>
  lastsMs > DAY || clock.format(at) === midnight ? day.format(at) : clock.format(at)

/** From when to when a step lasts. */
export function showStep({ from, to }: { from: number; to: number }): string {
  const seconds = to - from < MINUTE ? withSeconds : withoutSeconds
  const end = day.format(from) === day.format(to) ? seconds.clock : seconds.exact
  return `${seconds.exact.format(from)} – ${end.format(to)}`
}

const midnight = clock.format(Date.UTC(2026, 0, 1, 23))
