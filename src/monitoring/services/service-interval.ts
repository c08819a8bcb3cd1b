import { invalidField } from '../../lib/errors.ts'
import type { Policy } from '../health/rule/policy.ts'
import { maxScheduleSeconds, scheduleOverrides } from '../heartbeats/schedule.ts'

/** Shortest stated interval of a service, in seconds; the longest is that of a heartbeat. */
export const minReportSeconds = 5

/** A service is silent after two intervals and this time: one lost report, or a deploy. In seconds. */
const graceSeconds = 50

/**
 * How often a service reports, in seconds; null for one that does not at a fixed rhythm.
 * @throws DomainError INVALID_INPUT naming the field.
 */
export function requireValidInterval(seconds: number | null): number | null {
  if (seconds === null || (Number.isInteger(seconds) && seconds >= minReportSeconds && seconds <= maxScheduleSeconds))
    return seconds
  throw invalidField(
    'reportsEverySeconds',
    `A service reports every ${minReportSeconds} to ${maxScheduleSeconds} seconds (366 days), a whole number, or at no fixed rhythm.`,
  )
}

/** Whether the overrides of a policy are those of a service with this interval. */
export function hasSchedule(overrides: Partial<Policy> | null, intervalSeconds: number | null): boolean {
  const { silenceMeans, expectedIntervalMs = null } = overrides ?? {}
  const wanted = intervalSeconds === null ? null : intervalSeconds * 1_000
  return expectedIntervalMs === wanted && (silenceMeans === 'FALLANDO') === (wanted !== null)
}

/** Overrides with the silence of a service with this interval: without one it is not a failure. */
export function policyWithInterval(overrides: Partial<Policy>, intervalSeconds: number | null): Partial<Policy> {
  const others = Object.entries(overrides).filter(([field]) => !(field in intervalOverrides(1)))
  return { ...Object.fromEntries(others), ...(intervalSeconds !== null && intervalOverrides(intervalSeconds)) }
}

const intervalOverrides = (seconds: number) =>
  scheduleOverrides({ intervalSeconds: seconds, graceSeconds: seconds + graceSeconds })
