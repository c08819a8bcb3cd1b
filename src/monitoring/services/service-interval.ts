import type { Policy } from '../health/rule/policy.ts'
import { scheduleOverrides } from '../heartbeats/schedule.ts'

/**
 * Grace in seconds: a service is silent after two intervals and this time, which allows for one lost report or a
 * deploy.
 */
const graceSeconds = 50

/** Whether the overrides of a policy are those of a service with this interval. */
export function hasSchedule(overrides: Partial<Policy> | null, intervalSeconds: number | null): boolean {
  const { silenceMeans, expectedIntervalMs = null } = overrides ?? {}
  const wanted = intervalSeconds === null ? null : intervalSeconds * 1_000
  return expectedIntervalMs === wanted && (silenceMeans === 'FALLANDO') === (wanted !== null)
}

/**
 * The overrides with the silence that follows from a service's interval; without an interval, silence is not a failure.
 */
export function policyWithInterval(overrides: Partial<Policy>, intervalSeconds: number | null): Partial<Policy> {
  const others = Object.entries(overrides).filter(([field]) => !(field in intervalOverrides(1)))
  return { ...Object.fromEntries(others), ...(intervalSeconds !== null && intervalOverrides(intervalSeconds)) }
}

/** The silence after which a service with this interval fails, both in seconds. */
export const silenceSecondsOf = (intervalSeconds: number): number => 2 * intervalSeconds + graceSeconds

const intervalOverrides = (seconds: number) =>
  scheduleOverrides({ intervalSeconds: seconds, graceSeconds: silenceSecondsOf(seconds) - seconds })
