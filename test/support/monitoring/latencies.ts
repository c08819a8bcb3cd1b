import type { Sample } from '../../../src/monitoring/telemetry/window.ts'
import { minutes, randomFrom, start } from './traffic.ts'

/** Healthy latencies in milliseconds, and how much of the usual traffic there is at a time. */
export type LatencyShape = { ms: (random: () => number, at: number) => number; rate: (at: number) => number }

/** A period of traffic: its length in milliseconds, the samples per minute, and the factor of all latencies. */
export type LatencyStretch = { lasts: number; perMinute: number; factor: number }

const always = () => 1
const hourOf = (at: number) => (at / 3_600_000) % 24
const isWeekend = (at: number) => [0, 6].includes(new Date(at).getUTCDay())
const daylight = (at: number) => Math.max(0, Math.sin(((hourOf(at) - 6) / 24) * 2 * Math.PI))

/** A number of the standard normal distribution. */
export const gauss = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
const lognormal = (sigma: number): LatencyShape => ({
  ms: (random) => 30 * Math.exp(sigma * gauss(random)),
  rate: always,
})
const cache = (missShare: number): LatencyShape => ({
  ms: (random) => (random() < missShare ? 200 : 5) * Math.exp(0.2 * gauss(random)),
  rate: always,
})

const weekend = (factor: number, sigma: number): LatencyShape => ({
  ms: (random, at) => 30 * (isWeekend(at) ? factor : 1) * Math.exp(sigma * gauss(random)),
  rate: (at) => (isWeekend(at) ? 0.3 : 1),
})

/** Latencies on which the learned budget is tested: spread, two peaks, and seasons of latency and traffic. */
export const latencyShapes = {
  'lognormal, σ 0.3': lognormal(0.3),
  'lognormal, σ 0.6': lognormal(0.6),
  'lognormal, σ 1': lognormal(1),
  'cache, 20 % misses': cache(0.2),
  'cache, 4 % misses': cache(0.04),
  'cache, 1 % misses': cache(0.01),
  'daily season': {
    ms: (random, at) => 30 * (1 + 2 * daylight(at)) * Math.exp(0.6 * gauss(random)),
    rate: (at) => 0.1 + 0.9 * daylight(at),
  },
  'weekend × 2': weekend(2, 0.6),
  'weekend × 3': weekend(3, 0.6),
  'weekend × 3, σ 1': weekend(3, 1),
} as const satisfies Record<string, LatencyShape>

/** Poisson traffic of consecutive periods, all good. */
export function* latencies(
  seed: number,
  { ms, rate }: LatencyShape,
  stretches: readonly LatencyStretch[],
  from: number = start,
): Generator<Sample> {
  const random = randomFrom(seed)
  let begins = from
  for (const { lasts, perMinute, factor } of stretches) {
    const gap = (at: number) => (-Math.log(1 - random()) * minutes(1)) / (perMinute * rate(at))
    for (let at = begins + gap(begins); at < begins + lasts; at += gap(at))
      yield { at, ok: true, durationMs: factor * ms(random, at) }
    begins += lasts
  }
}
