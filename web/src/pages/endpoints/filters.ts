import { type EndpointRow } from '../../api/inventory.ts'
import { type HttpMethod, type State } from '../../generated/graphql.ts'
import { oneOf, present, textIn } from '../../ui/list/search.ts'
import { methods, states } from '../../ui/words.ts'

/** Filters of the table, as in the URL. Absent ones do not filter; a row must match all others. */
export type Filters = {
  /** An area's id, or `none` for the endpoints without an area. */
  area?: string
  state?: State
  method?: HttpMethod
  critical?: 'yes' | 'no'
  q?: string
}

/** The columns by which the table can be sorted. */
export const sortableEndpoints = [
  ...['method', 'path', 'area', 'authRequired'],
  ...['state', 'latencyMs', 'errorRate', 'critical'],
] as const

/** Represents the filter "Sin área" in the URL. */
export const NO_AREA = 'none'

/** Reads the filters from a URL; invalid parameters are ignored. */
export function readFilters(search: Record<string, unknown>): Filters {
  return present({
    area: textIn(search.area),
    state: oneOf(states, search.state),
    method: oneOf(methods, search.method),
    critical: oneOf(['yes', 'no'] as const, search.critical),
    q: textIn(search.q),
  })
}

/** The matching rows, in the inventory's order. */
export const matching = (rows: readonly EndpointRow[], filters: Filters): EndpointRow[] =>
  rows.filter((endpoint) => matches(endpoint, filters))

function matches(endpoint: EndpointRow, filters: Filters): boolean {
  return conditions.every((holds) => holds(endpoint, filters))
}

const conditions: readonly ((endpoint: EndpointRow, filters: Filters) => boolean)[] = [
  (endpoint, { area }) => area === undefined || area === (endpoint.area?.id ?? NO_AREA),
  (endpoint, { state }) => state === undefined || state === endpoint.state,
  (endpoint, { method }) => method === undefined || method === endpoint.method,
  (endpoint, { critical }) => critical === undefined || (critical === 'yes') === endpoint.critical,
  (endpoint, { q }) => q === undefined || fold(`${endpoint.path} ${endpoint.area?.name ?? ''}`).includes(fold(q)),
]

// Ignores case and accents, so that "busqueda" finds "Búsqueda".
const fold = (words: string) => words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
