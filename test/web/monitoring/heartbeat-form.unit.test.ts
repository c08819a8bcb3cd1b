import fc from 'fast-check'
import { cronExample } from '../../../web/src/heartbeats/cronExample.ts'
import { inSpanish } from '../../support/browser/in-language.ts'

const { toPeriod, toSeconds } = await inSpanish(() => import('../../../web/src/heartbeats/period.ts'))

const maxSeconds = 366 * 86_400

it('every schedule that the server takes is shown as a period that reads back the same', () => {
  fc.assert(
    fc.property(fc.integer({ min: 60, max: maxSeconds }), (seconds) => {
      expect(toSeconds(toPeriod(seconds))).toBe(seconds)
    }),
  )
})

it.each([[{ count: null, unit: 'days' }], [{ count: 0.5, unit: 'minutes' }], [{ count: 367, unit: 'days' }]] as const)(
  'a period that the server refuses is none: %j',
  (period) => {
    expect(toSeconds(period)).toBeNull()
  },
)

it.each([
  [60, '* * * * *'],
  [300, '*/5 * * * *'],
  [3_600, '0 * * * *'],
  [6 * 3_600, '0 */6 * * *'],
  [86_400, '30 2 * * *'],
  [7 * 86_400, '30 2 * * 0'],
  [30 * 86_400, '30 2 1 * *'],
])('a job every %i seconds has the schedule %s', (seconds, expected) => {
  expect(cronExample(seconds)).toBe(expected)
})
