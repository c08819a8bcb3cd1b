import fc from 'fast-check'
import {
  canDrop,
  dropIn,
  followDrop,
  hasReturned,
  noDrop,
  observeTraffic,
  type TrafficDrop,
} from '../../../../src/monitoring/health/traffic/traffic-drop.ts'
import { seeHour } from '../../../../src/monitoring/health/traffic/traffic-state.ts'
import { hours, minutes, seconds, start } from '../../../support/monitoring/traffic.ts'

const rate = { perMinute: 10, fewest: 60 }
const at = start + hours(1)

/** As many requests in each minute, up to the tick. */
const steady = (perMinute: number) => (from: number, to: number) => Math.round(((to - from) / minutes(1)) * perMinute)
const observed = (perMinute: number, from: number | null = null) => observeTraffic(steady(perMinute), at, from)

/** The drop after so many ticks that see so many requests a minute. */
const followed = (drop: TrafficDrop, ticks: number, perMinute: number, expected: typeof rate | null = rate) =>
  Array.from({ length: ticks }).reduce<TrafficDrop>((before) => followDrop(before, observed(perMinute), expected), drop)

const told = followed(noDrop, 4, 0)

describe('a drop of the traffic', () => {
  it('is fewer than half of what is expected, and not by chance', () => {
    expect(dropIn(observed(0), rate)).toEqual({ ms: minutes(5), n: 0 })
    expect(dropIn(observed(4), rate)).toEqual({ ms: minutes(5), n: 20 })
    expect(dropIn(observed(5), rate)).toBeNull()
    expect(dropIn(observed(0), { perMinute: 1, fewest: 60 })).toEqual({ ms: minutes(15), n: 0 })
    expect(dropIn(observed(0.2), { perMinute: 1, fewest: 60 })).toBeNull()
  })

  it('is well below the fewest requests that are usual', () => {
    expect(dropIn(observed(4), { perMinute: 10, fewest: 58 })).not.toBeNull()
    expect(dropIn(observed(4), { perMinute: 10, fewest: 57 })).toBeNull()
    expect(canDrop({ perMinute: 100, fewest: 0 })).toBe(false)
    expect(canDrop({ perMinute: 0.6, fewest: 60 })).toBe(false)
    expect(canDrop(rate)).toBe(true)
  })

  it('is told after it has lasted for 30 seconds', () => {
    expect(followed(noDrop, 3, 0)).toMatchObject({ pending: 20_000, told: null })
    expect(told).toEqual({ pending: 30_000, clean: null, told: rate })
    expect(followed(followed(noDrop, 3, 0), 1, 10)).toEqual(noDrop)
  })

  it('ends with four fifths of what is expected, at every tick for five minutes', () => {
    expect(followed(told, 30, 8)).toMatchObject({ clean: 290_000, told: rate })
    expect(followed(told, 31, 8)).toEqual(noDrop)
    expect(followed(followed(told, 30, 8), 1, 7)).toMatchObject({ clean: null, told: rate })
  })

  it('does not end without requests, not even where nothing is expected any more', () => {
    expect(followed(told, 1_000, 0, null)).toMatchObject({ clean: null, told: rate })
    expect(followed(told, 31, 8, null)).toEqual(noDrop)
    expect(hasReturned(observed(0), { perMinute: 0, fewest: 0 })).toBe(false)
  })

  it('does not begin where nothing is expected', () => {
    expect(followed(noDrop, 10, 0, null)).toEqual(noDrop)
  })

  it('has no window that reaches back past the end of what explains a lack of requests, and none of less than five minutes', () => {
    expect(observed(0, at - minutes(20)).windows.map(({ ms }) => ms)).toEqual([minutes(5), minutes(15)])
    expect(observed(0, at - minutes(7) + 1).windows.map(({ ms }) => ms)).toEqual([minutes(5), minutes(7) - seconds(10)])
    expect(observed(0, at - minutes(5)).windows.map(({ ms }) => ms)).toEqual([minutes(5)])
    expect(observed(0, at - minutes(5) + 1)).toEqual({ lastFive: 0, windows: [] })
    expect(observed(1, at - minutes(2))).toEqual({ lastFive: 5, windows: [] })
  })

  it('never follows from more requests where fewer show none, nor from a lower expectation', () => {
    const rates = fc.record({ perMinute: fc.double({ min: 0, max: 1e5, noNaN: true }), fewest: fc.nat(500_000) })
    fc.assert(
      fc.property(rates, fc.nat(500_000), fc.double({ min: 0, max: 1, noNaN: true }), (expected, n, part) => {
        const isDrop = (count: number, of = expected) =>
          dropIn({ lastFive: count, windows: [{ ms: minutes(5), n: count }] }, of) !== null
        if (isDrop(n)) expect(isDrop(Math.floor(n * part))).toBe(true)
        else expect(isDrop(n, { ...expected, perMinute: expected.perMinute * part })).toBe(false)
      }),
    )
  })

  it('is never told by requests that would end it', () => {
    const ticks = fc.array(fc.record({ n: fc.nat(20), isExpected: fc.boolean() }), { maxLength: 200 })
    fc.assert(
      fc.property(ticks, (all) => {
        let drop = noDrop
        for (const { n, isExpected } of all) {
          const before = drop
          drop = followDrop(drop, observed(n), isExpected ? rate : null)
          if (drop.told && !before.told) expect(n).toBeLessThan(5)
          if (before.told && !drop.told) expect(n).toBeGreaterThanOrEqual(8)
        }
      }),
    )
  })
})

describe('an hour as ticks see it', () => {
  it('has the fewest requests of any tick, and a new hour begins with its first tick', () => {
    const first = seeHour(null, 12, start)
    const second = seeHour(first, 9, start + seconds(10))

    expect(second).toEqual({ start, fewest: 9 })
    expect(seeHour(second, 30, start + seconds(20))).toBe(second)
    expect(seeHour(second, 30, start + hours(1))).toEqual({ start: start + hours(1), fewest: 30 })
  })

  it('does not show what is usual once a tick is explained', () => {
    const explained = seeHour(seeHour(null, 12, start), null, start + seconds(10))

    expect(seeHour(explained, 30, start + seconds(20))).toEqual({ start, fewest: null })
  })
})
