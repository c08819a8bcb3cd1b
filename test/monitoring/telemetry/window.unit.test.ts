import fc from 'fast-check'
import { latencyStats } from '../../../src/monitoring/telemetry/latency-stats.ts'
import { addDuration, createHistogram, encode } from '../../../src/monitoring/telemetry/histogram.ts'
import type { BucketRow } from '../../../src/monitoring/telemetry/bucket-row.ts'
import { summarise, type Summary } from '../../../src/monitoring/health/rule/window-summary.ts'
import { createTelemetry } from '../../../src/monitoring/telemetry/telemetry.ts'
import {
  mergeRow,
  createWindow,
  takePending,
  record,
  type Sample,
  type Window,
} from '../../../src/monitoring/telemetry/window.ts'
import { hours, minutes, normal, seconds, start } from '../../support/monitoring/traffic.ts'

const never = { resolvedAt: null, silentSince: null }
const now = start + hours(2)

describe('the window of a subject', () => {
  it('has no figures without samples', () => {
    expect(latencyStats(createWindow(), now)).toBeNull()
  })

  it('gives the figures of the last five minutes', () => {
    const window = windowOf([
      ...[10, 20, 30].map((durationMs) => sample(now - minutes(1), { durationMs })),
      sample(now - minutes(4), { ok: false, durationMs: 400 }),
      sample(now - minutes(6), { ok: false, durationMs: 9000 }),
    ])

    expect(latencyStats(window, now)).toEqual({
      p50: 20,
      p95: 408,
      p99: 408,
      approximate: false,
      errorRate: 25,
      requestsPerMinute: 0.8,
      n: 4,
    })
  })

  it('counts the bucket that has just begun in its figures', () => {
    expect(latencyStats(windowOf([sample(now + 1)]), now + 2)).toMatchObject({ n: 1 })
  })

  it('shows a tick only the samples from before it', () => {
    const window = windowOf([sample(now - 1), sample(now, { ok: false })])

    expect(summarise(window, now, never, normal).recent).toMatchObject({ n: 1, bad: 0 })
    expect(summarise(window, now + seconds(10), never, normal).recent).toMatchObject({ n: 2, bad: 1 })
  })

  it('puts a late sample into the bucket of its time', () => {
    const window = windowOf([sample(now - 1), sample(now - minutes(59), { ok: false })])

    const { windows } = summarise(window, now, never, normal)

    expect(windows.map(({ bad }) => bad)).toEqual([0, 0, 0, 1])
  })

  it('ignores samples from before the last resolution, rounded up to a bucket, except in the recent part', () => {
    const window = windowOf([
      sample(now - seconds(30), { ok: false }),
      sample(now - seconds(20), { ok: false }),
      sample(now - 1),
    ])

    const summary = summarise(window, now, { ...never, resolvedAt: now - seconds(25) }, normal)

    expect(summary.windows[0]).toMatchObject({ n: 2, bad: 1 })
    expect(summary.recent).toMatchObject({ n: 3, bad: 2 })
  })

  it('extends the recent part until it has five samples, but never to more than an hour', () => {
    const everyTenMinutes = [5, 15, 25, 35, 45, 55].map((ago) => sample(now - minutes(ago)))
    const rare = [5, 50, 70].map((ago) => sample(now - minutes(ago)))

    expect(summarise(windowOf(everyTenMinutes), now, never, normal).recent).toMatchObject({ n: 5, ms: minutes(45) })
    expect(summarise(windowOf(rare), now, never, normal).recent).toMatchObject({ n: 2 })
  })

  it('counts the good samples in a row, within a bucket and beyond', () => {
    const window = createWindow()

    for (const ok of [true, false, true, true]) record(window, sample(now - seconds(15), { ok }), 1000)
    expect(summarise(window, now, never, normal).goodRun()).toBe(2)

    record(window, sample(now - seconds(5)), 1000)
    expect(summarise(window, now, never, normal).goodRun()).toBe(3)
  })

  it('has the mean gap of the last twenty samples of a subject that has one an hour', () => {
    const window = windowOf(Array.from({ length: 30 }, (_, index) => sample(now - hours(index) - 1)))

    expect(summarise(window, now, never, normal)).toMatchObject({ meanGapMs: hours(1), lastSampleAt: now - 1 })
  })

  it('has no mean gap with fewer than two samples', () => {
    expect(summarise(windowOf([sample(now - 1)]), now, never, normal).meanGapMs).toBeNull()
  })

  it('counts samples after the subject fell silent, and only those', () => {
    const window = windowOf([
      sample(now - minutes(20)),
      sample(now - minutes(1), { ok: false }),
      sample(now - seconds(30)),
    ])

    const summary = summarise(window, now, { ...never, silentSince: now - minutes(5) }, normal)

    expect(summary.sinceSilence()).toEqual({ n: 2, good: 1 })
  })

  it('keeps an hour of a busy subject, in at most 10 kB', () => {
    const window = createWindow()
    for (let at = now - hours(3); at < now; at += 20) record(window, sample(at, { durationMs: at % 400 }), 1000)
    takePending(window)

    const bytes =
      window.buckets.counts.byteLength + window.buckets.numbers.byteLength + window.durations.bytes.byteLength

    expect(summarise(window, now, never, normal).windows[3]).toMatchObject({ n: 180_000 })
    expect(bytes).toBeLessThan(10_000)
  })

  it('keeps the durations of a bucket that was drained in between', () => {
    const window = windowOf([sample(now - 2, { durationMs: 10 })])
    takePending(window)
    record(window, sample(now - 1, { durationMs: 1000 }), 1000)
    takePending(window)

    expect(latencyStats(window, now)).toMatchObject({ p50: 10, p99: 1008 })
  })

  it('counts more samples in ten seconds than fit into two bytes', () => {
    const window = createWindow()

    for (let count = 0; count < 70_000; count++) record(window, sample(now - 1, { ok: count % 7 > 0 }), 1000)

    expect(summarise(window, now, never, normal).recent).toMatchObject({ n: 70_000, bad: 10_000 })
    expect(latencyStats(window, now)).toMatchObject({ n: 70_000, p95: 51 })
  })
})

describe('samples that pass through the database', () => {
  const traffic = fc.array(
    fc.record({
      at: fc.integer({ min: now - minutes(62), max: now - 1 }),
      ok: fc.boolean(),
      durationMs: fc.integer({ min: 0, max: 3000 }),
    }),
    { maxLength: 120 },
  )

  it('give the same summary on another instance, in any order of rows and however often drained', () =>
    fc.assert(
      fc.property(traffic, fc.integer({ min: 1, max: 30 }), fc.nat(), (samples, every, seed) => {
        const here = createWindow()
        const rows: BucketRow[] = []
        samples.forEach((one, index) => {
          record(here, one, 1000)
          if (index % every === 0) rows.push(...takePending(here))
        })
        rows.push(...takePending(here))

        const elsewhere = createWindow()
        for (const row of shuffled(rows, seed)) mergeRow(elsewhere, row)

        expect(seenBy(elsewhere)).toEqual(seenBy(here))
        expect(latencyStats(elsewhere, now)).toEqual(latencyStats(here, now))
      }),
    ))

  it('give the same counts on whichever instance they were recorded', () =>
    fc.assert(
      fc.property(traffic, traffic, (some, others) => {
        const one = windowOf(some)
        const other = windowOf(others)
        const both = windowOf([...some, ...others])
        for (const row of takePending(other)) mergeRow(one, row)

        const { windows, recent } = summarise(one, now, never, normal)

        expect({ windows, recent }).toMatchObject(pick(summarise(both, now, never, normal)))
        expect(latencyStats(one, now)).toEqual(latencyStats(both, now))
      }),
    ))

  it('are drained once', () => {
    const window = windowOf([sample(now), sample(now)])

    expect(takePending(window)).toMatchObject([{ start: now, n: 2, bad: 0, slow: 0, sumMs: 100, tail: 2 }])
    expect(takePending(window)).toEqual([])
  })

  it('are one row per bucket, however many buckets and late samples lie between', () => {
    const window = windowOf([sample(now), sample(now - minutes(1))])

    for (let number = 2; number < 20; number++) record(window, sample(now - minutes(number)), 1000)
    record(window, sample(now, { ok: false }), 1000)

    const rows = takePending(window).sort((a, b) => a.start - b.start)
    expect(rows).toHaveLength(20)
    expect(rows.slice(-2)).toMatchObject([
      { start: now - minutes(1), n: 1, bad: 0 },
      { start: now, n: 2, bad: 1, tail: 0 },
    ])
    expect(summarise(window, now + seconds(10), never, normal).windows[1]).toMatchObject({ n: 6, bad: 1 })
  })

  it('are kept for at most an hour of a busy subject until they are drained', () => {
    const window = createWindow()
    for (let at = now; at < now + hours(3); at += seconds(10)) record(window, sample(at), 1000)

    const rows = takePending(window)

    expect(rows).toHaveLength(372)
    expect(Math.max(...rows.map((row) => row.start))).toBe(now + hours(3) - seconds(10))
  })

  it('are rejected if their durations are invalid, and then nothing is counted', () => {
    const window = createWindow()
    const counts = { n: 1, bad: 0, slow: 0, probes: 0, intervalMs: 0, approximate: false, sumMs: 1, tail: 1 }
    const row = { start: now - seconds(10), ...counts, durations: Uint8Array.from([9]) }

    expect(() => mergeRow(window, row)).toThrow('not a histogram')
    expect(latencyStats(window, now)).toBeNull()
  })

  it('stay with their subject', () => {
    const telemetry = createTelemetry()
    telemetry.record(1, sample(now), 1000)
    telemetry.record(2, sample(now, { ok: false }), 1000)

    const rows = telemetry.drainAll()
    const elsewhere = createTelemetry()
    elsewhere.absorbAll(rows)

    expect(rows).toMatchObject([
      { subjectId: 1, n: 1, bad: 0 },
      { subjectId: 2, n: 1, bad: 1 },
    ])
    expect(latencyStats(elsewhere.windowOf(1), now + 1)).toMatchObject({ n: 1, errorRate: 0 })
    expect(latencyStats(elsewhere.windowOf(2), now + 1)).toMatchObject({ n: 1, errorRate: 100 })
  })

  it('merge into percentiles of all of them', () => {
    const window = windowOf(Array.from({ length: 90 }, () => sample(now - 1, { durationMs: 10 })))
    const histogram = createHistogram()
    for (let count = 0; count < 10; count++) addDuration(histogram, 1000)

    const row = {
      start: now - seconds(10),
      n: 10,
      bad: 0,
      slow: 0,
      probes: 0,
      intervalMs: 0,
      approximate: false,
      sumMs: 10_000,
      tail: 10,
      durations: encode(histogram),
    }
    mergeRow(window, row)

    expect(latencyStats(window, now)).toMatchObject({ p50: 10, p95: 1008 })
  })
})

const sample = (at: number, { ok = true, durationMs = 50 } = {}): Sample => ({ at, ok, durationMs })

function windowOf(samples: readonly Sample[]): Window {
  const window = createWindow()
  for (const one of samples) record(window, one, 1000)
  return window
}

function seenBy(window: Window) {
  const summary = summarise(window, now, never, normal)
  return { ...pick(summary), goodRun: summary.goodRun(), sinceSilence: summary.sinceSilence(), gap: summary.meanGapMs }
}

const pick = ({ windows, recent }: Summary) => ({ windows, recent })

const shuffled = <T>(all: readonly T[], seed: number): T[] =>
  all
    .map((one, index) => ({ one, key: Math.imul(index + 1, (seed | 1) * 2654435761) >>> 0 }))
    .sort((a, b) => a.key - b.key)
    .map(({ one }) => one)
