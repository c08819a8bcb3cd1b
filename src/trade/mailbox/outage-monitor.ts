import { notAhead, type Clock } from '../../lib/clock.ts'

const observeEveryMs = 20_000

/**
 * How long good observations of the mailbox are recorded after an outage. The rule leaves a bad state after several
 * minutes of good samples, three times as many if the subject is unstable, and a quiet mailbox has no other samples.
 * Later, such observations would only hide the failures of messages.
 */
const recoveryMs = 20 * 60_000

/** Observations of a mailbox: bad ones during an outage, good ones for a while after it. */
export type OutageMonitor = {
  reportUnreadable: () => void
  /** `lastErrorAt` is the time of the last failure on any instance. */
  reportReadable: (lastErrorAt: Date | null) => void
  /** Call when another instance reads the mailbox and reports its state. */
  reportIdle: () => void
  /** Whether this instance reads the mailbox or tries to. */
  isReading: () => boolean
  stop: () => void
}

/** Observes every 20 s, so that an outage counts by its duration, not by the number of attempts to connect. */
export function createOutageMonitor(clock: Clock, observe: (ok: boolean) => void): OutageMonitor {
  let state: 'idle' | 'readable' | 'unreadable' = 'idle'
  let lastErrorAt = -Infinity
  const stop = clock.every(observeEveryMs, (at) => {
    if (state === 'unreadable') {
      lastErrorAt = at
      observe(false)
    }
    lastErrorAt = notAhead(lastErrorAt, at)
    if (state === 'readable' && at - lastErrorAt <= recoveryMs) observe(true)
  })
  return {
    stop,
    reportUnreadable: () => (state = 'unreadable'),
    reportReadable(errorAt) {
      state = 'readable'
      lastErrorAt = Math.max(lastErrorAt, errorAt?.getTime() ?? -Infinity)
    },
    reportIdle: () => (state = 'idle'),
    isReading: () => state !== 'idle',
  }
}
