/** A source of time. Rules take the time as a parameter; only the outer layers read a clock. */
export type Clock = {
  /** The current time, in milliseconds since 1970. */
  now(): number
  /** Monotonic time: milliseconds since an arbitrary origin, unaffected by changes of the system time. */
  elapsed(): number
  /** Calls back at every multiple of `everyMs`, until the returned function is called. */
  every(everyMs: number, call: (at: number) => void): () => void
}

/** The wall clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  every(everyMs, call) {
    let timer = setTimeout(ring, untilNext(everyMs))
    function ring() {
      const now = Date.now()
      // A timer may fire a millisecond early: then wait for the multiple itself.
      if (now % everyMs < everyMs / 2) call(now - (now % everyMs))
      timer = setTimeout(ring, untilNext(everyMs))
    }
    return () => {
      clearTimeout(timer)
    }
  },
}

const untilNext = (everyMs: number) => everyMs - (Date.now() % everyMs)
