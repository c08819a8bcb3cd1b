import fc from 'fast-check'
import { countsAgainst, isGivenUp, retryDelayMs, type Interruption } from '../../src/trade/inbound/retry.ts'

const interruptions: Interruption[] = ['handed back', 'unavailable', 'too slow', 'failed']

it('a message is given up after five beginnings without an end, and never before', () => {
  expect([0, 1, 4, 5, 6].map(isGivenUp)).toEqual([false, false, false, true, true])
})

it('an attempt counts against a message unless a stop or an unavailable database ended it', () => {
  expect(interruptions.filter(countsAgainst)).toEqual(['too slow', 'failed'])
})

it('a message begins at most five times more than a stop or an unavailable database interrupted it', () =>
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...interruptions), { maxLength: 100 }), (happenings) => {
      let counted = 0
      let begun = 0
      for (const interruption of happenings) {
        if (isGivenUp(counted)) break
        begun += 1
        counted += Number(countsAgainst(interruption))
      }
      const notCounted = happenings.slice(0, begun).filter((interruption) => !countsAgainst(interruption)).length
      expect(begun - notCounted).toBe(counted)
      expect(counted).toBeLessThanOrEqual(5)
      expect(begun === happenings.length || counted === 5).toBe(true)
    }),
  ))

it('the retry delay is 200 ms after the first failure, doubles with each further one, and is at most 5 s', () => {
  expect([0, 1, 2, 3, 4, 5].map(retryDelayMs)).toEqual([0, 200, 400, 800, 1_600, 3_200])
  fc.assert(
    fc.property(fc.nat(10_000), (failures) => {
      expect(retryDelayMs(failures + 1)).toBeGreaterThanOrEqual(retryDelayMs(failures))
      expect(retryDelayMs(failures)).toBeLessThanOrEqual(5_000)
    }),
  )
  expect(retryDelayMs(100_000)).toBe(5_000)
})
