import {
  dropIn,
  dropShare,
  returnShare,
  trafficCleanMs,
  trafficPendingMs,
  type ExpectedRate,
} from '../traffic/traffic-drop.ts'
import type { TrafficState, TrafficSummary } from '../traffic/traffic-state.ts'
import { percent } from '../../telemetry/latency-stats.ts'

/** The timer of a drop that is not told yet; null without such a drop. */
export function pendingDropOf({ pending, told, timersAt }: TrafficState, traffic: TrafficSummary | undefined) {
  const rate = traffic?.rate
  if (pending === null || timersAt === null || told || !rate) return null
  const window = dropIn(traffic.observed, rate)
  const limit = limitOf(dropShare, traffic, rate)
  return {
    state: 'DEGRADADO' as const,
    ...timesOf(timersAt, pending, trafficPendingMs),
    limits: [
      {
        ...limit,
        exceeded: true,
        windowSeconds: window && window.ms / 1000,
        share: window && shareOf(window, rate),
      },
    ],
  }
}

/** The timer that ends a told drop; null if it does not run. */
export function returningOf({ clean, told, timersAt }: TrafficState, traffic: TrafficSummary | undefined) {
  if (!told) return null
  const limit = limitOf(returnShare, traffic, traffic?.rate ?? told)
  const times =
    clean === null || timersAt === null
      ? { since: null, requiredMs: trafficCleanMs, dueAt: null, pausedAt: null }
      : timesOf(timersAt, clean, trafficCleanMs)
  const exceeded = limit.current === null ? null : limit.current < limit.percent
  return { ...times, limits: [{ ...limit, exceeded, windowSeconds: null, share: null }] }
}

function timesOf(timersAt: number, elapsed: number, requiredMs: number) {
  const since = timersAt - elapsed
  return { since, requiredMs, dueAt: since + requiredMs, pausedAt: null }
}

const limitOf = (part: number, traffic: TrafficSummary | undefined, rate: ExpectedRate) => ({
  signal: 'TRAFFIC' as const,
  percent: 100 * part,
  current: traffic ? shareOf({ ms: 300_000, n: traffic.observed.lastFive }, rate) : null,
})

const shareOf = ({ ms, n }: { ms: number; n: number }, { perMinute }: ExpectedRate) =>
  percent(n, (perMinute * ms) / 60_000)
