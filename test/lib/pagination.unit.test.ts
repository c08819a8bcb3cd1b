import fc from 'fast-check'
import { DomainError } from '../../src/lib/errors.ts'
import { parseLimit, readCursor, writeCursor } from '../../src/lib/pagination.ts'

it('reads back every place a cursor was written for', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (place) => {
      fc.pre(!place.includes('\0'))
      expect(readCursor(writeCursor(place))).toBe(place)
    }),
  )
})

it('refuses whatever is no cursor, and never fails otherwise', () => {
  const anything = fc.oneof(
    fc.string(),
    fc.base64String(),
    fc.json().map((json) => Buffer.from(json).toString('base64url')),
  )

  fc.assert(
    fc.property(anything, (text) => {
      try {
        expect(writeCursor(readCursor(text))).toBe(text)
      } catch (error) {
        expect(error).toBeInstanceOf(DomainError)
      }
    }),
  )
})

it.each([
  [undefined, 50],
  [null, 50],
  ['1', 1],
  ['200', 200],
  [7, 7],
])('takes the limit %p as %p', (given, limit) => {
  expect(parseLimit(given)).toBe(limit)
})

it.each(['0', '-1', '1.5', '', 'ten', '1e2', '0x10', '99999999999', NaN, Infinity, true, {}])(
  'refuses the limit %p',
  (given) => {
    expect(() => parseLimit(given)).toThrow('The limit must be a whole number from 1 to 200.')
  },
)

it('says how many at most when more are asked for', () => {
  expect(() => parseLimit(201)).toThrow('The limit is 200 at most; 201 were asked for.')
})
