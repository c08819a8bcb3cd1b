import type { State } from '../generated/prisma/enums.ts'
import { foldAccents } from '../lib/text-folding.ts'
import type { Endpoint, Inventory } from './inventory.ts'

/** Filter of endpoints; absent fields do not filter. */
export type EndpointFilter = {
  areaId?: string | null
  withoutArea?: boolean | null
  state?: State | null
  method?: string | null
  critical?: boolean | null
  search?: string | null
}

/** The number of endpoints, and of critical ones among them. */
export const countEndpoints = ({ endpoints }: Inventory): { total: number; critical: number } => ({
  total: endpoints.length,
  critical: criticalEndpoints(endpoints).length,
})

/** The critical endpoints, in the order given. */
export const criticalEndpoints = (endpoints: readonly Endpoint[]): Endpoint[] =>
  endpoints.filter(({ critical }) => critical)

/**
 * A page of matching endpoints, in the inventory's order, with their total count. `after` is the id of the previous
 * page's last endpoint.
 */
export function pageOfEndpoints(
  { endpoints, byId }: Inventory,
  filter: EndpointFilter,
  limit: number,
  after: string | null,
) {
  const fits = matching(filter)
  const all = endpoints.filter(fits)
  const rest = after === null ? all : following(all, endpoints, byId.get(after))
  return { rows: rest.slice(0, limit), more: rest.length > limit, totalCount: all.length }
}

// The matches after the last endpoint of the previous page, even if that one no longer matches.
function following(matches: readonly Endpoint[], endpoints: readonly Endpoint[], last: Endpoint | undefined) {
  if (!last) return []
  const later = new Set(endpoints.slice(endpoints.indexOf(last) + 1))
  return matches.filter((endpoint) => later.has(endpoint))
}

function matching(filter: EndpointFilter): (endpoint: Endpoint) => boolean {
  const conditions = conditionsOf(filter)
  return (endpoint) => conditions.every((holds) => holds(endpoint))
}

function conditionsOf({ areaId, withoutArea, state, method, critical, search }: EndpointFilter) {
  const conditions: ((endpoint: Endpoint) => boolean)[] = []
  if (areaId) conditions.push((endpoint) => endpoint.areaId === areaId)
  if (withoutArea != null) conditions.push((endpoint) => (endpoint.areaId === null) === withoutArea)
  if (state) conditions.push((endpoint) => endpoint.state === state)
  if (method) conditions.push((endpoint) => endpoint.method === method)
  if (critical != null) conditions.push((endpoint) => endpoint.critical === critical)
  return [...conditions, ...searchFilter(search)]
}

// Paths have no accents; the names of the areas do.
function searchFilter(search: string | null | undefined) {
  const sought = search ? foldAccents(search.trim()) : ''
  if (!sought) return []
  return [
    ({ path, area }: Endpoint) =>
      path.toLowerCase().includes(sought) || (area !== null && foldAccents(area.name).includes(sought)),
  ]
}
