import { DomainError } from '../../lib/errors.ts'
import type { Clock } from '../../lib/clock.ts'
import { createMinuteCounts } from '../../request/minute-counts.ts'

/** Requests with unknown secrets that an address may make in a minute. */
const maxMisses = 60
/** Beats that a heartbeat may send in a minute. */
const maxBeats = 60

/** The limits on heartbeats at this instance, counted in minutes of the clock. */
export type BeatLimits = {
  /** @throws DomainError TOO_MANY_ATTEMPTS for an address that has named too many unknown secrets. */
  requireFewMisses: (address: string) => void
  /** Counts an unknown secret. */
  countMiss: (address: string) => void
  /**
   * Counts a beat.
   * @throws DomainError TOO_MANY_ATTEMPTS for one too many.
   */
  requireFewBeats: (heartbeatId: string) => void
}

/** Creates the limits: one against guessing secrets, one against a job that beats in a loop. */
export function createBeatLimits(clock: Pick<Clock, 'now'>): BeatLimits {
  const misses = createMinuteCounts(clock)
  const beats = createMinuteCounts(clock)
  return {
    requireFewMisses(address) {
      const { count, seconds } = misses(address, 0)
      if (count >= maxMisses)
        throw new DomainError(
          'TOO_MANY_ATTEMPTS',
          `This address has named ${maxMisses} unknown heartbeats within a minute: try again in ${seconds} s.`,
          seconds,
        )
    },
    countMiss(address) {
      misses(address)
    },
    requireFewBeats(heartbeatId) {
      const { count, seconds } = beats(heartbeatId)
      if (count > maxBeats)
        throw new DomainError(
          'TOO_MANY_ATTEMPTS',
          `A heartbeat may beat ${maxBeats} times a minute, and this one has: try again in ${seconds} s.`,
          seconds,
        )
    },
  }
}
