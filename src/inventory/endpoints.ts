import type { EndpointSource, State } from '../generated/prisma/enums.ts'
import { ofAnotherList } from '../lib/ordering.ts'
import { foldAccents } from '../lib/text-folding.ts'
import { placeOf, sortEndpoints, startAfter, type EndpointOrder } from './endpoint-order.ts'
import { compareEndpoints, findEndpoint, positionOfReported, type Endpoint, type Inventory } from './inventory.ts'
import { splitEndpointId } from './route-catalog.ts'

/** Filter of endpoints; absent fields do not filter. */
export type EndpointFilter = {
  areaId?: string | null
  withoutArea?: boolean | null
  /** Only endpoints with these ids; names of parameters are ignored. An empty list matches no endpoint. */
  ids?: readonly string[] | null
  state?: State | null
  states?: readonly State[] | null
  method?: string | null
  methods?: readonly string[] | null
  critical?: boolean | null
  source?: EndpointSource | null
  service?: string | null
  pendingRetirement?: boolean | null
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
 * The endpoints that match, in the inventory's order, at most `limit`, with their total count. `after` is the id of the
 * last endpoint already listed.
 * @throws DomainError INVALID_INPUT for an id of another form.
 */
export function listEndpoints(inventory: Inventory, filter: EndpointFilter, limit: number, after: string | null) {
  const all = inventory.endpoints.filter(matching(inventory, filter))
  const last = after === null ? null : (inventory.byId.get(after) ?? placeOfRetired(after))
  const rest = last ? all.filter((endpoint) => compareEndpoints(endpoint, last) > 0) : all
  return { rows: rest.slice(0, limit), more: rest.length > limit, totalCount: all.length }
}

/**
 * The endpoints that match, in the given order, at most `limit`, with their places and total count. `after` is the
 * place of the last endpoint already listed.
 * @throws DomainError INVALID_INPUT for a place in another order.
 */
export function listOrderedEndpoints(
  { inventory, statsOf }: EndpointOrder['source'],
  { filter, order }: { filter: EndpointFilter; order: EndpointOrder['order'] },
  limit: number,
  after: string | null,
) {
  const sorted = sortEndpoints({ inventory, statsOf }, order)
  const matches = matching(inventory, filter)
  const start = after === null ? 0 : startAfter(sorted, order, after)
  const rows: (Endpoint & { place: string })[] = []
  let totalCount = 0
  let more = false
  for (const [index, entry] of sorted.entries()) {
    if (!matches(entry.endpoint)) continue
    totalCount += 1
    if (index < start) continue
    if (rows.length < limit) rows.push({ ...entry.endpoint, place: placeOf(entry) })
    else more = true
  }
  return { rows, more, totalCount }
}

/** The place of an endpoint that its service has retired since its page was read. */
function placeOfRetired(id: string) {
  const { method, path } = splitEndpointId(id)
  if (path === '') throw ofAnotherList()
  return { position: positionOfReported, path, method }
}

function matching(inventory: Inventory, filter: EndpointFilter): (endpoint: Endpoint) => boolean {
  const conditions = conditionsOf(inventory, filter)
  return (endpoint) => conditions.every((holds) => holds(endpoint))
}

function conditionsOf(inventory: Inventory, filter: EndpointFilter) {
  const { areaId, withoutArea, state, method, critical, pendingRetirement, search } = filter
  const conditions: ((endpoint: Endpoint) => boolean)[] = listConditions(inventory, filter)
  if (areaId) conditions.push((endpoint) => endpoint.areaId === areaId)
  if (withoutArea != null) conditions.push((endpoint) => (endpoint.areaId === null) === withoutArea)
  if (state) conditions.push((endpoint) => endpoint.state === state)
  if (method) conditions.push((endpoint) => endpoint.method === method)
  if (pendingRetirement != null) conditions.push(({ missingSince }) => (missingSince !== null) === pendingRetirement)
  if (critical != null) conditions.push((endpoint) => endpoint.critical === critical)
  return [...conditions, ...searchFilter(search)]
}

function listConditions(inventory: Inventory, { ids, states, methods, source, service }: EndpointFilter) {
  const conditions: ((endpoint: Endpoint) => boolean)[] = []
  if (source) conditions.push((endpoint) => endpoint.source === source)
  if (service) conditions.push((endpoint) => endpoint.service === service)
  if (ids) {
    const allowed = new Set(ids.map((id) => findEndpoint(inventory, id)?.id))
    conditions.push(({ id }) => allowed.has(id))
  }
  if (states) conditions.push(({ state }) => states.includes(state))
  if (methods) conditions.push(({ method }) => methods.includes(method))
  return conditions
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
