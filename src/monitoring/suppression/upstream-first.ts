/** A subject, and one that depends on it, by their row ids. */
export type DependencyIds = { upstreamId: number; downstreamId: number }

/**
 * Orders subjects so that each follows the subjects it depends on, and otherwise keeps their order: at one tick the
 * incident of an upstream subject then opens before those that it suppresses. Circular dependencies have no such order.
 */
export function upstreamFirst<T>(
  all: readonly T[],
  idOf: (one: T) => number,
  dependencies: readonly DependencyIds[],
): T[] {
  const byId = new Map(all.map((one) => [idOf(one), one]))
  const upstreamOf = groupUpstream(dependencies)
  const ordered = new Set<T>()
  const visited = new Set<number>()
  const visit = (id: number) => {
    const one = byId.get(id)
    if (one === undefined || visited.has(id)) return
    visited.add(id)
    for (const upstreamId of upstreamOf.get(id) ?? []) visit(upstreamId)
    ordered.add(one)
  }
  for (const id of byId.keys()) visit(id)
  return [...ordered]
}

/** The subjects that each subject depends on, in the order of the dependencies. */
export function groupUpstream(dependencies: readonly DependencyIds[]): Map<number, number[]> {
  const upstream = new Map<number, number[]>()
  for (const { upstreamId, downstreamId } of dependencies) {
    const others = upstream.get(downstreamId)
    if (others) others.push(upstreamId)
    else upstream.set(downstreamId, [upstreamId])
  }
  return upstream
}
