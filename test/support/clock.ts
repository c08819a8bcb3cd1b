import type { TimerClock } from '../../src/lib/clock.ts'

type Timer = { dueAt: number; call: () => void }
type Alarm = { everyMs: number; call: (at: number) => void }

/** A clock that only moves when the test moves it. It starts at the current time, rounded down to a minute. */
export type ManualClock = TimerClock & {
  /** Advances by this many milliseconds and calls every due alarm in order; after each step it waits for `settled`. */
  advance(ms: number, settled: () => Promise<void>): Promise<void>
  /** Moves the clock forward or back by this many milliseconds without calling alarms. */
  jump(ms: number): void
  /** Suspends the machine: the time of day goes on, the monotonic time does not. */
  suspend(ms: number): void
  /** Sets the time of day forward or back, as an administrator does: no time passes. */
  set(ms: number): void
}

/** A manual clock that also goes on by itself, beside a peer that uses the time of day. Its alarms ring when it advances. */
export function runningClock(): ManualClock {
  const clock = manualClock(Date.now())
  const begun = performance.now()
  const passed = () => Math.floor(performance.now() - begun)
  return { ...clock, now: () => clock.now() + passed(), elapsed: () => clock.elapsed() + passed() }
}

export function manualClock(start = Math.floor(Date.now() / 60_000) * 60_000): ManualClock {
  const alarms = new Set<Alarm>()
  const timers = new Set<Timer>()
  let now = start
  // Work takes no time while the clock stands still, so a slow machine does not make an endpoint look slow.
  let elapsed = 0
  let suspended = 0
  const move = (ms: number) => {
    now += ms
    elapsed += ms
  }

  return {
    now: () => now,
    elapsed: () => elapsed,
    uptime: () => elapsed + suspended,
    after(ms, call) {
      const timer = { dueAt: elapsed + ms, call }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    every(everyMs, call) {
      const alarm = { everyMs, call }
      alarms.add(alarm)
      return () => alarms.delete(alarm)
    },
    jump: move,
    suspend(ms) {
      now += ms
      suspended += ms
    },
    set(ms) {
      now += ms
    },
    async advance(ms, settled) {
      const end = elapsed + ms
      while (elapsed < end) {
        const nextTimer = Math.min(...[...timers].map(({ dueAt }) => dueAt))
        move(Math.max(0, Math.min(end - elapsed, 1_000 - (now % 1_000), nextTimer - elapsed)))
        const rings = [...alarms].filter(({ everyMs }) => now % everyMs === 0)
        const expired = [...timers].filter(({ dueAt }) => dueAt <= elapsed)
        for (const timer of expired) timers.delete(timer)
        for (const { call } of expired) call()
        for (const { call } of rings) call(now)
        if (rings.length + expired.length > 0) await settled()
      }
    },
  }
}
