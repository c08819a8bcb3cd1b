import type { HourTraffic } from '../../../src/monitoring/health/traffic/expected-traffic.ts'
import { policyFor } from '../../../src/monitoring/health/rule/policy.ts'
import type { HistoryPart } from '../../../src/monitoring/policy/recorded-history.ts'
import { recordRequests } from '../../../src/monitoring/policy/recorded-requests.ts'
import { simulateHistory } from '../../../src/monitoring/policy/simulate-history.ts'
import type { BucketRow } from '../../../src/monitoring/telemetry/bucket-row.ts'
import { addDuration, createHistogram, encode } from '../../../src/monitoring/telemetry/histogram.ts'
import type { Sample } from '../../../src/monitoring/telemetry/window.ts'
import { dropped, jobCounts, requestCounts, type RequestCounts } from '../../support/monitoring/request-counts.ts'
import { toldDrops } from '../../support/monitoring/traffic-driver.ts'
import {
  changesIn,
  days,
  entered,
  hours,
  minutes,
  poisson,
  replayed,
  seconds,
  start,
} from '../../support/monitoring/traffic.ts'

const overridden = (traffic: 'LEARNED' | 'OFF') =>
  policyFor({ critical: false, probed: false, overrides: { traffic, slowBudget: 'FIXED' } })
const learned = overridden('LEARNED')
const healthy = days(15) + hours(13)
const even = { season: () => 1, sigma: 0, lasts: minutes(10), group: 1 }

describe('a backtest', () => {
  /** Traffic that stops for an hour, of which nobody knows where no request is recorded before its end. */
  const losing = (seed: number) =>
    (function* () {
      yield* poisson(seed, [{ lasts: healthy, perMinute: 10, bad: 0 }])
      yield* poisson(seed + 1, [{ lasts: hours(1), perMinute: 10, bad: 0 }], start + healthy + hours(1))
    })()

  /** The requests of these buckets, each in the last millisecond of its own. */
  function* samplesOf(counts: RequestCounts): Generator<Sample> {
    for (const [index, count] of counts.entries())
      for (let sample = 0; sample < count; sample++)
        yield { at: start + index * seconds(10) + seconds(10) - 1, ok: true, durationMs: 50 }
  }

  it('tells of lost traffic, where it is learned, and of its end', () => {
    const events = replayed(losing(1), learned)
    const lost = events.find((told) => told.event === 'state' && told.transition.evidence.code === 'TRAFFIC_DROP')

    expect((lost?.at ?? Infinity) - (start + healthy)).toBeLessThanOrEqual(minutes(6))
    expect(changesIn(events)).toEqual(['OPENED', 'RESOLVED'])
    expect(entered(replayed(losing(1)), 'DEGRADADO')).toBeNull()
  })

  it('tells of the same drops at the same ticks as a rule that looks at every one, also after a silent night', () => {
    const office = {
      ...even,
      perMinute: 30,
      season: (at: number) => (Math.abs((at % days(1)) - hours(14)) < hours(6) ? 1 : 0),
    }
    // A Thursday and the Friday after it, three weeks later.
    const [morning, noon] = [start + days(21) + hours(8), start + days(22) + hours(12) + minutes(20)]
    const missing = dropped(requestCounts(1, days(23), office), { at: morning, lasts: hours(4) })
    const counts = dropped(missing, { at: noon, lasts: minutes(20), share: 0.1 })

    const told = replayed(samplesOf(counts), learned).flatMap(({ at, ...event }) =>
      event.event === 'incident' && event.change.event === 'OPENED' ? [at] : [],
    )

    expect(told).toHaveLength(2)
    expect(told).toEqual(toldDrops(counts).drops.map(({ at }) => at))
  })
})

describe('a preview', () => {
  const lasts = days(30)
  const end = start + lasts

  /** The rows that are stored of these requests by their end: of an hour, for two days of a minute, for six hours of 10 s. */
  function historyOf(counts: RequestCounts): HistoryPart[] {
    const [minutesFrom, exactFrom] = [end - hours(48), end - hours(6)]
    return [
      partOf(counts, { from: start, to: minutesFrom, bucketMs: hours(1) }),
      partOf(counts, { from: minutesFrom, to: exactFrom, bucketMs: minutes(1) }),
      partOf(counts, { from: exactFrom, to: end, bucketMs: seconds(10) }),
    ]
  }

  function partOf(counts: RequestCounts, part: Omit<HistoryPart, 'rows'>): HistoryPart {
    const rows: BucketRow[] = []
    for (let at = part.from; at < part.to; at += part.bucketMs) {
      const n = sumOf(counts, at, part.bucketMs)
      const none = { bad: 0, slow: 0, probes: 0, intervalMs: 0, approximate: false }
      if (n > 0) rows.push({ ...none, start: at, n, tail: n, sumMs: 50 * n, durations })
    }
    return { ...part, rows }
  }

  const histogram = createHistogram()
  addDuration(histogram, 50)
  const durations = encode(histogram)

  const sumOf = (counts: RequestCounts, from: number, ms: number): number =>
    counts.subarray((from - start) / seconds(10), (from + ms - start) / seconds(10)).reduce((sum, n) => sum + n, 0)

  /** The hours of these requests as ticks saw them, without those of a drop. */
  function seenOf(counts: RequestCounts, isDrop: (hour: number) => boolean = () => false): HourTraffic[] {
    const starts = Array.from({ length: lasts / hours(1) }, (_, hour) => start + hours(hour))
    const fives = Array.from({ length: 330 }, (_, tick) => seconds(10) * (tick + 1) - minutes(5))
    return starts.map((hour) => ({
      ...{ start: hour, n: sumOf(counts, hour, hours(1)) },
      fewest: isDrop(hour)
        ? null
        : Math.min(...fives.map((at) => sumOf(counts, Math.max(start, hour + at), minutes(5)))),
    }))
  }

  const preview = (
    counts: RequestCounts,
    {
      seen = [],
      paused = [],
      traffic = 'LEARNED',
    }: { seen?: HourTraffic[]; paused?: number[]; traffic?: 'LEARNED' | 'OFF' },
  ) => {
    const history = historyOf(counts)
    return simulateHistory(history, overridden(traffic), recordRequests(history, seen, new Set(paused)))
  }

  const usual = requestCounts(1, lasts, { ...even, perMinute: 10 })
  const [longAgo, recently] = [end - days(9) - hours(1), end - hours(20)]
  const losing = dropped(dropped(usual, { at: longAgo, lasts: hours(3) }), { at: recently, lasts: hours(2) })

  it('tells of the hours without callers that lost traffic would have told of, were it learned', async () => {
    const told = await preview(losing, {})

    expect(told).toMatchObject([{ maxSeverity: 'DEGRADADO', status: 'RESOLVED' }, { status: 'RESOLVED' }])
    expect(told.map(({ openedAt }, index) => openedAt - [longAgo, recently][index]! < minutes(10))).toEqual([
      true,
      true,
    ])
    expect(await preview(losing, { traffic: 'OFF' })).toEqual([])
  })

  it('tells of a drop of half an hour only where ticks have seen for long what is usual', async () => {
    const brief = dropped(usual, { at: recently, lasts: minutes(30) })
    const [told, ...others] = await preview(brief, { seen: seenOf(brief, (hour) => hour === recently) })

    expect(others).toEqual([])
    expect((told?.openedAt ?? Infinity) - recently).toBeLessThanOrEqual(minutes(7))
    expect(await preview(brief, {})).toEqual([])
  })

  it.each([
    ['seen by no tick', () => []],
    ['explained', (hour: HourTraffic) => [{ ...hour, fewest: null }]],
  ])('tells of the same drop where every ninth hour was %s', async (_, ninth) => {
    const brief = dropped(usual, { at: recently, lasts: minutes(30) })
    const all = seenOf(brief, (hour) => hour === recently)
    const told = await preview(brief, { seen: all.flatMap((hour, at) => (at % 9 === 4 ? ninth(hour) : [hour])) })

    expect(told.map(({ openedAt }) => openedAt - recently < minutes(7))).toEqual([true])
  })

  it.each(['seen', 'not seen'])('tells of no drop of jobs that pause within the hour, %s by ticks', async (how) => {
    const jobs = jobCounts(1, lasts, { every: minutes(15), each: 300 })

    expect(await preview(jobs, { seen: how === 'seen' ? seenOf(jobs) : [] })).toEqual([])
  })

  it('tells of nothing while we were away ourselves', async () => {
    const paused = [0, 1, 2].map((hour) => longAgo + hours(hour))

    expect(await preview(losing, { paused })).toMatchObject([{ openedAt: expect.any(Number) }])
  })
})
