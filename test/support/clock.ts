import type { Clock } from '../../src/lib/clock.ts'

type Alarm = { everyMs: number; call: (at: number) => void }

/** A clock that only moves when the test moves it. It starts at the current time, rounded down to a minute. */
export type ManualClock = Clock & {
  /** Advances by this many milliseconds and calls every due alarm in order; after each step it waits for `settled`. */
  advance(ms: number, settled: () => Promise<void>): Promise<void>
  /** Sets the clock forward or back by this many milliseconds without calling alarms. */
  jump(ms: number): void
}

export function manualClock(start = Date.now() - (Date.now() % 60_000)): ManualClock {
  const alarms = new Set<Alarm>()
  let now = start

  return {
    now: () => now,
    // Work takes no time while the clock stands still, so a slow machine does not make an endpoint look slow.
    elapsed: () => 0,
    every(everyMs, call) {
      const alarm = { everyMs, call }
      alarms.add(alarm)
      return () => alarms.delete(alarm)
    },
    jump(ms) {
      now += ms
    },
    async advance(ms, settled) {
      const end = now + ms
      while (now < end) {
        now = Math.min(end, now - (now % 1_000) + 1_000)
        const due = [...alarms].filter(({ everyMs }) => now % everyMs === 0)
        for (const { call } of due) call(now)
        if (due.length > 0) await settled()
      }
    },
  }
}
