import { invalidField } from '../../lib/errors.ts'
import type { Policy } from '../health/rule/policy.ts'

/** The interval at which a job runs, and the delay of a beat after which the job fails, in seconds. */
export type Schedule = { intervalSeconds: number; graceSeconds: number }

/** Shortest interval and grace, in seconds: health is evaluated every 10 s, and cron starts a job once a minute. */
export const minScheduleSeconds = 60
/** Longest interval and grace, in seconds: a leap year. */
export const maxScheduleSeconds = 366 * 86_400

/** Longest duration of a run, in milliseconds: a day, as for reported observations. */
export const maxRunMs = 86_400_000

/**
 * Requires that both parts of a schedule are whole seconds within their limits, and returns it.
 * @throws DomainError INVALID_INPUT naming the field.
 */
export const requireValidSchedule = ({ intervalSeconds, graceSeconds }: Unchecked<Schedule>): Schedule => ({
  intervalSeconds: requireSeconds('intervalSeconds', intervalSeconds),
  graceSeconds: requireSeconds('graceSeconds', graceSeconds),
})

type Unchecked<Values> = { [Field in keyof Values]: Values[Field] | null }

/** The overrides for the silence of a job: it fails once the interval and the grace have passed without a beat. */
export const scheduleOverrides = ({ intervalSeconds, graceSeconds }: Schedule) =>
  ({
    silenceMeans: 'FALLANDO',
    expectedIntervalMs: intervalSeconds * 1_000,
    silenceIntervals: 1 + graceSeconds / intervalSeconds,
  }) satisfies Partial<Policy>

/**
 * The overrides for single beats: the last beat decides the state, because the next may come a day later. 120 beats are
 * more than a heartbeat may send within a minute; with one bad beat among them, the lower bound of the rule is 0.15 %,
 * which exceeds 0.1 %. Durations are not judged: no run within a day is slow.
 */
export const beatOverrides = {
  failingLeast: 1,
  degradedEnter: 0.001,
  failingEnter: 0.001,
  pendingFailingMs: 0,
  recentLeast: 1,
  recentMs: 0,
  cleanFailingMs: 0,
  cleanDegradedMs: 0,
  cleanGoodRun: 1,
  slowBudgetMs: maxRunMs,
  slowBudget: 'FIXED',
} satisfies Partial<Policy>

/** The schedule of a policy; null if its silence is not (or no longer) a failure. */
export function scheduleOf({ silenceMeans, silenceIntervals, expectedIntervalMs }: Policy): Schedule | null {
  if (silenceMeans !== 'FALLANDO' || expectedIntervalMs === null) return null
  const intervalSeconds = Math.round(expectedIntervalMs / 1_000)
  return { intervalSeconds, graceSeconds: Math.round((silenceIntervals - 1) * intervalSeconds) }
}

const invalidSeconds = {
  intervalSeconds: 'HEARTBEAT_INTERVAL_INVALID',
  graceSeconds: 'HEARTBEAT_GRACE_INVALID',
} as const satisfies Record<keyof Schedule, string>

function requireSeconds(field: keyof Schedule, seconds: number | null): number {
  if (Number.isInteger(seconds) && Number(seconds) >= minScheduleSeconds && Number(seconds) <= maxScheduleSeconds)
    return Number(seconds)
  throw invalidField(field, {
    code: invalidSeconds[field],
    parameters: { min: minScheduleSeconds, max: maxScheduleSeconds },
  })
}
