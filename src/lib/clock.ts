import { uptime } from 'node:os'

/** A source of time. Rules take the time as a parameter; only the outer layers read a clock. */
export type Clock = {
  /** The current time, in milliseconds since 1970. */
  now: () => number
  /** Monotonic time: milliseconds since an arbitrary origin, unaffected by changes of the system time. */
  elapsed: () => number
  /** Calls back at every multiple of `everyMs`, until the returned function is called. */
  every: (everyMs: number, call: (at: number) => void) => () => void
}

/** Calls back once, `ms` milliseconds of monotonic time from now, unless the returned function is called. */
export type Timer = (ms: number, call: () => void) => () => void

/**
 * A clock whose timers can drive another clock. `uptime` is monotonic like `elapsed`, in milliseconds, but continues
 * while the machine is suspended, and is less precise.
 */
export type TimerClock = Clock & { after: Timer; uptime: () => number }

/** The wall clock. */
export const systemClock: TimerClock = createClock({
  now: () => Date.now(),
  elapsed: () => performance.now(),
  uptime: () => uptime() * 1_000,
  after(ms, call) {
    const timer = setTimeout(call, ms)
    return () => {
      clearTimeout(timer)
    }
  },
})

/**
 * Completes a clock with alarms. They follow a time that is set forward or back within one period. `prepare` is called
 * before an alarm rings and may return what it has to wait for, such as a correction of the time.
 */
export function createClock<T extends Omit<TimerClock, 'every' | 'uptime'>>(
  source: T,
  prepare: (everyMs: number) => Promise<void> | null = () => null,
): T & Clock {
  const { now, after } = source
  const every: Clock['every'] = (everyMs, call) => {
    let stopped = false
    let due = 0
    let cancel = arm()

    function arm() {
      const time = now()
      due = time - (time % everyMs) + everyMs
      return after(due - time, expire)
    }
    function expire() {
      const preparing = prepare(everyMs)
      if (preparing) void preparing.then(ring)
      else ring()
    }
    function ring() {
      if (stopped) return
      const time = now()
      // If the timer fired a millisecond early, or the time was set back, the alarm rings at the next multiple instead.
      if (time >= due) call(time - (time % everyMs))
      cancel = arm()
    }
    return () => {
      stopped = true
      cancel()
    }
  }
  return { ...source, every }
}

/** A stored time further ahead of the present than this, in milliseconds, is from before the clock was set back. */
export const maxAheadMs = 60_000

/**
 * A stored time as it counts at `at`. A time more than a minute ahead was stored before the clock was set back, and
 * counts as the present. Both are in milliseconds since 1970.
 */
export const notAhead = (stored: number, at: number): number => (isAhead(stored, at) ? at : stored)

/** Whether a time was stored before the clock was set back. Both in milliseconds since 1970. */
export const isAhead = (stored: number, at: number): boolean => stored > at + maxAheadMs
