import { rateOf, summarise } from '../../../../src/monitoring/health/rule/window-summary.ts'
import {
  mergeRow,
  createWindow,
  takePending,
  record,
  type Sample,
  type Window,
} from '../../../../src/monitoring/telemetry/window.ts'
import { minutes, normal, seconds, start } from '../../../support/monitoring/traffic.ts'

const never = { resolvedAt: null, silentSince: null }
const slow = 2_000

const sampleAt = (after: number, more: Partial<Sample> = {}): Sample => ({
  at: start + after,
  ok: true,
  durationMs: 50,
  ...more,
})

function windowOf(...samples: Sample[]): Window {
  const window = createWindow()
  for (const sample of samples) record(window, sample, normal.slowBudgetMs)
  return window
}

const seenAt = (window: Window, after: number, policy = normal) => summarise(window, start + after, never, policy)

describe('the summary of a window', () => {
  it('without samples is empty', () => {
    const seen = seenAt(createWindow(), minutes(1))

    expect(seen).toMatchObject({ lastSampleAt: null, meanGapMs: null, recent: { n: 0, bad: 0, slow: 0 } })
    expect([seen.p95(), seen.goodRun(), seen.sinceSilence()]).toEqual([null, 0, { n: 0, good: 0 }])
  })

  it('counts slow and bad samples separately, in every window and in the last minute', () => {
    const window = windowOf(sampleAt(0, { durationMs: slow }), sampleAt(1, { ok: false }), sampleAt(2))

    const seen = seenAt(window, seconds(10))

    expect(seen.windows.map(({ n, bad, slow }) => [n, bad, slow])).toEqual(Array(4).fill([3, 1, 1]))
    expect(seen.recent).toMatchObject({ n: 3, bad: 1, slow: 1 })
    expect(seen.p95()).toBeGreaterThan(1_900)
  })

  it('includes the very first sample', () => {
    const seen = seenAt(windowOf(sampleAt(0), sampleAt(seconds(10))), seconds(20))

    expect(seen.sinceSilence()).toEqual({ n: 2, good: 2 })
    expect(seen.goodRun()).toBe(2)
    expect(seen.meanGapMs).toBe(seconds(10))
  })

  it('counts the samples since a silence began, those of the same ten seconds included', () => {
    const window = windowOf(sampleAt(0), sampleAt(seconds(10)), sampleAt(seconds(20), { ok: false }))

    const { sinceSilence } = summarise(
      window,
      start + seconds(30),
      { ...never, silentSince: start + seconds(10) },
      normal,
    )

    expect(sinceSilence()).toEqual({ n: 2, good: 1 })
  })

  it('takes the whole last minute as recent if it has enough samples', () => {
    const five = (after: number) => Array.from({ length: 5 }, (_, index) => sampleAt(after + index))
    const window = windowOf(sampleAt(0), sampleAt(seconds(10)), ...five(seconds(60)))

    expect(seenAt(window, seconds(70)).recent).toMatchObject({ n: 6, ms: minutes(1) })
  })

  it('extends the recent part until it has enough samples, up to its maximum', () => {
    const window = windowOf(...[0, 10, 20, 30, 40, 50].map((after) => sampleAt(seconds(after))))

    expect(seenAt(window, minutes(5)).recent).toMatchObject({ n: 5, ms: minutes(5) - seconds(10) })
    expect(seenAt(window, minutes(5), { ...normal, recentMostMs: minutes(5) - seconds(20) }).recent).toMatchObject({
      n: 4,
    })
  })

  it('dates a sample of another instance at the end of its ten seconds', () => {
    const other = windowOf(sampleAt(seconds(3)))
    const window = createWindow()
    for (const row of takePending(other)) mergeRow(window, row)

    expect(seenAt(window, seconds(20)).lastSampleAt).toBe(start + seconds(10))
    expect(seenAt(windowOf(sampleAt(seconds(3))), seconds(20)).lastSampleAt).toBe(start + seconds(3))
  })

  it('has no mean gap for fewer than two samples, and that of all samples if there are few', () => {
    expect(seenAt(windowOf(sampleAt(0)), seconds(10)).meanGapMs).toBeNull()
    expect(seenAt(windowOf(sampleAt(0), sampleAt(seconds(40)), sampleAt(seconds(60))), minutes(2)).meanGapMs).toBe(
      seconds(30),
    )
  })
})

it('the rates of bad and slow samples are percentages, and null without samples', () => {
  const tally = { ms: minutes(1), n: 3, bad: 1, slow: 2 }

  expect([rateOf(tally, 'bad'), rateOf(tally, 'slow')]).toEqual([33.33, 66.67])
  expect(rateOf({ ...tally, n: 0 }, 'bad')).toBeNull()
})
