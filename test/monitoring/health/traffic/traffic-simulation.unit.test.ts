import { casesOf } from '../../../support/extent.ts'
import { recordedRequests } from '../../../support/monitoring/recorded-requests.ts'
import {
  daily,
  dropped,
  jobCounts,
  reportedEvery,
  reportedWithLosses,
  requestCounts,
  together,
  weekly,
  type RequestCounts,
} from '../../../support/monitoring/request-counts.ts'
import { days, hours, minutes, seconds, start } from '../../../support/monitoring/traffic.ts'
import { toldDrops, type Circumstances } from '../../../support/monitoring/traffic-driver.ts'

const rounds = casesOf(1, 2)
const seeds = Array.from({ length: rounds }, (_, index) => index + 1)
const learning = days(14)
const watched = days(casesOf(3, 7))

/** Rates whose logarithm wanders by `sigma`. One that wanders by 1 for longer falls to a tenth of what is usual by itself. */
const wandering = [
  ...[0.3, 0.6].flatMap((sigma) => [minutes(2), minutes(10)].map((lasts) => ({ sigma, lasts }))),
  { sigma: 1, lasts: minutes(2) },
].slice(casesOf(-2, -5))
const ratesOf = casesOf(1, 4) === 1 ? [5, 200] : [1, 5, 30, 200]

/** Drops told of healthy requests, over all seeds. */
const falseDrops = (countsOf: (seed: number) => RequestCounts, circumstances?: Circumstances): number =>
  seeds.reduce((sum, seed) => sum + toldDrops(countsOf(seed), circumstances).drops.length, 0)

describe('healthy requests after learning', () => {
  it.each(wandering)(
    'tell no drop where rates wander by $sigma within $lasts ms, with a season of the day and of the week',
    ({ sigma, lasts }) => {
      const season = (at: number) => daily(at) * weekly(at)
      let reportedDrops = 0
      for (const perMinute of ratesOf) {
        const countsOf = (seed: number) =>
          requestCounts(seed, learning + watched, { perMinute, season, sigma, lasts, group: 2 })

        expect({ perMinute, drops: falseDrops(countsOf) }).toEqual({ perMinute, drops: 0 })
        reportedDrops += falseDrops((seed) => reportedEvery(countsOf(seed), minutes(1)))
      }
      // Reported each minute, one in 20 fortnights.
      expect(reportedDrops).toBeLessThanOrEqual((ratesOf.length * rounds) / 20)
    },
    600_000,
  )

  it.each([60, 15, 5].slice(0, casesOf(1, 2)))(
    'tell no drop of jobs that run every %d minutes, alone and among other requests',
    (every) => {
      for (const each of [10, 300]) {
        const jobsOf = (seed: number) => jobCounts(seed, learning + watched, { every: minutes(every), each })
        const others = { perMinute: 8, season: daily, sigma: 0.3, lasts: minutes(10), group: 1 }

        expect(falseDrops(jobsOf)).toBe(0)
        expect(falseDrops((seed) => together(jobsOf(seed), requestCounts(seed, learning + watched, others)))).toBe(0)
      }
    },
    600_000,
  )

  it('tell no drop of an hour of maintenance, which they do not learn from either', () => {
    const isMaintained = (at: number) => at % days(1) > hours(14) && at % days(1) <= hours(15)
    const countsOf = (seed: number) => {
      const shape = { perMinute: 30, season: daily, sigma: 0.3, lasts: minutes(10), group: 2 }
      return requestCounts(seed, learning + watched, shape).map((count, index) =>
        isMaintained(start + (index + 1) * seconds(10)) ? 0 : count,
      )
    }

    expect(falseDrops(countsOf, { explanationAt: (at) => (isMaintained(at) ? 'AWAY' : null) })).toBe(0)
  })
})

describe('reports of which one in fifty is lost', () => {
  const shape = { perMinute: 30, season: daily, sigma: 0.3, lasts: minutes(10), group: 2 }
  const lossesOf = (seed: number, every: number, counts = requestCounts(seed, learning + days(14), shape)) =>
    reportedWithLosses(counts, { every, loss: 0.02, seed })

  it.each([30, 14, 60].slice(0, casesOf(1, 3)))(
    'every %d s tell no drop, are judged most of the time after learning, and tell of lost callers',
    (interval) => {
      for (const seed of seeds) {
        const { counts, explanationAt } = lossesOf(seed, seconds(interval))
        const { drops, judgedShare } = toldDrops(counts, { explanationAt })
        expect({ seed, drops }).toEqual({ seed, drops: [] })
        expect(judgedShare).toBeGreaterThan(0.4)

        const at = start + learning + days(1) + hours(12)
        const losing = dropped(requestCounts(seed, learning + days(2), shape), { at, lasts: hours(2) })
        const lost = lossesOf(seed, seconds(interval), losing)
        const [first] = toldDrops(lost.counts, { explanationAt: lost.explanationAt }).drops
        expect((first?.at ?? Infinity) - at).toBeLessThanOrEqual(minutes(interval < 60 ? 7 : 20))
      }
    },
    600_000,
  )

  it('every 300 s tell no drop', () => {
    for (const seed of seeds) {
      const { counts, explanationAt } = lossesOf(seed, seconds(300))
      expect(toldDrops(counts, { explanationAt }).drops).toEqual([])
    }
  })
})

describe('an endpoint that loses its callers', () => {
  const healthy = days(casesOf(15, 28))
  const at = start + healthy + hours(13) + seconds(10)
  const shape = { season: () => 1, sigma: 0, lasts: minutes(10), group: 1 }
  const delayOf = (counts: RequestCounts) => (toldDrops(counts).drops[0]?.at ?? Infinity) - at

  it('is told within seven minutes at five a minute', () => {
    for (let seed = 1; seed <= casesOf(2, 8); seed++) {
      const delay = delayOf(dropped(requestCounts(seed, healthy + days(1), { ...shape, perMinute: 5 }), { at }))

      expect(delay).toBeGreaterThan(minutes(2))
      expect({ seed, delay }).toEqual({ seed, delay: Math.min(delay, minutes(7)) })
    }
  })

  it.each([30, 10, 85].slice(0, casesOf(1, 3)))(
    'is told within six minutes if a tenth is left of %d a minute',
    (perMinute) => {
      for (let seed = 1; seed <= casesOf(1, 3); seed++)
        expect(
          delayOf(dropped(requestCounts(seed, healthy + days(1), { ...shape, perMinute }), { at, share: 0.1 })),
        ).toBeLessThanOrEqual(minutes(6))
    },
  )

  it('is no drop any more five minutes after the callers are back', () => {
    const counts = dropped(requestCounts(1, healthy + days(1), { ...shape, perMinute: 30 }), { at, lasts: hours(1) })

    expect(toldDrops(counts).drops).toHaveLength(1)
    expect((toldDrops(counts).drops[0]?.endedAt ?? 0) - at - hours(1)).toBeLessThanOrEqual(minutes(11))
  })
})

describe('two months that a web server recorded', () => {
  const { counts, start: from, isMissing } = recordedRequests()
  const { drops } = toldDrops(counts, {
    start: from,
    explanationAt: (at) => (isMissing(at) ? 'AWAY' : null),
  })
  const requestsBefore = (at: number, ms: number) => {
    const last = (at - from) / seconds(10)
    return counts.subarray(last - ms / seconds(10), last).reduce((sum, count) => sum + count, 0)
  }

  it('tell of its shutdown before a hurricane, four minutes before the last request', () => {
    expect(drops.map(({ at }) => new Date(at).toISOString().slice(0, 16))).toContain('1995-08-01T18:48')
  })

  it('tell of nothing but stretches in which hardly a request was answered', () => {
    expect(drops.length).toBeGreaterThan(5)
    for (const { at } of drops) {
      expect(requestsBefore(at, minutes(5))).toBeLessThan(25)
      expect(requestsBefore(at - minutes(15), hours(1))).toBeGreaterThan(8 * requestsBefore(at, minutes(5)))
    }
  })
})
