/** Where the time comes from. Rules take the time as a parameter; only the edges of the house ask a clock. */
export type Clock = {
  /** The present moment, in milliseconds since 1970. */
  now(): number
  /** A stopwatch: milliseconds since some moment, which setting the time does not change. */
  elapsed(): number
  /** Calls back at every multiple of `everyMs` of the clock, until the returned function is called. */
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
