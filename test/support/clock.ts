import type { Clock } from '../../src/lib/clock.ts'

type Alarm = { everyMs: number; call: (at: number) => void }

/** A clock that stands still until it is told to go on. It begins at a whole minute of the present. */
export type ManualClock = Clock & {
  /** Goes on by so many milliseconds and rings every alarm on the way, in order; after each it waits for `settled`. */
  advance(ms: number, settled: () => Promise<void>): Promise<void>
  /** Is set to another time, forward or back; nothing rings on the way. */
  jump(ms: number): void
}

export function manualClock(start = Date.now() - (Date.now() % 60_000)): ManualClock {
  const alarms = new Set<Alarm>()
  let now = start

  return {
    now: () => now,
    // What happens while the time stands still takes none: a slow machine is nobody's slow endpoint.
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
