import {
  beginLearning,
  expectedTraffic,
  learnTraffic,
  usualTrafficAt,
  type HourTraffic,
  type LearnedTraffic,
} from '../../../../src/monitoring/health/traffic/expected-traffic.ts'
import { days, hours, start } from '../../../support/monitoring/traffic.ts'

/** 28 days that begin with a Thursday. */
const to = start + days(28)
const period = { from: start, to }

/** Hours with so many requests a minute, and the fewest of five minutes that come with it. */
const hoursOf = (perMinute: (at: number) => number, share = 0.8): HourTraffic[] =>
  Array.from({ length: 28 * 24 }, (_, hour) => {
    const at = start + hours(hour)
    return { start: at, n: 60 * perMinute(at), fewest: Math.floor(5 * share * perMinute(at)) }
  })

const byStart = (rows: readonly HourTraffic[]) => new Map(rows.map((row) => [row.start, row]))

const steady = hoursOf(() => 10)
const noonOnThursday = to + hours(12)
const at = (rows: HourTraffic[], time = noonOnThursday, of = period) =>
  expectedTraffic(true, knowledge(rows, time, of), time)

/** The knowledge of one hour, whichever is asked for. */
const knowledge = (rows: HourTraffic[], time = noonOnThursday, { from, to: learnedTo } = period): LearnedTraffic => ({
  ...{ from, learnedTo },
  usual: Array.from({ length: 48 }, () => usualTrafficAt(byStart(rows), { from, to: learnedTo }, time)),
})
const hourOfDay = (time: number) => (time / hours(1)) % 24

describe('the expected traffic', () => {
  it('is seven tenths of steady requests', () => {
    expect(at(steady)).toEqual({ reason: 'LEARNED', rate: { perMinute: 7, fewest: 40 } })
  })

  it('is off where it is not learned, and before a service has reported any', () => {
    expect(expectedTraffic(false, knowledge(steady), noonOnThursday)).toEqual({ reason: 'OFF' })
    expect(expectedTraffic(true, null, noonOnThursday)).toEqual({ reason: 'OFF' })
  })

  it('is learned after 14 days, and says until then what is missing', () => {
    expect(at(steady, noonOnThursday, { from: start, to: start + days(13) })).toMatchObject({
      reason: 'LEARNING',
      daysLeft: 1,
      hours: 27,
    })
    expect(at(steady, noonOnThursday, { from: start, to: start + days(14) })).toMatchObject({ reason: 'LEARNED' })
  })

  it('is not learned at a time of day with fewer than ten comparable hours', () => {
    const unknown = steady.map((hour) => (Math.abs(hourOfDay(hour.start) - 12) <= 1 ? { ...hour, fewest: null } : hour))

    expect(at(unknown)).toEqual({ reason: 'LEARNING', daysLeft: 0, hours: 0, leastHours: 10 })
    expect(at(unknown, to + hours(18))).toMatchObject({ reason: 'LEARNED' })
  })

  it('follows the time of day, an hour to either side, and the weekend', () => {
    const rows = hoursOf((time) => (hourOfDay(time) === 4 ? 5 : [0, 6].includes(new Date(time).getUTCDay()) ? 20 : 10))

    for (const hour of [3, 4, 5]) expect(at(rows, to + hours(hour))).toMatchObject({ rate: { perMinute: 2.5 } })
    expect(at(rows, to + hours(6))).toMatchObject({ rate: { perMinute: 7 } })
    expect(at(rows, to + days(2) + hours(12))).toMatchObject({ rate: { perMinute: 14 } })
  })

  it('is nothing where fewer than four a minute are usual', () => {
    expect(at(hoursOf(() => 3.9))).toEqual({ reason: 'LEARNED', rate: null })
    expect(at(hoursOf(() => 4))).toMatchObject({ rate: { perMinute: 2.8 } })
  })

  it('is nothing where five minutes without a request are usual', () => {
    expect(at(hoursOf(() => 100, 0))).toEqual({ reason: 'LEARNED', rate: null })
  })

  it('is nothing where hours without a request are usual, and is not lowered by those that nobody saw', () => {
    const mornings = hoursOf((time) => (new Date(time).getUTCDate() % 4 === 0 ? 0 : 10))

    expect(at(mornings)).toEqual({ reason: 'LEARNED', rate: null })
    expect(at(mornings.filter(({ n }) => n > 0))).toMatchObject({ rate: { perMinute: 7 } })
  })

  it('is learned for the hours that come next, while that of the others stays as it was known', () => {
    const known = { ...beginLearning(start), usual: knowledge(steady).usual }
    const learned = learnTraffic(byStart(hoursOf(() => 20)), known, to)
    const perMinuteAt = (time: number) => expectedTraffic(true, learned, time)

    for (const hour of [0, 1]) expect(perMinuteAt(to + hours(hour))).toMatchObject({ rate: { perMinute: 14 } })
    for (const hour of [2, 23, 48]) expect(perMinuteAt(to + hours(hour))).toMatchObject({ rate: { perMinute: 7 } })
  })

  it('is not lowered by hours that do not count, nor by those of before the first one recorded', () => {
    const low = hoursOf((time) => (time < start + days(10) ? 1 : 10))
    const leftOut = low.map((hour) => (hour.start < start + days(10) ? { ...hour, fewest: null } : hour))

    expect(at(low)).not.toMatchObject({ rate: { perMinute: 7 } })
    expect(at(leftOut)).toMatchObject({ rate: { perMinute: 7 } })
    expect(at(low, noonOnThursday, { from: start + days(10), to })).toMatchObject({ rate: { perMinute: 7 } })
  })

  it('is less where hours differ more', () => {
    const one = hoursOf((time) => (new Date(time).getUTCDate() % 5 === 0 ? 8 : 10))
    const other = hoursOf((time) => (new Date(time).getUTCDate() % 5 === 0 ? 5 : 10))

    expect(at(one)).toMatchObject({ rate: { perMinute: 5.6 } })
    expect(at(other)).toMatchObject({ rate: { perMinute: 2.5 } })
  })

  it('forgets what is older than 28 days', () => {
    const rows = hoursOf((time) => (time < start + days(7) ? 1 : 10))

    expect(at(rows)).not.toMatchObject({ rate: { perMinute: 7 } })
    expect(at(rows, noonOnThursday, { from: start, to: to + days(7) })).toMatchObject({ rate: { perMinute: 7 } })
    const later = rows.map((hour) => ({ ...hour, start: hour.start - days(28) }))
    expect(at([...later, ...steady], noonOnThursday, { from: start - days(28), to })).toMatchObject({
      rate: { perMinute: 7 },
    })
  })

  it('is learned anew from the next whole hour on', () => {
    expect(beginLearning(start + 1)).toMatchObject({ from: start + hours(1), learnedTo: start + hours(1) })
    expect(expectedTraffic(true, beginLearning(start), noonOnThursday)).toMatchObject({
      reason: 'LEARNING',
      daysLeft: 14,
    })
  })
})
