import fc from 'fast-check'
import { upstreamFirst } from '../../../src/monitoring/suppression/upstream-first.ts'

const order = (ids: number[], pairs: [upstreamId: number, downstreamId: number][]) =>
  upstreamFirst(
    ids,
    (id) => id,
    pairs.map(([upstreamId, downstreamId]) => ({ upstreamId, downstreamId })),
  )

it('subjects follow those that they depend on, through several of them', () => {
  expect(
    order(
      [1, 2, 3],
      [
        [3, 2],
        [2, 1],
      ],
    ),
  ).toEqual([3, 2, 1])
})

it('subjects without dependencies among them stay in their order', () => {
  expect(
    order(
      [5, 1, 4],
      [
        [9, 5],
        [4, 8],
      ],
    ),
  ).toEqual([5, 1, 4])
})

it('dependencies in a circle lose nobody', () => {
  expect(
    order(
      [1, 2, 3],
      [
        [1, 2],
        [2, 3],
        [3, 1],
      ],
    ).sort(),
  ).toEqual([1, 2, 3])
})

it('every subject is there once, after all that it depends on', () => {
  const pair = fc.tuple(fc.nat(20), fc.nat(20)).filter(([upstream, downstream]) => upstream < downstream)
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(20)), fc.array(pair), (ids, pairs) => {
      const ordered = order(ids, pairs)

      expect([...ordered].sort()).toEqual([...ids].sort())
      for (const [upstream, downstream] of pairs)
        if (ids.includes(upstream) && ids.includes(downstream))
          expect(ordered.indexOf(upstream)).toBeLessThan(ordered.indexOf(downstream))
    }),
  )
})
