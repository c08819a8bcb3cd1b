import fc from 'fast-check'
import { periodText } from '../../src/lib/duration-text.ts'
import { formatPeriod } from '../../web/src/format/formatPeriod.ts'
import { casesOf } from '../support/extent.ts'

it('a period that was stated is exact, and the same on the server and in the application', () => {
  const secondsOf: Record<string, number> = { d: 86_400, h: 3_600, min: 60, s: 1 }
  const read = (text: string) =>
    [...text.matchAll(/(\d+) ([a-z]+)/g)].reduce(
      (sum, [, count, unit]) => sum + Number(count) * (secondsOf[unit ?? ''] ?? NaN),
      0,
    )

  expect([60, 170, 86_400, 608_399].map(formatPeriod)).toEqual(['1 min', '2 min 50 s', '1 d', '7 d 59 min 59 s'])
  fc.assert(
    fc.property(fc.nat(366 * 86_400), (seconds) => {
      expect(read(formatPeriod(seconds))).toBe(seconds)
      expect(periodText(seconds)).toBe(formatPeriod(seconds))
    }),
    { numRuns: casesOf(200, 2_000) },
  )
})
