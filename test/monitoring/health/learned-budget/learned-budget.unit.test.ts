import fc from 'fast-check'
import { budgetInForce, budgetReason } from '../../../../src/monitoring/health/learned-budget/slow-budget.ts'
import { latencyByHour, type HourLatency } from '../../../../src/monitoring/health/learned-budget/hour-latency.ts'
import { acceptAsNormal, driftOf, learn } from '../../../../src/monitoring/health/learned-budget/learned-latency.ts'
import { learnableTo } from '../../../../src/monitoring/health/learned-budget/learning-schedule.ts'
import { badPeriods, isBadHour } from '../../../../src/monitoring/health/learned-budget/bad-periods.ts'
import { learningProgress, measureUsual } from '../../../../src/monitoring/health/learned-budget/usual-latency.ts'
import { breachOf, lastsOn } from '../../../../src/monitoring/health/rule/breach.ts'
import { policyFor } from '../../../../src/monitoring/health/rule/policy.ts'
import { mergeRows, type BucketRow } from '../../../../src/monitoring/telemetry/bucket-row.ts'
import { addDuration, createHistogram, encode } from '../../../../src/monitoring/telemetry/histogram.ts'
import { casesOf } from '../../../support/extent.ts'
import { days, hours, minutes, normal, seconds, start } from '../../../support/monitoring/traffic.ts'

const runs = { numRuns: casesOf(60, 600) }
const noneLeftOut = () => false
const to = start + days(3)
const whole = { to, from: null, isLeftOut: noneLeftOut }

const hour = (index: number, p95Ms: number, n = 60): HourLatency => ({
  start: start + hours(index),
  n,
  p75Ms: p95Ms,
  p95Ms,
  p98Ms: p95Ms,
})

const hoursOf = (p95s: readonly number[]) => p95s.map((p95Ms, index) => hour(index, p95Ms))

/** Hours of which enough is known. */
const history = fc.array(
  fc.record({ n: fc.integer({ min: 0, max: 4_000 }), p95Ms: fc.integer({ min: 0, max: 30_000 }) }),
  { minLength: 72, maxLength: 72 },
)
const told = (shape: readonly { n: number; p95Ms: number }[]) =>
  shape.map(({ n, p95Ms }, index) => ({ ...hour(index, p95Ms, n), p75Ms: p95Ms / 2, p98Ms: 2 * p95Ms }))

const row = (at: number, durations: readonly number[]): BucketRow => {
  const histogram = createHistogram()
  for (const duration of durations) addDuration(histogram, duration)
  const n = durations.length
  return {
    ...{ start: at, n, bad: 0, slow: 0, probes: 0, intervalMs: 0, sumMs: 0, tail: n },
    approximate: false,
    durations: encode(histogram),
  }
}

describe('the usual latency', () => {
  it('is not known before 24 hours, 6 hours with 20 samples and 1,000 samples', () => {
    const steady = hoursOf(new Array<number>(72).fill(9))
    const known = (hoursSeen: readonly HourLatency[], at = to) => measureUsual(hoursSeen, { ...whole, to: at }) !== null

    expect(known(steady)).toBe(true)
    expect(known(steady, start + hours(24))).toBe(true)
    expect(known(steady, start + hours(23))).toBe(false)
    expect(known([0, 10, 20, 30, 40].map((index) => hour(index, 9, 900)))).toBe(false)
    expect(known([0, 10, 20, 30, 40, 50].map((index) => hour(index, 9, 900)))).toBe(true)
    expect(known(steady.map((one) => ({ ...one, n: 19 })))).toBe(false)
    expect(known([0, 10, 20, 30, 40, 50].map((index) => hour(index, 9, 166)))).toBe(false)
  })

  it('does not depend on the order of the hours', () => {
    fc.assert(
      fc.property(history, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (shape, random) => {
        const inOrder = told(shape)
        const places = new Map(inOrder.map((one) => [one, random.next().value]))
        const shuffled = [...inOrder].sort((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0))

        expect(measureUsual(shuffled, whole)).toEqual(measureUsual(inOrder, whole))
      }),
      runs,
    )
  })

  it('does not depend on how the history is cut into rows', () => {
    const samples = fc.array(
      fc.record({ at: fc.integer({ min: 0, max: hours(30) - 1 }), ms: fc.integer({ min: 0, max: 20_000 }) }),
      { minLength: 1, maxLength: 200 },
    )
    fc.assert(
      fc.property(samples, (all) => {
        const cut = (length: number) => {
          const rows = new Map<number, BucketRow>()
          for (const { at, ms } of all) {
            const begin = start + at - (at % length)
            const more = row(begin, [ms])
            const before = rows.get(begin)
            rows.set(begin, before ? mergeRows(before, more) : more)
          }
          return latencyByHour(rows.values())
        }

        expect(cut(minutes(1))).toEqual(cut(seconds(10)))
        expect(cut(hours(1))).toEqual(cut(seconds(10)))
      }),
      runs,
    )
  })

  it('is not moved by hours in a bad state', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 0, max: 71 }), fc.integer({ min: 1, max: 20 }), (shape, from, length) => {
        const bad = badPeriods(
          [
            { from: 'OPERATIVO', to: 'DEGRADADO', at: start + hours(from) + minutes(10) },
            { from: 'DEGRADADO', to: 'OPERATIVO', at: start + hours(from + length) + minutes(10) },
          ],
          'OPERATIVO',
        )
        const period = { ...whole, isLeftOut: (begin: number) => isBadHour(bad, begin) }
        const healthy = told(shape)
        const slow = healthy.map((one, index) =>
          index >= from && index <= from + length ? { ...one, p95Ms: 60_000, p75Ms: 60_000, p98Ms: 60_000 } : one,
        )

        expect(measureUsual(slow, period)).toEqual(measureUsual(healthy, period))
      }),
      runs,
    )
  })

  it('neither falls with quiet nights nor rises with weekends', () => {
    const nights = Array.from({ length: 72 }, (_, index) =>
      index % 24 < 13 ? hour(index, 10, 30) : hour(index, 80, 900),
    )
    const weekend = Array.from({ length: 168 }, (_, index) => hour(index - 96, index >= 120 ? 240 : 80, 300))

    expect(measureUsual(nights, whole)?.p95Ms).toBe(80)
    expect(measureUsual(weekend, whole)?.p95Ms).toBe(80)
  })

  it('tells what is still missing to know it', () => {
    const progress = (hoursSeen: readonly HourLatency[], at = to) => learningProgress(hoursSeen, { ...whole, to: at })
    const least = { leastSamples: 1_000, leastHours: 6 }

    expect(progress([])).toEqual({ hoursLeft: 24, samples: 0, hours: 0, ...least })
    expect(progress([hour(0, 9, 300), hour(1, 9, 20), hour(2, 9, 19)], start + hours(10))).toEqual({
      ...{ hoursLeft: 14, samples: 320, hours: 2 },
      ...least,
    })
    expect(progress(hoursOf(new Array<number>(72).fill(9)))).toEqual({
      ...{ hoursLeft: 0, samples: 72 * 60, hours: 72 },
      ...least,
    })
  })

  it('knows the slow hours of a day, and of a weekend, when they come again', () => {
    // Nightly jobs at two, and a slow weekend: it begins on a Thursday.
    const isNight = (index: number) => index % 24 === 2
    const isWeekend = (index: number) => index >= 48 && index < 96
    const week = Array.from({ length: 168 }, (_, index) => hour(index, isNight(index) ? 90 : isWeekend(index) ? 70 : 9))
    const highAt = (index: number) => measureUsual(week, { ...whole, to: start + hours(index) })?.highMs

    expect([highAt(144 + 2), highAt(144 + 5), highAt(144 + 12)]).toEqual([90, 9, 9])
    const twoWeeks = [...week, ...week.map((one) => ({ ...one, start: one.start + days(7) }))]
    const onSaturday = { ...whole, to: start + days(9) + hours(12) }
    expect(measureUsual(twoWeeks, onSaturday)?.highMs).toBe(70)
  })

  it('allows twice as much on the first weekend, as long as nothing is known of weekends', () => {
    // Thursday and Friday are known on Saturday; on Sunday the same time of Saturday is known as well.
    const threeDays = Array.from({ length: 83 }, (_, index) => hour(index, index < 48 ? 40 : 120))
    const highAt = (index: number) => measureUsual(threeDays, { ...whole, to: start + hours(index) })?.highMs

    expect([highAt(46), highAt(48), highAt(54), highAt(83)]).toEqual([40, 80, 240, 120])
  })

  it('is not decided by one hour with very many samples', () => {
    const load = [...hoursOf(new Array<number>(71).fill(40)), hour(71, 5, 1_000_000)]

    expect(measureUsual(load, whole)?.p95Ms).toBe(40)
  })
})

describe('a learned latency', () => {
  const measured = (p95Ms: number) => ({ p95Ms, p75Ms: p95Ms, highMs: p95Ms })
  const first = learn(null, measured(40), to)

  it('holds at once the first time, and then changes by at most a quarter per update', () => {
    expect(first?.normalP95Ms).toBe(40)
    expect(learn(first, measured(400), to + hours(1))?.normalP95Ms).toBe(50)
    expect(learn(first, measured(4), to + hours(1))?.normalP95Ms).toBe(30)
    expect(learn(first, measured(45), to + hours(1))?.normalP95Ms).toBe(45)
    expect(learn(first, measured(41), to + hours(1))).toMatchObject({ normalP95Ms: 40, since: to })
    expect(learn(first, null, to + hours(1))).toEqual({ ...first, learnedTo: to + hours(1) })
  })

  it('tells a drift of more than half within seven days', () => {
    const after = (updates: readonly number[]) =>
      updates.reduce((known, p95Ms, index) => learn(known, measured(p95Ms), to + days(index + 1)), first)

    expect(driftOf(after([50, 60, 64]) ?? fail())).toEqual({ fromMs: 40, toMs: 64, since: to })
    expect(driftOf(after([50, 60]) ?? fail())).toBeNull()
    expect(driftOf(after([50, 64, 64, 64, 64, 64, 64, 64, 64, 64]) ?? fail())).toBeNull()
  })

  it('is what an operator calls normal until there is enough to measure after it', () => {
    const accepted = acceptAsNormal(first ?? fail(), 283, to + minutes(10))

    expect(accepted).toMatchObject({ normalP95Ms: 283, learnsFrom: to + hours(1), past: [] })
    expect(budgetInForce(normal, accepted)).toEqual({ budgetMs: 1000, normalP95Ms: 283 })
    const later = { to: to + hours(12), from: accepted.learnsFrom, isLeftOut: noneLeftOut }
    expect(measureUsual(hoursOf(new Array<number>(84).fill(9)), later)).toBeNull()
  })

  it('is learned from an hour two minutes after its end', () => {
    expect(learnableTo(to + minutes(2) - 1)).toBe(to - hours(1))
    expect(learnableTo(to + minutes(2))).toBe(to)
  })
})

describe('the latency budget', () => {
  it('lies between the floor and the fixed budget, whatever was learned', () => {
    const policies = fc.record({
      slowBudgetMs: fc.integer({ min: 1, max: 5_000 }),
      learnedFactor: fc.double({ min: 1, max: 20, noNaN: true }),
      learnedFloorMs: fc.integer({ min: 0, max: 2_000 }),
    })
    fc.assert(
      fc.property(history, policies, (shape, overrides) => {
        const policy = policyFor({ critical: false, probed: false, overrides })
        const learned = learn(null, measureUsual(told(shape), whole), to)
        const { budgetMs } = budgetInForce(policy, learned)

        expect(budgetMs).toBeGreaterThanOrEqual(Math.min(overrides.learnedFloorMs, overrides.slowBudgetMs))
        expect(budgetMs).toBeLessThanOrEqual(overrides.slowBudgetMs)
      }),
      runs,
    )
  })

  it('is fixed until there is enough to learn from, and where the policy says so, and says why', () => {
    const learned = learn(null, { p95Ms: 9, p75Ms: 8, highMs: 12 }, to)
    const fixed = { ...normal, slowBudget: 'FIXED' as const }

    expect(budgetInForce(normal, learned)).toEqual({ budgetMs: 100, normalP95Ms: 9 })
    expect(budgetInForce(normal, null)).toEqual({ budgetMs: 1000, normalP95Ms: null })
    expect(budgetInForce(fixed, learned)).toEqual({ budgetMs: 1000, normalP95Ms: null })
    expect([budgetReason(normal, learned), budgetReason(normal, null), budgetReason(fixed, learned)]).toEqual([
      'LEARNED',
      'LEARNING',
      'FIXED',
    ])
    expect(budgetReason({ ...normal, slowBudgetMs: 50 }, learned)).toBe('LIMITED')
  })
})

describe('slowness over a learned budget', () => {
  const learned = { budgetMs: 100, normalP95Ms: 9 }
  const counts = (ms: number, n: number, slow: number) => ({ ms, n, bad: 0, slow })
  const windows = [60_000, 300_000, 900_000, 3_600_000].map((ms) => counts(ms, ms / 2_000, 4))

  it('is looked for in the shortest window too, over a fixed or limited budget it is not', () => {
    expect(breachOf('slow', { windows, budget: learned }, normal)).toEqual(windows[0])
    expect(breachOf('slow', { windows }, normal)).toBeNull()
    expect(breachOf('slow', { windows, budget: { budgetMs: 1_000, normalP95Ms: 300 } }, normal)).toBeNull()
    expect(breachOf('degraded', { windows, budget: learned }, normal)).toBeNull()
  })

  it('lasts on until the last minute is below the exit threshold', () => {
    const lasts = (slow: number, budget = learned) =>
      lastsOn('slow', { recent: counts(60_000, 40, slow), budget }, normal)

    expect([lasts(1), lasts(0)]).toEqual([true, false])
    expect(lasts(40, { budgetMs: 1_000, normalP95Ms: 300 })).toBe(false)
    expect(lastsOn('degraded', { recent: counts(60_000, 40, 40), budget: learned }, normal)).toBe(false)
  })
})

function fail(): never {
  throw new Error('Nothing was learned.')
}
