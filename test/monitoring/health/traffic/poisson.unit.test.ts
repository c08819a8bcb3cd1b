import fc from 'fast-check'
import { logFactorial, poissonAtMost } from '../../../../src/monitoring/health/traffic/poisson.ts'

const summedUp = (k: number, mean: number) => {
  let term = Math.exp(-mean)
  let sum = term
  for (let i = 1; i <= k; i++) sum += term *= mean / i
  return sum
}

describe('the Poisson distribution', () => {
  it('is the sum of its terms where these can be added up', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300 }), fc.double({ min: 0.01, max: 200, noNaN: true }), (k, mean) => {
        expect(poissonAtMost(k, mean)).toBeCloseTo(summedUp(k, mean), 9)
      }),
    )
  })

  it('grows with the number, falls with the mean, and stays a probability for means up to millions', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.5, max: 4e6, noNaN: true }),
        fc.double({ min: 0, max: 1.5, noNaN: true }),
        (mean, part) => {
          const k = Math.floor(mean * part)
          const chance = poissonAtMost(k, mean)
          expect(chance).toBeGreaterThanOrEqual(0)
          expect(chance).toBeLessThanOrEqual(1)
          expect(poissonAtMost(k + 1, mean)).toBeGreaterThanOrEqual(chance - 1e-9)
          expect(poissonAtMost(k, mean * 1.1)).toBeLessThanOrEqual(chance + 1e-9)
        },
      ),
    )
  })

  it('has about half of its weight up to the mean, however large', () => {
    for (const mean of [100, 10_000, 1_000_000])
      expect(poissonAtMost(mean, mean)).toBeCloseTo(0.5 + 0.27 / Math.sqrt(mean), 2)
  })

  it('has the known logarithms of factorials on both sides of the change of method', () => {
    expect(logFactorial(31)).toBeCloseTo(78.0922235533, 8)
    expect(logFactorial(32)).toBeCloseTo(81.5579594561, 8)
    expect(logFactorial(0)).toBe(0)
  })
})
