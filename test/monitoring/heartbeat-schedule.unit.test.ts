import fc from 'fast-check'
import { policyFor } from '../../src/monitoring/health/rule/policy.ts'
import {
  beatOverrides,
  maxScheduleSeconds,
  minScheduleSeconds,
  requireValidSchedule,
  scheduleOf,
  scheduleOverrides,
} from '../../src/monitoring/heartbeats/schedule.ts'

const seconds = fc.integer({ min: minScheduleSeconds, max: maxScheduleSeconds })

it('every valid schedule makes a valid policy, critical or not, and is read back from it', () => {
  fc.assert(
    fc.property(seconds, seconds, fc.boolean(), (intervalSeconds, graceSeconds, critical) => {
      const schedule = requireValidSchedule({ intervalSeconds, graceSeconds })
      const overrides = { ...beatOverrides, ...scheduleOverrides(schedule) }

      const policy = policyFor({ critical, probed: false, overrides })

      expect(scheduleOf(policy)).toEqual(schedule)
      // A tick is 10 s: half a millisecond more or less changes nothing.
      const limitMs = policy.silenceIntervals * (policy.expectedIntervalMs ?? 0)
      expect(Math.abs(limitMs - (intervalSeconds + graceSeconds) * 1_000)).toBeLessThan(0.5)
    }),
  )
})

it.each([
  ['intervalSeconds', { intervalSeconds: 59, graceSeconds: 60 }],
  ['intervalSeconds', { intervalSeconds: 60.5, graceSeconds: 60 }],
  ['intervalSeconds', { intervalSeconds: null, graceSeconds: 60 }],
  ['graceSeconds', { intervalSeconds: 60, graceSeconds: maxScheduleSeconds + 1 }],
])('a wrong %s is refused by its name: %j', (field, schedule) => {
  expect(() => requireValidSchedule(schedule)).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT', details: { field } }),
  )
})

it('a policy whose silence is no failure has no schedule', () => {
  expect(scheduleOf(policyFor({ critical: false, probed: false }))).toBeNull()
})
