/** A measurement: the database's time less the monotonic one, off by at most half of the round trip; in milliseconds. */
export type Measurement = { differenceMs: number; halfRoundTripMs: number }

/** Number of recent measurements that are kept. The one with the shortest round trip is used. */
const kept = 10

/** Creates the difference of the database's time from the monotonic one, as measured. */
export function createTimeDifference() {
  let recent: Measurement[] = []
  let best: Measurement | null = null

  return {
    /** In milliseconds; null before the first measurement. */
    read: (): number | null => best?.differenceMs ?? null,
    /** Adds the time for which the monotonic clock stood still, in milliseconds. */
    move(ms: number): void {
      recent = recent.map((one) => moved(one, ms))
      best = best && moved(best, ms)
    },
    /**
     * Adds a measurement. One that contradicts what counted so far by more than half of both round trips replaces it:
     * then the database's time was set, or the machine suspended.
     */
    add(measured: Measurement): void {
      if (best && contradict(best, measured)) recent = []
      recent = [...recent, measured].slice(-kept)
      best = recent.reduce((shortest, one) => (one.halfRoundTripMs < shortest.halfRoundTripMs ? one : shortest))
    },
  }
}

const contradict = (one: Measurement, other: Measurement) =>
  Math.abs(one.differenceMs - other.differenceMs) > one.halfRoundTripMs + other.halfRoundTripMs

const moved = ({ differenceMs, ...rest }: Measurement, ms: number) => ({ differenceMs: differenceMs + ms, ...rest })
