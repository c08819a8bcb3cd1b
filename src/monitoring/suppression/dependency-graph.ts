import { groupBy } from '../../lib/group-by.ts'

/** A subject, and a subject that depends on it, by their row ids. */
export type DependencyIds = { upstreamId: number; downstreamId: number }

/** All dependencies, in both directions. They may be circular: circles were stored before they were refused. */
export type DependencyGraph = {
  isEmpty: boolean
  /** The subjects that a subject depends on. */
  upstreamOf: (id: number) => readonly number[]
  /** The subjects that depend on a subject. */
  downstreamOf: (id: number) => readonly number[]
}

/** The graph of some dependencies; neighbours are in the order of the given dependencies. */
export function toGraph(dependencies: readonly DependencyIds[]): DependencyGraph {
  const upstream = neighbours(dependencies, 'downstreamId', 'upstreamId')
  const downstream = neighbours(dependencies, 'upstreamId', 'downstreamId')
  return {
    isEmpty: dependencies.length === 0,
    upstreamOf: (id) => upstream.get(id) ?? [],
    downstreamOf: (id) => downstream.get(id) ?? [],
  }
}

function neighbours(dependencies: readonly DependencyIds[], of: keyof DependencyIds, to: keyof DependencyIds) {
  const groups = groupBy(dependencies, (dependency) => dependency[of])
  return new Map([...groups].map(([id, group]) => [id, group.map((dependency) => dependency[to])]))
}

/** All subjects reachable from `start` by steps to neighbours, the nearest first; `start` itself only in a circle. */
export function reachableFrom(start: number, neighboursOf: (id: number) => readonly number[]): Set<number> {
  const reached = new Set(neighboursOf(start))
  // A set is iterated in the order of insertion, including elements that are added during the iteration.
  for (const id of reached) for (const next of neighboursOf(id)) reached.add(next)
  return reached
}

/**
 * The shortest circle that would arise if a subject also depended on these others: the subject, then the subjects
 * through which it would depend on itself. Null if there is no circle.
 */
export function findCircle({ upstreamOf }: DependencyGraph, id: number, added: readonly number[]): number[] | null {
  const cameFrom = new Map<number, number>()
  // With the subject's own dependencies replaced by the new ones.
  reachableFrom(id, (from) => {
    const next = (from === id && !cameFrom.has(id) ? added : upstreamOf(from)).filter((one) => !cameFrom.has(one))
    for (const one of next) cameFrom.set(one, from)
    return next
  })
  if (!cameFrom.has(id)) return null
  const circle = [id]
  for (let from = cameFrom.get(id) ?? id; from !== id; from = cameFrom.get(from) ?? id) circle.splice(1, 0, from)
  return circle
}

/**
 * Orders subjects so that each follows the subjects it depends on, and otherwise keeps their order: at one tick the
 * incident of an upstream subject then opens before those that it suppresses. Circular dependencies have no such order.
 */
export function upstreamFirst<T>(
  all: readonly T[],
  idOf: (one: T) => number,
  { upstreamOf }: Pick<DependencyGraph, 'upstreamOf'>,
): T[] {
  const byId = new Map(all.map((one) => [idOf(one), one]))
  const ordered = new Set<T>()
  const visited = new Set<number>()
  const visit = (id: number) => {
    const one = byId.get(id)
    if (one === undefined || visited.has(id)) return
    visited.add(id)
    for (const upstreamId of upstreamOf(id)) visit(upstreamId)
    ordered.add(one)
  }
  for (const id of byId.keys()) visit(id)
  return [...ordered]
}
