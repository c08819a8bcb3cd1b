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

/** Creates the reader of list sizes. If a source cannot be read, its lists have their assumed sizes. */
export const createListCounts =
  (sources: Sources): ReadListCounts =>
  async (lists) => {
    const selected = counters.filter(([list]) => lists.has(list))
    if (selected.length === 0) return noListCounts
    const counted = selected.map(async ([list, count]) => [list, await count(sources).catch(() => null)] as const)
    return new Map((await Promise.all(counted)).flatMap(([list, count]) => (count ? [[list, count]] : [])))
  }

const endpointsPerArea = ({ areas, byArea }: Inventory) => countOf(areas.map(({ id }) => byArea.get(id)?.length ?? 0))

const criticalCounts = new WeakMap<Inventory, ListCount>()

function criticalCount(inventory: Inventory): ListCount {
  const count = criticalCounts.get(inventory) ?? countOf([criticalEndpoints(inventory.endpoints).length])
  criticalCounts.set(inventory, count)
  return count
}

const incidentsPerCategory = ({ categories }: Panel) =>
  countOf(categories.map(({ count }) => Math.min(count, maxIncidentsPerCategory)))

const countOf = (sizes: readonly number[]): ListCount => ({
  each: Math.max(0, ...sizes),
  average: sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, sizes.length),
})
