import fc from 'fast-check'
import { durationBoundsMs } from '../../../src/monitoring/telemetry/prometheus-buckets.ts'
import type { SampleTotals } from '../../../src/monitoring/telemetry/sample-totals.ts'
import { createTelemetry } from '../../../src/monitoring/telemetry/telemetry.ts'

const at = Date.UTC(2026, 0, 1)
const subjectId = 1
const samples = fc.array(fc.record({ ok: fc.boolean(), durationMs: fc.integer({ min: 0, max: 20_000 }) }), {
  minLength: 1,
  maxLength: 200,
})
type Recorded = { ok: boolean; durationMs: number }[]

function totalsOf(recorded: Recorded, drainEvery = Infinity): SampleTotals | undefined {
  const telemetry = createTelemetry()
  for (const [index, sample] of recorded.entries()) {
    telemetry.record(subjectId, { at: at + index, ...sample }, 1_000)
    if (index % drainEvery === 0) telemetry.drainAll()
  }
  telemetry.drainAll()
  return telemetry.totalsOf(subjectId)
}

describe('the totals of a subject', () => {
  it('are those of all samples, however often they are drained', () =>
    fc.assert(
      fc.property(samples, fc.integer({ min: 1, max: 10 }), (recorded, drainEvery) => {
        expect(totalsOf(recorded, drainEvery)).toEqual(totalsOf(recorded))
        expect(totalsOf(recorded)).toMatchObject({
          n: recorded.length,
          bad: recorded.filter(({ ok }) => !ok).length,
          sumMs: recorded.reduce((sum, { durationMs }) => sum + durationMs, 0),
        })
      }),
    ))

  it('of two instances add up to those of one that recorded everything', () =>
    fc.assert(
      fc.property(samples, samples, (here, there) => {
        const [one, other, all] = [totalsOf(here), totalsOf(there), totalsOf([...here, ...there])]

        expect(one?.buckets.map((count, bucket) => count + (other?.buckets[bucket] ?? 0))).toEqual(all?.buckets)
      }),
    ))

  it('count each duration in its bucket, or in the next one within the 3 % that a duration is off by', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), (durationMs) => {
        const bucketOf = (ms: number) => [...durationBoundsMs, Infinity].findIndex((bound) => ms <= bound)
        const counted = totalsOf([{ ok: true, durationMs }])?.buckets.indexOf(1)

        expect(counted).toBeGreaterThanOrEqual(bucketOf(durationMs * 0.968))
        expect(counted).toBeLessThanOrEqual(bucketOf(durationMs * 1.032))
      }),
    ))

  it('do not contain what another instance recorded', () => {
    const telemetry = createTelemetry()
    telemetry.record(subjectId, { at, ok: true, durationMs: 1 }, 1_000)
    const other = createTelemetry()

    other.absorbAll(telemetry.drainAll())
    other.drainAll()

    expect(other.totalsOf(subjectId)).toBeUndefined()
  })
})
