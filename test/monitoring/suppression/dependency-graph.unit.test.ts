import fc from 'fast-check'
import { findCircle, toGraph, upstreamFirst } from '../../../src/monitoring/suppression/dependency-graph.ts'

const order = (ids: number[], pairs: [upstreamId: number, downstreamId: number][]) =>
  upstreamFirst(ids, (id) => id, toGraph(pairs.map(([upstreamId, downstreamId]) => ({ upstreamId, downstreamId }))))

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

describe('a circle', () => {
  const id = fc.nat(6)
  const pairs = fc.array(fc.tuple(id, id), { maxLength: 14 })
  const isAbove = (upstream: number, downstream: number, all: [number, number][]): boolean => {
    const above = new Set([downstream])
    for (const one of above)
      for (const [upstreamId, downstreamId] of all) if (downstreamId === one) above.add(upstreamId)
    return above.has(upstream)
  }

  it('is found exactly if something that a subject is to depend on depends on it, at any distance', () => {
    fc.assert(
      fc.property(pairs, id, fc.uniqueArray(id, { maxLength: 3 }), (all, subject, added) => {
        const graph = toGraph(all.map(([upstreamId, downstreamId]) => ({ upstreamId, downstreamId })))

        const circle = findCircle(graph, subject, added)

        expect(circle !== null).toBe(added.some((upstreamId) => isAbove(subject, upstreamId, all)))
      }),
    )
  })

  it('names each subject once, in the order in which they depend on each other', () => {
    fc.assert(
      fc.property(pairs, id, fc.uniqueArray(id, { minLength: 1, maxLength: 3 }), (all, subject, added) => {
        const graph = toGraph(all.map(([upstreamId, downstreamId]) => ({ upstreamId, downstreamId })))

        const circle = findCircle(graph, subject, added) ?? []

        expect(new Set(circle).size).toBe(circle.length)
        for (const [index, one] of circle.entries())
          expect(index === 0 ? added : graph.upstreamOf(one)).toContain(circle[(index + 1) % circle.length])
      }),
    )
  })
})
