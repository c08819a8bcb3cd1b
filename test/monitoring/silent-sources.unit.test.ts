import { isHeld, silentSinceOf } from '../../src/monitoring/silent-sources.ts'
import { meanGapOf, silenceLimitOf } from '../../src/monitoring/telemetry/sources/cadence.ts'

const second = 1_000
/** The slots of a source that sent with these gaps in seconds, the last one first, until `last`. */
function slotsBefore(last: number, gaps: readonly number[]): number[] {
  const slots = [Math.floor(last / 10_000)]
  for (const gap of gaps) slots.push((slots.at(-1) ?? 0) - gap / 10)
  return slots
}
const regular = (gap: number) => Array.from({ length: 20 }, () => gap)

it.each([
  ['every 10 s', regular(10), 10, 60],
  ['every minute', regular(60), 60, 300],
  ['every 5 minutes', regular(300), 300, 600],
  ['with one long gap', [...regular(10), 600], (20 * 10 + 600) / 21, 600],
  ['five times so far', regular(30).slice(0, 5), 30, 150],
])(
  'a source that sent %s is silent after five mean gaps and twice its longest, between one and ten minutes',
  (_, gaps, mean, limit) => {
    const slots = slotsBefore(0, gaps)

    expect(meanGapOf(slots)).toBeCloseTo(mean * second)
    expect(silenceLimitOf(slots)).toBe(limit * second)
  },
)

it.each([
  ['fewer than six times', regular(10).slice(0, 4)],
  ['every 6 minutes', regular(360)],
  ['never', []],
])('a source that sent %s is not regular, and never silent', (_, gaps) => {
  const slots = gaps.length === 0 ? [] : slotsBefore(0, gaps)

  expect([meanGapOf(slots), silenceLimitOf(slots)]).toEqual([null, null])
})

describe('a source that sent every 10 s', () => {
  const last = 1_000_000_000
  const source = {
    slots: slotsBefore(last, regular(10)),
    lastObservedAt: new Date(last),
    silentSince: null,
    isLive: true,
  }
  const since = (secondsLater: number, change: object = {}, resumedAt = 0) =>
    silentSinceOf({ ...source, ...change }, { at: last + secondsLater * second, resumedAt })

  it('is silent after more than a minute, since its last observation', () => {
    expect([since(60), since(61)]).toEqual([null, last])
  })

  it('is not silent before it had the time to send after a restart', () => {
    expect([since(3_600, {}, last + 3_590 * second), since(3_600, {}, last + 3_500 * second)]).toEqual([null, last])
  })

  it('stays silent over a restart', () => {
    expect(since(3_600, { silentSince: new Date(last) }, last + 3_590 * second)).toBe(last)
  })

  it('is not silent once its token has ended', () => {
    expect(since(3_600, { isLive: false, silentSince: new Date(last) })).toBeNull()
  })
})

it('a subject is held if its last sample is that of the silent source, to the bucket', () => {
  const last = new Map([[1, { lastAt: 25_000, isOnlySubject: true }]])
  const held = (lastSampleAt: number | null, subjectId = 1, silenceFails = false) =>
    isHeld(last, { subjectId, lastSampleAt, silenceFails })

  expect([held(25_000), held(30_000), held(null)]).toEqual([true, true, true])
  expect([held(30_001), held(25_000, 2), held(25_000, 1, true)]).toEqual([false, false, false])
})
