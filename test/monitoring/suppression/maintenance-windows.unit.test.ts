import fc from 'fast-check'
import { isActiveAt, windowsBetween } from '../../../src/monitoring/suppression/maintenance-windows.ts'
import { requireRecurrence } from '../../../src/monitoring/suppression/recurrence.ts'
import { instantOf, isTimeZone, wallTimeOf } from '../../../src/lib/wall-time.ts'
import { days, hours, minutes } from '../../support/monitoring/traffic.ts'

const madrid = 'Europe/Madrid'
const at = (iso: string) => Date.parse(iso)

/** A maintenance from 02:30 to 04:00 in Madrid, every day from a day in ISO 8601 on. */
const nightly = (day: string, offset: string, recurrence: string | null = 'FREQ=DAILY') => ({
  startsAt: new Date(`${day}T02:30:00${offset}`),
  endsAt: new Date(`${day}T04:00:00${offset}`),
  recurrence,
  zone: madrid,
  endedAt: null,
})

const isoOf = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }) => [startsAt.toISOString(), endsAt.toISOString()]

describe('a window from 02:30 to 04:00', () => {
  it('starts at 03:30 in the night without a 02:30, and lasts an hour and a half', () => {
    const windows = windowsBetween(nightly('2026-03-27', '+01:00'), at('2026-03-28T00:00Z'), at('2026-03-31T00:00Z'))

    expect(windows.map(isoOf)).toEqual([
      ['2026-03-28T01:30:00.000Z', '2026-03-28T03:00:00.000Z'],
      ['2026-03-29T01:30:00.000Z', '2026-03-29T03:00:00.000Z'],
      ['2026-03-30T00:30:00.000Z', '2026-03-30T02:00:00.000Z'],
    ])
  })

  it('starts at the first 02:30 in the night with two of them, and lasts an hour and a half', () => {
    const windows = windowsBetween(nightly('2026-10-23', '+02:00'), at('2026-10-24T00:00Z'), at('2026-10-27T00:00Z'))

    expect(windows.map(isoOf)).toEqual([
      ['2026-10-24T00:30:00.000Z', '2026-10-24T02:00:00.000Z'],
      ['2026-10-25T00:30:00.000Z', '2026-10-25T02:00:00.000Z'],
      ['2026-10-26T01:30:00.000Z', '2026-10-26T03:00:00.000Z'],
    ])
  })

  it('that was planned at the second of two equal times starts then, and on the next day at the same time', () => {
    const windows = windowsBetween(nightly('2026-10-25', '+01:00'), at('2026-10-25T00:00Z'), at('2026-10-27T00:00Z'))

    expect(windows.map(isoOf).map(([start]) => start)).toEqual(['2026-10-25T01:30:00.000Z', '2026-10-26T01:30:00.000Z'])
  })
})

describe('a maintenance', () => {
  it('is active from the start of each window to before its end', () => {
    const plan = nightly('2026-03-01', '+01:00', 'FREQ=WEEKLY;BYDAY=SU')
    const active = (iso: string) => isActiveAt(plan, at(iso))

    expect(['2026-03-01T01:30Z', '2026-03-08T02:59:59.999Z', '2026-03-29T01:30Z'].map(active)).toEqual([
      true,
      true,
      true,
    ])
    expect(['2026-03-01T01:29:59Z', '2026-03-08T03:00Z', '2026-03-02T02:00Z'].map(active)).toEqual([
      false,
      false,
      false,
    ])
  })

  it('that does not recur has one window', () => {
    const plan = nightly('2026-03-01', '+01:00', null)

    expect(windowsBetween(plan, at('2026-01-01T00:00Z'), at('2027-01-01T00:00Z')).map(isoOf)).toEqual([
      ['2026-03-01T01:30:00.000Z', '2026-03-01T03:00:00.000Z'],
    ])
  })

  it('that somebody ended has no further windows, and the last one ends then', () => {
    const plan = { ...nightly('2026-03-01', '+01:00'), endedAt: new Date('2026-03-02T02:00Z') }

    expect(windowsBetween(plan, at('2026-03-02T00:00Z'), at('2026-04-01T00:00Z')).map(isoOf)).toEqual([
      ['2026-03-02T01:30:00.000Z', '2026-03-02T02:00:00.000Z'],
    ])
    expect(isActiveAt(plan, at('2026-03-02T01:59Z'))).toBe(true)
    expect(isActiveAt(plan, at('2026-03-02T02:00Z'))).toBe(false)
  })

  it.each([
    ['FREQ=DAILY;COUNT=2', 2],
    ['FREQ=DAILY;UNTIL=20260303', 3],
    ['FREQ=DAILY;UNTIL=20260303T013000Z', 3],
    ['FREQ=DAILY;UNTIL=20260303T012959Z', 2],
    ['FREQ=DAILY;UNTIL=20260303T023000', 3],
    ['FREQ=MONTHLY;BYDAY=1SU', 12],
    ['FREQ=YEARLY', 1],
  ])('with %s has %i windows within a year', (recurrence, count) => {
    const plan = nightly('2026-03-01', '+01:00', recurrence)

    expect(windowsBetween(plan, at('2026-03-01T00:00Z'), at('2027-03-01T00:00Z'))).toHaveLength(count)
  })
})

const zones = [madrid, 'Atlantic/Canary', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC']
const planOf = fc.record({
  zone: fc.constantFrom(...zones),
  startsAt: fc.integer({ min: at('2025-01-01T00:00Z') / 60_000, max: at('2027-12-31T00:00Z') / 60_000 }),
  durationMs: fc.integer({ min: 1, max: 3 * 24 * 60 }).map(minutes),
  recurrence: fc.constantFrom('FREQ=DAILY', 'FREQ=DAILY;INTERVAL=3', 'FREQ=WEEKLY', 'FREQ=MONTHLY', null),
  after: fc.integer({ min: 0, max: 800 }).map(days),
})

const toPlan = ({
  startsAt,
  durationMs,
  recurrence,
  zone,
}: { [K in 'startsAt' | 'durationMs']: number } & { recurrence: string | null; zone: string }) => ({
  startsAt: new Date(startsAt * 60_000),
  endsAt: new Date(startsAt * 60_000 + durationMs),
  recurrence,
  zone,
  endedAt: null,
})

it('every window starts at the same wall-clock time, or an hour later where that is skipped, and lasts equally long', () => {
  fc.assert(
    fc.property(planOf, ({ after, ...given }) => {
      const plan = toPlan(given)
      const from = plan.startsAt.getTime() + after
      const timeOfDay = (instant: number) => wallTimeOf(instant, plan.zone) % days(1)
      const first = timeOfDay(plan.startsAt.getTime())
      for (const { startsAt, endsAt } of windowsBetween(plan, from, from + days(40))) {
        expect(endsAt.getTime() - startsAt.getTime()).toBe(given.durationMs)
        const isSkipped = wallTimeOf(
          instantOf(wallTimeOf(startsAt.getTime(), plan.zone) - hours(1), plan.zone),
          plan.zone,
        )
        const later = (timeOfDay(startsAt.getTime()) - first + days(1)) % days(1)
        // Lord Howe changes its clocks by half an hour.
        if (later !== 0) expect([minutes(30), hours(1)]).toContain(later)
        if (later === hours(1)) expect(isSkipped).toBe(wallTimeOf(startsAt.getTime(), plan.zone))
      }
    }),
    { numRuns: 300 },
  )
})

it('is active at a moment exactly when a window contains it', () => {
  fc.assert(
    fc.property(planOf, fc.integer({ min: 0, max: 400 }), ({ after, ...given }, quarters) => {
      const plan = toPlan(given)
      const moment = plan.startsAt.getTime() + after + minutes(15) * quarters
      const inside = windowsBetween(plan, moment - days(100), moment + days(100)).some(
        ({ startsAt, endsAt }) => startsAt.getTime() <= moment && moment < endsAt.getTime(),
      )

      expect(isActiveAt(plan, moment)).toBe(inside)
    }),
    { numRuns: 100 },
  )
})

describe('a recurrence', () => {
  const first = wallTimeOf(at('2026-03-01T01:30Z'), madrid)
  const problemOf = (rule: string) => {
    try {
      requireRecurrence(rule, first, madrid)
      return null
    } catch (error) {
      return (error as Error).message
    }
  }

  it.each([
    'FREQ=DAILY',
    'rrule:freq=weekly;byday=su,mo',
    'FREQ=MONTHLY;BYDAY=1SU',
    'FREQ=MONTHLY;BYMONTHDAY=-31',
    'FREQ=YEARLY;INTERVAL=2;BYMONTH=3;COUNT=5',
    'FREQ=WEEKLY;WKST=MO;UNTIL=20261231T235959Z',
  ])('%s is accepted for the first of March, a Sunday', (rule) => expect(problemOf(rule)).toBeNull())

  it.each([
    ['', 'is a rule of RFC 5545'],
    ['every day', 'is a rule of RFC 5545'],
    ['FREQ=DAILY;BYHOUR=1,2', 'is a rule of RFC 5545'],
    ['DTSTART:20260101T000000Z\nRRULE:FREQ=DAILY', 'is a rule of RFC 5545'],
    ['FREQ=DAILY;FREQ=WEEKLY', 'is a rule of RFC 5545'],
    ['FREQ=HOURLY', 'an invalid part: FREQ=HOURLY'],
    ['FREQ=DAILY;INTERVAL=0', 'an invalid part: INTERVAL=0'],
    ['FREQ=DAILY;BYDAY=1SU', 'an invalid part: BYDAY=1SU'],
    ['FREQ=DAILY;UNTIL=20261340', 'an invalid part: UNTIL=20261340'],
    ['FREQ=MONTHLY;BYMONTHDAY=1,x', 'an invalid part: BYMONTHDAY=1,X'],
    ['COUNT=3', 'needs FREQ'],
    ['FREQ=DAILY;COUNT=3;UNTIL=20261231', 'COUNT or UNTIL'],
    ['FREQ=WEEKLY;BYDAY=MO', 'must be one of those'],
    ['FREQ=MONTHLY;BYDAY=2SU', 'must be one of those'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'must be one of those'],
    ['FREQ=DAILY;UNTIL=20260201', 'must be one of those'],
    [`FREQ=DAILY;BYMONTHDAY=${'1,'.repeat(300)}1`, 'at most 500 characters'],
  ])('%s is refused for the first of March, a Sunday', (rule, problem) => expect(problemOf(rule)).toContain(problem))
})

it('time zones are those of the IANA database', () => {
  expect(['Europe/Madrid', 'Asia/Kathmandu', 'UTC'].map(isTimeZone)).toEqual([true, true, true])
  expect(['', 'Europe/Nowhere', 'x'.repeat(100)].map(isTimeZone)).toEqual([false, false, false])
})
