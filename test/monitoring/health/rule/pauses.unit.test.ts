import fc from 'fast-check'
import { elapsedMs, lastMade, type Pause } from '../../../../src/monitoring/health/rule/pauses.ts'

/** Moments in seconds, so that a test can look at each second. */
const horizon = 200
const moment = fc.integer({ min: 0, max: horizon })

/** Pauses that do not overlap, the last first. */
const pauses = fc
  .uniqueArray(moment, { maxLength: 12 })
  .map((moments) => moments.sort((one, other) => one - other))
  .map((moments): Pause[] =>
    moments
      .flatMap((startedAt, index) => (index % 2 === 0 && moments[index + 1] ? [[startedAt, moments[index + 1]]] : []))
      .map(([startedAt = 0, endedAt = 0]) => ({ startedAt, endedAt }))
      .reverse(),
  )

it('the time between two moments counts every second in which the service was not paused, and no other', () => {
  fc.assert(
    fc.property(moment, moment, pauses, (from, to, all) => {
      const seconds = Array.from({ length: horizon }, (_, second) => second)
      const counted = seconds.filter(
        (second) =>
          second >= from && second < to && !all.some((one) => second >= one.startedAt && second < one.endedAt),
      )

      expect(elapsedMs(from, to, all)).toBe(counted.length)
    }),
  )
})

describe('a schedule', () => {
  const schedule = fc.record({ intervalMs: fc.integer({ min: 1, max: 60 }), grace: fc.integer({ min: 1, max: 60 }) })

  it('counts from its last sample, or from a whole number of intervals later that fell in a pause', () => {
    fc.assert(
      fc.property(moment, schedule, pauses, (lastAt, { intervalMs, grace }, all) => {
        const made = lastMade(lastAt, { intervalMs, limitMs: intervalMs + grace }, all)

        expect((made - lastAt) % intervalMs).toBe(0)
        expect(made === lastAt || all.some(({ startedAt, endedAt }) => made >= startedAt && made <= endedAt)).toBe(true)
      }),
    )
  })

  it('whose job goes on during pauses is found missing only if none of its samples came in a limit without pauses', () => {
    fc.assert(
      fc.property(moment, schedule, pauses, (lastAt, { intervalMs, grace }, all) => {
        const limitMs = intervalMs + grace
        const isPaused = (at: number) => all.some(({ startedAt, endedAt }) => at >= startedAt && at <= endedAt)
        // Every sample is sent in time; those of a pause are lost.
        let received = lastAt
        for (let sent = lastAt; sent <= horizon; sent += 1) {
          if ((sent - lastAt) % intervalMs === 0 && !isPaused(sent)) received = sent
          const known = all.filter(({ endedAt }) => endedAt <= sent)
          if (!isPaused(sent) && elapsedMs(received, sent, known) < limitMs)
            expect(sent - lastMade(received, { intervalMs, limitMs }, known)).toBeLessThan(limitMs + 1)
        }
      }),
    )
  })

  it('whose job died is found missing an interval and its grace after the last pause at the latest', () => {
    fc.assert(
      fc.property(moment, schedule, pauses, (lastAt, { intervalMs, grace }, all) => {
        const limitMs = intervalMs + grace
        const end = Math.max(lastAt, ...all.map(({ endedAt }) => endedAt))

        expect(end + limitMs - lastMade(lastAt, { intervalMs, limitMs }, all)).toBeGreaterThanOrEqual(limitMs)
      }),
    )
  })

  it('whose job died is found missing although each of its times is in a pause', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 60 }), fc.integer({ min: 5, max: 60 }), (intervalMs, grace) => {
        const dueIn = (count: number) => ({ startedAt: count * intervalMs - 2, endedAt: count * intervalMs + 2 })
        const nightly = Array.from({ length: 50 }, (_, night) => dueIn(50 - night))
        const made = lastMade(0, { intervalMs, limitMs: intervalMs + grace }, nightly)

        expect(made).toBeLessThanOrEqual(2 * (intervalMs + grace))
      }),
    )
  })

  it('whose samples were missing before a pause is not made well by it', () => {
    expect(lastMade(0, { intervalMs: 10, limitMs: 15 }, [{ startedAt: 15, endedAt: 41 }])).toBe(0)
    expect(lastMade(0, { intervalMs: 10, limitMs: 15 }, [{ startedAt: 14, endedAt: 41 }])).toBe(40)
    expect(
      lastMade(0, { intervalMs: 10, limitMs: 15 }, [
        { startedAt: 36, endedAt: 43 },
        { startedAt: 8, endedAt: 21 },
      ]),
    ).toBe(20)
  })
})
