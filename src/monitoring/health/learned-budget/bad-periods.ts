import { isBad, type State } from '../rule/state.ts'
import { hourMs } from './hour-latency.ts'

/** A stretch of time in a bad state, in milliseconds since 1970; `to` is null while it lasts. */
export type BadPeriod = { from: number; to: number | null }

/** A change of state. */
export type StateChange = { from: State; to: State; at: number }

/** The periods in a bad state, from the changes of state in order of time and the present state. */
export function badPeriods(changes: readonly StateChange[], present: State): BadPeriod[] {
  const periods: BadPeriod[] = isBad(changes[0]?.from ?? present) ? [{ from: 0, to: null }] : []
  for (const { to, at } of changes) addChange(periods, to, at)
  return periods
}

/** Adds a change of state to the periods before it. */
export function addChange(periods: BadPeriod[], to: State, at: number): void {
  const last = periods.at(-1)
  const open = last?.to === null ? last : null
  if (!isBad(to)) {
    if (open) open.to = at
  } else if (!open) periods.push({ from: at, to: null })
}

/** Whether any part of an hour was in a bad state. */
export const isBadHour = (periods: readonly BadPeriod[], start: number): boolean =>
  periods.some(({ from, to }) => from < start + hourMs && (to === null || to > start))
