import type { Inventory } from '../../inventory/inventory.ts'
import { criticalEndpoints } from '../../inventory/endpoints.ts'
import { maxIncidentsPerCategory } from '../../monitoring/incidents/incident-queries.ts'
import type { Panel } from '../../monitoring/notifications/notifications.ts'
import type { GraphqlDeps } from '../context.ts'
import { noListCounts, type ListCount, type ListCounts } from './list-sizes.ts'

/** Reads the actual sizes of the given lists (schema coordinates), as far as they are counted. */
export type ReadListCounts = (lists: ReadonlySet<string>) => Promise<ListCounts>

type Sources = Pick<GraphqlDeps, 'readInventory' | 'readPanel'>

/** Counts of the lists that grow with the inventory. Both sources are read once per change, for all callers. */
const counters: readonly [string, (sources: Sources) => Promise<ListCount>][] = [
  ['Area.endpoints', async ({ readInventory }) => endpointsPerArea(await readInventory())],
  ['Inventory.criticalEndpoints', async ({ readInventory }) => criticalCount(await readInventory())],
  ['NotificationCategory.incidents', async ({ readPanel }) => incidentsPerCategory(await readPanel())],
]

/**
 * Creates the reader of list sizes. If a source cannot be read, its lists have their assumed sizes. The same lists get the
 * same object until a source changes.
 */
export function createListCounts(sources: Sources): ReadListCounts {
  const lastCounts = new WeakMap<ReadonlySet<string>, ListCounts>()
  return async (lists) => {
    const selected = counters.filter(([list]) => lists.has(list))
    if (selected.length === 0) return noListCounts
    const counted = selected.map(async ([list, count]) => [list, await count(sources).catch(() => null)] as const)
    const counts = new Map((await Promise.all(counted)).flatMap(([list, count]) => (count ? [[list, count]] : [])))
    const last = lastCounts.get(lists)
    if (last && isSame(last, counts)) return last
    lastCounts.set(lists, counts)
    return counts
  }
}

const isSame = (a: ListCounts, b: ListCounts) =>
  a.size === b.size && [...a].every(([list, count]) => b.get(list) === count)

/** Counts each state of a source once. */
function countOnce<Source extends object>(count: (source: Source) => ListCount): (source: Source) => ListCount {
  const counts = new WeakMap<Source, ListCount>()
  return (source) => {
    const counted = counts.get(source) ?? count(source)
    counts.set(source, counted)
    return counted
  }
}

const endpointsPerArea = countOnce(({ areas, byArea }: Inventory) =>
  countOf(areas.map(({ id }) => byArea.get(id)?.length ?? 0)),
)

const criticalCount = countOnce(({ endpoints }: Inventory) => countOf([criticalEndpoints(endpoints).length]))

const incidentsPerCategory = countOnce(({ categories }: Panel) =>
  countOf(categories.map(({ count }) => Math.min(count, maxIncidentsPerCategory))),
)

const countOf = (sizes: readonly number[]): ListCount => ({
  each: Math.max(0, ...sizes),
  average: sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, sizes.length),
})
