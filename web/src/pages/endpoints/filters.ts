import { type EndpointRow, type Inventory } from '../../api/inventory.ts'
import { type HttpMethod, type State } from '../../generated/graphql.ts'
import { methods, states } from '../../ui/words.ts'

/** What narrows the table, as it stands in the URL. What is absent does not filter; what is present must all hold. */
export type Filters = {
  /** An area's id, or `none` for the endpoints that belong to no area. */
  area?: string
  state?: State
  method?: HttpMethod
  critical?: 'yes' | 'no'
  q?: string
}

/** In the URL this stands for the filter "Sin área". */
export const NO_AREA = 'none'

/** Reads the filters from a URL; whatever does not make sense is as if it were absent. */
export function readFilters(search: Record<string, unknown>): Filters {
  return {
    ...present('area', text(search.area)),
    ...present('state', oneOf(states, search.state)),
    ...present('method', oneOf(methods, search.method)),
    ...present('critical', oneOf(['yes', 'no'] as const, search.critical)),
    ...present('q', text(search.q)),
  }
}

/** The rows that match, in the inventory's order. */
export function matching(inventory: Inventory, filters: Filters): EndpointRow[] {
  const { edges } = filters.area === NO_AREA ? inventory.withoutArea : inventory.tabulated
  return edges.map(({ node }) => node).filter((endpoint) => matches(endpoint, filters))
}

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

// Neither case nor accents matter to someone who types "busqueda".
const fold = (words: string) => words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

const present = <Key extends string, Value>(key: Key, value: Value | undefined) =>
  (value === undefined ? {} : { [key]: value }) as Partial<Record<Key, Value>>

const text = (value: unknown) =>
  (typeof value === 'string' || typeof value === 'number') && String(value) !== '' ? String(value) : undefined

const oneOf = <Value extends string>(allowed: readonly Value[], value: unknown) =>
  allowed.find((candidate) => candidate === value)
