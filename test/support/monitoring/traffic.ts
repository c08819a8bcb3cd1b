import { policyFor, type Policy } from '../../../src/monitoring/health/rule/policy.ts'
import { createBacktest, type BacktestEvent } from '../../../src/monitoring/backtest.ts'
import type { State } from '../../../src/monitoring/health/rule/state.ts'
import type { Sample } from '../../../src/monitoring/telemetry/window.ts'

export const seconds = (count: number) => count * 1000
export const minutes = (count: number) => count * 60_000
export const hours = (count: number) => count * 3_600_000
export const days = (count: number) => count * 86_400_000

/** A start time aligned with the ticks. */
export const start = Date.UTC(2026, 0, 1)

export const normal = policyFor({ critical: false, probed: false })
export const critical = policyFor({ critical: true, probed: false })

/** A deterministic generator of numbers in [0, 1) (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A period of traffic: its length in milliseconds, the samples per minute, and the share of bad ones. */
export type Stretch = { lasts: number; perMinute: number; bad: number }

/** Poisson traffic of consecutive periods. */
export function* poisson(seed: number, stretches: readonly Stretch[], from = start): Generator<Sample> {
  const random = randomFrom(seed)
  let begins = from
  for (const { lasts, perMinute, bad } of stretches) {
    const mean = minutes(1) / perMinute
    for (let at = begins - Math.log(1 - random()) * mean; at < begins + lasts; at -= Math.log(1 - random()) * mean)
      yield { at, ok: random() >= bad, durationMs: 50 }
    begins += lasts
  }
}

/** A moment between two ticks, different for each seed. */
export const betweenTicks = (seed: number) => start + randomFrom(seed + 1_000_000)() * seconds(10)

/** The events of a backtest of these samples. */
export function replayed(samples: Iterable<Sample>, policy: Policy = normal): BacktestEvent[] {
  const events: BacktestEvent[] = []
  const replay = createBacktest(policy, (event) => events.push(event))
  for (const sample of samples) replay.observe(sample)
  replay.finish()
  return events
}

/** When a backtest first entered a state; null if it never did. */
export const entered = (events: readonly BacktestEvent[], state: State): number | null =>
  events.find((told) => told.event === 'state' && told.transition.to === state)?.at ?? null

/** The events of incidents, in order. */
export const changesIn = (events: readonly BacktestEvent[]): string[] =>
  events.flatMap((told) => (told.event === 'incident' ? [told.change.event] : []))
