import { createRejections } from '../../../src/monitoring/intake/rejections.ts'

it('rejections name each reason once with its count, and say nothing without one', () => {
  const rejections = createRejections()
  expect(rejections.result()).toEqual({ rejected: 0, message: null })

  rejections.reject('Too old.')
  rejections.reject('Too old.')
  rejections.note('Unknown.')
  rejections.reject(null)

  expect(rejections.result()).toEqual({ rejected: 3, message: 'Too old. (2×) Unknown.' })
})

it.each([
  [6, 'And 1 more reason.'],
  [8, 'And 3 more reasons.'],
])('of %i reasons five are named, and the others are counted', (count, end) => {
  const rejections = createRejections()
  for (let index = 1; index <= count; index++) rejections.reject(`Reason ${index}.`)

  expect(rejections.result()).toEqual({
    rejected: count,
    message: `Reason 1. Reason 2. Reason 3. Reason 4. Reason 5. ${end}`,
  })
})
