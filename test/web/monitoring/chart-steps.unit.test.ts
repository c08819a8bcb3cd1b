import { chooseStepMs, mergePoints } from '../../../web/src/health/charts/coarserSteps.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const hour = { durationMs: 60 * MINUTE, stepMs: 10 * SECOND } as Parameters<typeof chooseStepMs>[0]['window']

const point = (requests: number, ms: number, errorRate = 0) => ({
  at: '2026-07-01T00:00:00.000Z',
  requests,
  errorRate,
  latency: { p50: ms, p95: ms, p99: ms, approximate: false },
  budgetMs: null,
})

/** The steps of an hour, with samples in those for which `isSampled`. */
const stepsWhere = (isSampled: (index: number) => boolean) =>
  Array.from({ length: 360 }, (_, index) => {
    const from = index * hour.stepMs
    return {
      from,
      to: from + hour.stepMs,
      middle: from,
      point: isSampled(index) ? point(1, 30) : null,
      budgetMs: null,
      isRunning: false,
    }
  })

it.each([
  ['in every step', () => true, 10 * SECOND],
  ['in no step', () => false, 10 * SECOND],
  ['at two moments 3 minutes apart', (index: number) => index === 200 || index === 218, 10 * SECOND],
  ['in four steps of five', (index: number) => index % 5 > 0, 10 * SECOND],
  ['in every other step', (index: number) => index % 2 === 0, 30 * SECOND],
  ['every 50 s', (index: number) => index % 5 === 0, MINUTE],
  ['every 3 minutes', (index: number) => index % 18 === 0, 5 * MINUTE],
  ['in every step but for an outage of 40 minutes', (index: number) => index < 60 || index >= 300, 10 * SECOND],
  ['every 50 s but for such an outage', (index: number) => index % 5 === 0 && (index < 60 || index >= 300), MINUTE],
])('draws an hour with samples %s in the smallest step at which most steps have some', (_when, isSampled, stepMs) => {
  expect(chooseStepMs({ window: hour, steps: stepsWhere(isSampled) })).toBe(stepMs)
})

it('merges points by their samples', () => {
  const { requests, errorRate, latency } = mergePoints([point(3, 30), point(1, 900, 1)]) ?? {}

  expect({ requests, errorRate, latency }).toEqual({
    requests: 4,
    errorRate: 0.25,
    latency: { p50: 30, p95: 900, p99: 900, approximate: false },
  })
  expect(mergePoints([])).toBeNull()
})
