import { DomainError } from '../../lib/errors.ts'
import type { Clock } from '../../lib/clock.ts'
import { createMinuteCounts } from '../../request/minute-counts.ts'

/** Requests with unknown secrets that an address may make in a minute. */
const maxMisses = 60
/** Beats that a heartbeat may send in a minute. */
const maxBeats = 60

/** The limits on heartbeats at this instance, counted in minutes of the clock. */
export type BeatLimits = {
  /**
   * Counts a request with an unknown secret.
   * @throws DomainError TOO_MANY_ATTEMPTS if the address exceeds its limit.
   */
  requireFewMisses: (address: string) => void
  /**
   * Counts a beat.
   * @throws DomainError TOO_MANY_ATTEMPTS if the heartbeat exceeds its limit.
   */
  requireFewBeats: (heartbeatId: string) => void
}

/**
 * Creates the limits. They stop a job that beats in a loop, or that uses a secret that was replaced. They do not affect
 * other heartbeats, even from the same address. Secrets have 256 random bits, so guessing needs no limit.
 */
export function createBeatLimits(clock: Pick<Clock, 'now'>): BeatLimits {
  const misses = createMinuteCounts(clock)
  const beats = createMinuteCounts(clock)
  return {
    requireFewMisses(address) {
      const { count, seconds } = misses(address)
      if (count > maxMisses)
        throw new DomainError(
          'TOO_MANY_ATTEMPTS',
          { code: 'BEAT_SECRETS_UNKNOWN', parameters: { max: maxMisses, seconds } },
          seconds,
        )
    },
    requireFewBeats(heartbeatId) {
      const { count, seconds } = beats(heartbeatId)
      if (count > maxBeats)
        throw new DomainError(
          'TOO_MANY_ATTEMPTS',
          { code: 'BEATS_TOO_MANY', parameters: { max: maxBeats, seconds } },
          seconds,
        )
    },
  }
}
