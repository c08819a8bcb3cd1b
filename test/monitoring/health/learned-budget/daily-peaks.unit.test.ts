import fc from 'fast-check'
import type { HourLatency } from '../../../../src/monitoring/health/learned-budget/hour-latency.ts'
import { learn, type LearnedLatency } from '../../../../src/monitoring/health/learned-budget/learned-latency.ts'
import { budgetInForce } from '../../../../src/monitoring/health/learned-budget/slow-budget.ts'
import { measuredMs, measureUsual } from '../../../../src/monitoring/health/learned-budget/usual-latency.ts'
import { casesOf } from '../../../support/extent.ts'
import { gauss, latencies } from '../../../support/monitoring/latencies.ts'
import { changesIn, days, hours, normal, randomFrom, replayed } from '../../../support/monitoring/traffic.ts'

/** A peak of every day, in the local time of Madrid or in UTC. */
type DailyPeak = { from: number; lasts: number; factor: number; isLocal: boolean }

/** The Sundays on which summer time begins and ends in 2026. */
const changesOfTime = [Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 9, 25, 1)] as const

function hourOfDay(at: number, isLocal: boolean): number {
  const isSummer = at >= changesOfTime[0] && at < changesOfTime[1]
  const offset = isLocal ? (isSummer ? 2 : 1) : 0
  return (at / hours(1) + offset) % 24
}

const isPeak = (at: number, { from, lasts, isLocal }: DailyPeak) => (hourOfDay(at, isLocal) - from + 24) % 24 < lasts

const peaks = fc.record({
  from: fc.integer({ min: 0, max: 23 }),
  lasts: fc.integer({ min: 1, max: 4 }),
  factor: fc.integer({ min: 2, max: 12 }),
  isLocal: fc.boolean(),
})

/** Six weeks that begin at any hour of the year, so that many of them contain a change of the time. */
const begins = fc.integer({ min: 0, max: 365 * 24 }).map((hour) => Date.UTC(2026, 0, 1) + hours(hour))

const quietMs = 40

/** The hours of six weeks with a peak whose budget was too short: those hours are in Degradado, and not learned from. */
function slowHours(begin: number, peak: DailyPeak): number[] {
  const slow = new Set<number>()
  let seen: HourLatency[] = []
  let learned: LearnedLatency | null = null
  for (let start = begin; start < begin + days(42); start += hours(1)) {
    const p98Ms = quietMs * (isPeak(start, peak) ? peak.factor : 1)
    const period = { to: start, from: null, isLeftOut: (hour: number) => slow.has(hour) }
    // The first minutes of an hour are judged by the budget of the hour before.
    const before = budgetInForce(normal, learned).budgetMs
    learned = learn(learned, measureUsual(seen, period), start)
    if (Math.min(before, budgetInForce(normal, learned).budgetMs) < p98Ms) slow.add(start)
    seen = [...seen.filter((hour) => hour.start >= start - measuredMs), { start, n: 300, ...usual(p98Ms) }]
  }
  return [...slow]
}

const usual = (p98Ms: number) => ({ p98Ms, p95Ms: p98Ms * 0.8, p75Ms: p98Ms * 0.4 })

describe('a peak that comes every day', () => {
  it('is not slow in six weeks, whenever the data begin, at whichever hour, and when the time changes', () => {
    fc.assert(
      fc.property(begins, peaks, (begin, peak) => {
        expect(slowHours(begin, peak)).toEqual([])
      }),
      {
        numRuns: casesOf(20, 150),
        // A peak of the last hour of a day (UTC) on the Sunday on which summer time ends.
        examples: [[Date.UTC(2026, 8, 14), { from: 0, lasts: 1, factor: 3, isLocal: true }]],
      },
    )
  })

  it.each([0, 1, 2, 3, 4, 5, 6])(
    'opens no incident in six weeks that begin %i days after a Monday',
    (day) => {
      for (let round = 1; round <= casesOf(1, 2); round++) {
        const random = randomFrom(10 * round + day)
        const any = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
        const peak = { from: any(0, 23), lasts: any(1, 2), factor: any(4, 5), isLocal: true }
        // Summer time begins or ends in the third or fourth week.
        const firstDay = Date.UTC(2026, ...(any(0, 1) ? ([2, 9] as const) : ([9, 5] as const)))
        const samples = latencies(
          round,
          shapeOf(peak),
          [{ lasts: days(42), perMinute: 6, factor: 1 }],
          firstDay + days(day),
        )

        expect({ peak, changes: changesIn(replayed(samples)) }).toEqual({ peak, changes: [] })
      }
    },
    600_000,
  )
})

const shapeOf = (peak: DailyPeak) => ({
  ms: (random: () => number, at: number) => 30 * (isPeak(at, peak) ? peak.factor : 1) * Math.exp(0.6 * gauss(random)),
  rate: () => 1,
})
