import fc from 'fast-check'
import { beatOverrides } from '../../../../src/monitoring/heartbeats/schedule.ts'
import { policyFor } from '../../../../src/monitoring/health/rule/policy.ts'
import { givenSubject } from '../../../support/monitoring/subject.ts'
import { minutes } from '../../../support/monitoring/traffic.ts'

/** The policy of single beats with a schedule; with null without one. */
const scheduled = (expectedIntervalMs: number | null) =>
  policyFor({
    critical: false,
    probed: false,
    overrides: {
      ...beatOverrides,
      ...(expectedIntervalMs !== null && { silenceMeans: 'FALLANDO', expectedIntervalMs }),
    },
  })

const change = fc.record({
  intervalMs: fc.option(fc.integer({ min: 1, max: 400 }).map((count) => count * 10_000)),
  ticks: fc.integer({ min: 1, max: 40 }),
})

it('silence against a schedule ends with a sample only, however the schedule changes meanwhile', () => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), fc.boolean(), (changes, isWell) => {
      const subject = givenSubject(scheduled(minutes(1))).lives(120, isWell ? { good: 1 } : { bad: 1 })
      subject.lives(120)
      for (const { intervalMs, ticks } of changes) {
        subject.follows(scheduled(intervalMs))
        for (let tick = 0; tick < ticks; tick++) expect(subject.lives(10).state).toMatch(/FALLANDO|DESCONOCIDO/)
      }
      expect(subject.follows(scheduled(minutes(1))).lives(10, { good: 1 }).state).toMatch(/OPERATIVO|FALLANDO/)
      expect(subject.lives(10, { good: 1 }).state).toBe('OPERATIVO')
    }),
  )
})

it('silence against a schedule ends with a sample that was only late', () => {
  const subject = givenSubject(scheduled(minutes(1))).lives(60, { good: 1 })
  subject.livesUntilItChanges()

  expect(subject.lives(10).hearsLate(30).lives(10).state).toBe('OPERATIVO')
})

const service = { isTold: false, isWatched: true, hasReported: true, isOnlySubject: false }
const silence = fc.record({ told: fc.integer({ min: 1, max: 30 }), back: fc.integer({ min: 1, max: 30 }) })

it('a job that dies around silences of its service is told its limit after the last return, and never earlier', () => {
  fc.assert(
    fc.property(
      fc.array(silence, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 8 }),
      (silences, before) => {
        const limit = (2 * 60 * 1.5) / 10
        const subject = givenSubject(scheduled(minutes(2))).lives(120, { good: 1 })
        subject.isReportedBy(service).lives(before * 10)
        for (const { told, back } of silences) {
          subject.isReportedBy({ ...service, isTold: true, hasReported: false })
          for (let tick = 0; tick < told; tick++) expect(subject.lives(10).state).toBe('DESCONOCIDO')
          subject.isReportedBy(service)
          for (let tick = 0; tick < back; tick++)
            expect(subject.lives(10).state).toBe(tick < limit ? 'DESCONOCIDO' : 'FALLANDO')
        }
      },
    ),
  )
})
