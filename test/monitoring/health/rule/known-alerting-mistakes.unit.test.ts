import { isClean, isRecent } from '../../../../src/monitoring/health/rule/breach.ts'
import { latencyStats } from '../../../../src/monitoring/telemetry/latency-stats.ts'
import type { Sample } from '../../../../src/monitoring/telemetry/window.ts'
import { mergeRow, createWindow, takePending, record } from '../../../../src/monitoring/telemetry/window.ts'
import { givenSubject } from '../../../support/monitoring/subject.ts'
import {
  changesIn,
  critical,
  hours,
  minutes,
  normal,
  replayed,
  seconds,
  start,
} from '../../../support/monitoring/traffic.ts'

// Mistakes that others made, numbered as in docs/health.md; those that need a database or a socket are tested with it.

const wellThen = (...more: Sample[]): Sample[] => [...every(seconds(2), 0, minutes(10)), ...more]

describe('mistakes others made', () => {
  it('1: silence does not resolve the incident of an endpoint so broken that nobody calls it any more', () => {
    const outage = every(seconds(2), minutes(10), minutes(15), false)
    const daysLater = every(seconds(10), hours(48), hours(48) + minutes(1), false)

    const events = replayed(wellThen(...outage, ...daysLater))

    expect(changesIn(events)).toEqual(['OPENED', 'NO_DATA', 'DATA_RETURNED'])
  })

  it('2: what is resolved by hand while still down is an incident again before it ever turns green', () => {
    const subject = givenSubject().lives(600, { good: 5 })
    subject.livesUntilItChanges({ bad: 5 })

    subject.isResolvedByHand({ force: true })
    subject.lives(300, { bad: 5 })

    expect(subject.transitions.at(-1)?.to).toBe('FALLANDO')
    expect(subject.events.map(({ name }) => name)).toEqual(['STILL_HOLDS'])
    expect(subject.memory.incidentSeverity).toBe('FALLANDO')
  })

  it('3: going from failing to degraded does not close the incident', () => {
    const outage = every(seconds(2), minutes(10), minutes(15), false)
    const half = every(seconds(2), minutes(15), minutes(60)).map((one, index) => ({ ...one, ok: index % 12 > 0 }))

    const events = replayed(wellThen(...outage, ...half))

    expect(changesIn(events)).toEqual(['OPENED', 'DEESCALATED'])
  })

  it.each([
    ['normal', normal],
    ['critical', critical],
  ])('4: a value exactly on a threshold matches exactly one branch (%s)', (_, policy) => {
    const recentOf = (share: number) => ({ ms: 60_000, n: 1000, bad: Math.round(share * 1000), slow: 0 })
    const small = { ...policy, cleanBoundFrom: 10_000 }
    const seenAt = (share: number) => ({ ...givenSubject().summary, recent: recentOf(share) })

    expect(isRecent('failing', seenAt(policy.failingEnter), small)).toBe(true)
    expect(isRecent('degraded', seenAt(policy.degradedEnter), small)).toBe(true)
    expect(isClean('FALLANDO', seenAt(policy.failingEnter / 2), small)).toBe(false)
    expect(isClean('DEGRADADO', seenAt(policy.degradedEnter / 2), small)).toBe(false)
    expect(isClean('FALLANDO', seenAt(policy.failingEnter / 2 - 0.001), small)).toBe(true)
    expect(isClean('DEGRADADO', seenAt(policy.degradedEnter / 2 - 0.001), small)).toBe(true)
  })

  it('10: opening and closing look at the same thing, so errors that come and go are one incident', () => {
    const twoOfThreeFail = every(seconds(2), minutes(10), minutes(70)).map((one, index) => ({
      ...one,
      ok: index % 3 === 0,
    }))

    const events = replayed(wellThen(...twoOfThreeFail))

    expect(changesIn(events)).toEqual(['OPENED'])
  })

  it('12: one bad sample is not "bad for a minute", however long it was the only one', () => {
    const events = replayed(wellThen(sampleAt(minutes(10), false), ...every(minutes(4), minutes(24), hours(2))))

    expect(changesIn(events)).toEqual([])
  })

  it('13: percentiles come from all samples, not from averages of percentiles', () => {
    const fast = createWindow()
    const slow = createWindow()
    for (let count = 0; count < 990; count++) record(fast, sampleAt(0), 1000)
    for (let count = 0; count < 10; count++) record(slow, { ...sampleAt(0), durationMs: 5000 }, 1000)

    for (const row of takePending(slow)) mergeRow(fast, row)

    expect(latencyStats(fast, start + seconds(10))).toMatchObject({ p50: 51, p95: 51, n: 1000 })
  })
})

function sampleAt(after: number, ok = true): Sample {
  return { at: start + after, ok, durationMs: 50 }
}

function every(gap: number, from: number, until: number, ok = true): Sample[] {
  return Array.from({ length: Math.ceil((until - from) / gap) }, (_, index) => sampleAt(from + index * gap, ok))
}
