import fc from 'fast-check'
import { incidentEventsFor } from '../../../src/monitoring/incidents/lifecycle.ts'
import { applyChange, type Incident } from '../../../src/monitoring/incidents/incident.ts'
import { evaluate } from '../../../src/monitoring/health/rule/evaluate.ts'
import { policyFor, type Policy } from '../../../src/monitoring/health/rule/policy.ts'
import { createRuleState } from '../../../src/monitoring/health/rule/rule-state.ts'
import { summarise } from '../../../src/monitoring/health/rule/window-summary.ts'
import type { HistoryPart } from '../../../src/monitoring/policy/recorded-history.ts'
import { runHistory, simulateHistory } from '../../../src/monitoring/policy/simulate-history.ts'
import { spreadRow } from '../../../src/monitoring/policy/spread-row.ts'
import type { SimulationEvent } from '../../../src/monitoring/simulation/simulation.ts'
import type { BucketRow } from '../../../src/monitoring/telemetry/bucket-row.ts'
import { countMore, slotOf } from '../../../src/monitoring/telemetry/buckets.ts'
import { addDuration, createHistogram, encode } from '../../../src/monitoring/telemetry/histogram.ts'
import { createWindow, record, takePending, type Sample } from '../../../src/monitoring/telemetry/window.ts'
import { casesOf } from '../../support/extent.ts'
import { hours, minutes, randomFrom, replayed, seconds, start } from '../../support/monitoring/traffic.ts'

const bucket = seconds(10)
const runs = { numRuns: casesOf(40, 400) }

/** Periods of traffic, some silent, with bad and slow samples. */
const periods = fc.array(
  fc.record({
    lasts: fc.integer({ min: 1, max: 400 }).map((tens) => tens * bucket),
    perMinute: fc.constantFrom(0, 0.2, 2, 20, 60),
    bad: fc.constantFrom(0, 0.004, 0.05, 0.3, 1),
    slow: fc.constantFrom(0, 0, 0.1, 0.6),
  }),
  { minLength: 1, maxLength: 8 },
)

/** Policies that differ from the usual one in what makes states come and go. */
const policies = fc
  .record({
    critical: fc.boolean(),
    probed: fc.boolean(),
    overrides: fc.record(
      {
        failingEnter: fc.constantFrom(0.1, 0.5, 1),
        slowEnter: fc.constantFrom(0.01, 0.3),
        degradedLeast: fc.integer({ min: 1, max: 9 }),
        exitShare: fc.constantFrom(0.1, 0.9, 1),
        shortWindowMs: fc.constantFrom(10_000, 60_000),
        longestWindowMs: fc.constantFrom(minutes(15), hours(1)),
        recentLeast: fc.integer({ min: 1, max: 30 }),
        pendingFailingMs: fc.constantFrom(0, 10_000, 90_000),
        pendingDegradedMs: fc.constantFrom(0, 300_000),
        cleanDegradedMs: fc.constantFrom(0, 1_200_000),
        cleanGoodRun: fc.integer({ min: 1, max: 400 }),
        unstableDepartures: fc.integer({ min: 1, max: 3 }),
        silenceGapFactor: fc.constantFrom(1, 20),
        freezeAfterMs: fc.constantFrom(0, minutes(5)),
        reopenWithinMs: fc.constantFrom(0, hours(2)),
      },
      { requiredKeys: [] },
    ),
  })
  .map((input) => policyFor(input))

/** Samples of these periods, in order; each is placed at the last millisecond of its bucket. */
function samplesOf(
  stretches: readonly { lasts: number; perMinute: number; bad: number; slow: number }[],
  seed: number,
) {
  const random = randomFrom(seed)
  const samples: Sample[] = []
  let begins = start
  for (const { lasts, perMinute, bad, slow } of stretches) {
    for (let at = begins; perMinute > 0 && at < begins + lasts; at -= Math.log(1 - random()) * (60_000 / perMinute))
      // A row does not keep the time within its bucket: the rule takes its end.
      samples.push({
        at: Math.floor(at / bucket) * bucket + bucket - 1,
        ok: random() >= bad,
        durationMs: random() < slow ? 3000 : 40,
      })
    begins += lasts
  }
  return { samples, end: begins }
}

/** The rows of 10 s that telemetry stores of these samples, written every few samples. */
function rowsOf(samples: readonly Sample[], policy: Policy): BucketRow[] {
  const window = createWindow()
  return samples.flatMap((sample, index) => {
    record(window, sample, policy.slowBudgetMs)
    return index % 7 === 6 || index === samples.length - 1 ? takePending(window) : []
  })
}

/** The events of a recorded history. */
async function eventsOf(history: readonly HistoryPart[], policy: Policy): Promise<SimulationEvent[]> {
  const events: SimulationEvent[] = []
  await runHistory(history, policy, (event) => events.push(event))
  return events
}

/** The events of the same buckets when every tick is evaluated. */
function tickedThrough(history: readonly HistoryPart[], policy: Policy): SimulationEvent[] {
  const counts = new Map<number, { n: number; bad: number; slow: number; tail: number }>()
  for (const { rows, bucketMs } of history)
    for (const row of rows) spreadRow(row, bucketMs, (at, bucketCounts) => counts.set(at, { ...bucketCounts }))
  const first = Math.min(...counts.keys())
  const window = createWindow()
  const events: SimulationEvent[] = []
  let memory = createRuleState(0)
  let incidents: { open: Incident | null; last: Incident | null } = { open: null, last: null }
  let opened = 0
  for (let at = first + bucket; at <= (history.at(-1)?.to ?? 0); at += bucket) {
    const more = counts.get(at - bucket)
    if (more) countMore(window.buckets, slotOf(window.buckets, (at - bucket) / bucket), more)
    const evaluation = evaluate(memory, summarise(window, at, memory, policy), policy, at)
    memory = evaluation.memory
    if (evaluation.transition) events.push({ at, event: 'state', transition: evaluation.transition })
    for (const change of incidentEventsFor(evaluation, incidents, policy, () => String(++opened))) {
      events.push({ at, event: 'incident', change })
      const incident = applyChange(incidents.open ?? incidents.last, change, at)
      incidents = incident?.status === 'RESOLVED' ? { open: null, last: incident } : { ...incidents, open: incident }
    }
  }
  return events
}

const durations = (n: number, slow: number) => {
  const histogram = createHistogram()
  for (let index = 0; index < n; index++) addDuration(histogram, index < slow ? 3000 : 40)
  return encode(histogram)
}

/** A row with its histogram. */
const row = (at: number, n: number, bad: number, slow: number): BucketRow => ({
  ...{ start: at, n, bad, slow, probes: 0, intervalMs: 0, approximate: false, sumMs: 0, tail: 0 },
  durations: durations(n, slow),
})

describe('a simulation of a recorded history', () => {
  it('over rows of 10 s tells what a backtest of the same observations tells', async () => {
    let incidents = 0
    await fc.assert(
      fc.asyncProperty(periods, policies, fc.integer(), async (stretches, policy, seed) => {
        const { samples } = samplesOf(stretches, seed)
        fc.pre(samples.length > 0)
        const to = (samples.at(-1)?.at ?? 0) + 1
        const told = await eventsOf([{ from: start, to, bucketMs: bucket, rows: rowsOf(samples, policy) }], policy)

        incidents += told.filter(({ event }) => event === 'incident').length
        expect(told).toEqual(replayed(samples, policy))
      }),
      runs,
    )
    expect(incidents).toBeGreaterThan(20)
  })

  it('leaves out only ticks that change nothing, also where rows are longer', async () => {
    let incidents = 0
    const rows = fc.array(
      fc.tuple(fc.constantFrom(0, 1, 4, 30, 400), fc.constantFrom(0, 0.01, 0.06, 0.4, 1), fc.constantFrom(0, 0.1, 0.8)),
      { minLength: 1, maxLength: 30 },
    )
    await fc.assert(
      fc.asyncProperty(rows, policies, fc.constantFrom(minutes(1), hours(1)), async (shape, policy, length) => {
        const told = shape.flatMap(([n, bad, slow], index) =>
          n === 0 ? [] : [row(start + index * length, n, Math.round(n * bad), Math.round(n * slow))],
        )
        fc.pre(told.length > 0)
        const to = start + (shape.length + 8) * length
        const history = [{ from: start, to, bucketMs: length, rows: told }]
        const events = await eventsOf(history, policy)

        incidents += events.filter(({ event }) => event === 'incident').length
        expect(events).toEqual(tickedThrough(history, policy))
      }),
      runs,
    )
    expect(incidents).toBeGreaterThan(20)
  })

  it('judges by another budget for slowness than the one the rows were counted by', async () => {
    const policy = policyFor({ critical: false, probed: false, overrides: { slowBudgetMs: 30 } })
    const rows = Array.from({ length: 60 }, (_, index) => row(start + index * minutes(1), 60, 0, 0))
    const history = [{ from: start, to: start + hours(1), bucketMs: minutes(1), rows }]

    expect(await simulateHistory(history, policyFor({ critical: false, probed: false }))).toEqual([])
    expect(await simulateHistory(history, policy)).toMatchObject([{ severity: 'DEGRADADO', status: 'OPEN' }])
  })
})

describe('a row that is spread over its buckets', () => {
  it('keeps all of its samples, and counts the good ones after the last bad one', () => {
    const rows = fc
      .integer({ min: 1, max: 800 })
      .chain((n) =>
        fc.record({ n: fc.constant(n), bad: fc.integer({ min: 0, max: n }), slow: fc.integer({ min: 0, max: n }) }),
      )
    fc.assert(
      fc.property(rows, fc.constantFrom(minutes(1), hours(1)), ({ n, bad, slow }, length) => {
        const sum = { n: 0, bad: 0, slow: 0 }
        let place = 0
        const isBad = (at: number) => share(bad, at + 1, n) > share(bad, at, n)
        spreadRow({ start, n, bad, slow }, length, (at, { n: count, bad: badOnes, slow: slowOnes, tail }) => {
          const samples = Array.from({ length: count }, (_, index) => isBad(place + index))
          expect(at >= start && at < start + length && at % bucket === 0).toBe(true)
          expect(badOnes).toBe(samples.filter(Boolean).length)
          expect(tail).toBe(count - 1 - samples.lastIndexOf(true))
          sum.n += count
          sum.bad += badOnes
          sum.slow += slowOnes
          place += count
        })

        expect(sum).toEqual({ n, bad, slow })
      }),
      runs,
    )
  })
})

const share = (total: number, part: number, parts: number) => Math.floor((2 * total * part + parts) / (2 * parts))
