import { type EndpointScope } from '../../api/inventory/allEndpoints.ts'
import { type EndpointRow } from '../../api/inventory/inventory.ts'
import { type HttpMethod, type State } from '../../generated/graphql.ts'
import { keysOf } from '../../ui/labels.ts'
import { parseOneOf, omitUndefined, parseString } from '../../ui/list/searchParams.ts'
import { states } from '../../health/labels.ts'
import { type Counts, countsValues } from '../../health/states/counts.ts'

/** Filters of the table, as in the URL. Absent filters are ignored; a row must match all others. */
export type EndpointFilters = {
  /** An area's id, or `none` for the endpoints without an area. */
  area?: string
  state?: State
  method?: HttpMethod
  critical?: 'yes' | 'no'
  counts?: Counts
  /** The name of a service, or `vigia` for our own endpoints. */
  service?: string
  q?: string
}

/** HTTP methods in the order of filters. */
export const methods = keysOf<HttpMethod>({ GET: 1, POST: 2, PUT: 3, PATCH: 4, DELETE: 5 })

/** The columns by which the table can be sorted. */
export const sortableEndpoints = [
  ...['method', 'path', 'area', 'authRequired'],
  ...['service', 'state', 'latencyMs', 'errorRate', 'critical'],
] as const

/** The service of our own endpoints in the URL; no other service has this name. */
export const OWN_SERVICE = 'vigia'

/** Represents the filter "Sin área" in the URL. */
export const NO_AREA = 'none'

/** Reads the filters from a URL; invalid parameters are ignored. */
export function readEndpointFilters(search: Record<string, unknown>): EndpointFilters {
  return omitUndefined({
    area: parseString(search.area),
    state: parseOneOf(states, search.state),
    method: parseOneOf(methods, search.method),
    critical: parseOneOf(['yes', 'no'] as const, search.critical),
    counts: parseOneOf(countsValues, search.counts),
    service: parseString(search.service),
    q: parseString(search.q),
  })
}

/** The scope to filter: without filters, endpoints with an area; with a filter other than the area, all endpoints. */
export function scopeOf({ area, ...others }: EndpointFilters): EndpointScope {
  if (area === undefined) return Object.keys(others).length > 0 ? 'all' : 'withArea'
  return area === NO_AREA ? 'withoutArea' : 'withArea'
}

/** The matching rows, in the inventory's order. */
export const filterEndpoints = (rows: readonly EndpointRow[], filters: EndpointFilters): EndpointRow[] =>
  rows.filter((endpoint) => matches(endpoint, filters))

function matches(endpoint: EndpointRow, filters: EndpointFilters): boolean {
  return conditions.every((condition) => condition(endpoint, filters))
}

const conditions: readonly ((endpoint: EndpointRow, filters: EndpointFilters) => boolean)[] = [
  (endpoint, { area }) => area === undefined || area === (endpoint.area?.id ?? NO_AREA),
  (endpoint, { state }) => state === undefined || state === endpoint.state,
  (endpoint, { method }) => method === undefined || method === endpoint.method,
  (endpoint, { critical }) => critical === undefined || (critical === 'yes') === endpoint.critical,
  (endpoint, { service }) => service === undefined || service === (endpoint.service ?? OWN_SERVICE),
  (endpoint, { q }) => q === undefined || fold(`${endpoint.path} ${endpoint.area?.name ?? ''}`).includes(fold(q)),
]

// Ignores case and accents, so that "busqueda" finds "Búsqueda".
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
