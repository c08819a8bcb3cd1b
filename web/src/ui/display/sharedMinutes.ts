import { createContext, useContext } from 'react'

const MINUTE_MS = 60_000

/** The minutes since 1970 that several rows of the surrounding list share; times in these minutes show seconds. */
export const SharedMinutes = createContext<ReadonlySet<number>>(new Set())

/** Finds the minutes that several of the times share. */
export function findSharedMinutes(times: readonly string[]): ReadonlySet<number> {
  const minutes = times.map(minuteOf)
  const seen = new Set<number>()
  return new Set(minutes.filter((minute) => seen.size === seen.add(minute).size))
}

/** Whether another row of the surrounding list shows the same minute. */
export const useIsMinuteShared = (at: string): boolean => useContext(SharedMinutes).has(minuteOf(at))

const minuteOf = (at: string) => Math.floor(Date.parse(at) / MINUTE_MS)
