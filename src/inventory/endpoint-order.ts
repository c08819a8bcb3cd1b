import { ofAnotherList, readPlace, writePlace, type Direction, type Order } from '../lib/ordering.ts'
import { foldAccents } from '../lib/text-folding.ts'
import { worstFirst } from './areas.ts'
import type { Endpoint, Inventory } from './inventory.ts'

/** The fields by which endpoints can be ordered. */
export type EndpointOrderField =
  'PATH' | 'METHOD' | 'AREA' | 'STATE' | 'STATE_SINCE' | 'LATENCY' | 'ERROR_RATE' | 'REQUESTS'

/** The statistics by which endpoints can be ordered; null without samples. */
type StatsOf = (subjectId: number) => { p95: number; errorRate: number; requestsPerMinute: number } | null

/** An order of endpoints, and the snapshot of the inventory that is ordered. */
export type EndpointOrder = {
  order: Order<EndpointOrderField>
  source: { inventory: Inventory; statsOf: StatsOf }
}

/** An endpoint with its sort value; null if it has none. */
export type SortedEndpoint = { endpoint: Endpoint; value: string | number | null }

const valueOf: Record<EndpointOrderField, (endpoint: Endpoint, statsOf: StatsOf) => SortedEndpoint['value']> = {
  PATH: ({ path }) => path,
  METHOD: ({ method }) => method,
  AREA: ({ area }) => area && foldAccents(area.name),
  STATE: ({ state }) => worstFirst.indexOf(state),
  STATE_SINCE: ({ stateSince }) => stateSince,
  LATENCY: ({ subjectId }, statsOf) => statsOf(subjectId)?.p95 ?? null,
  ERROR_RATE: ({ subjectId }, statsOf) => statsOf(subjectId)?.errorRate ?? null,
  REQUESTS: ({ subjectId }, statsOf) => statsOf(subjectId)?.requestsPerMinute ?? 0,
}

const sortedOf = new WeakMap<Inventory, Map<string, readonly SortedEndpoint[]>>()

/**
 * The endpoints of a snapshot in an order; endpoints without a value come last in both directions. Sorted once per
 * snapshot and order: statistics change together with the snapshot.
 */
export function sortEndpoints(
  { inventory, statsOf }: EndpointOrder['source'],
  { field, direction }: EndpointOrder['order'],
): readonly SortedEndpoint[] {
  const orders = sortedOf.get(inventory) ?? new Map<string, readonly SortedEndpoint[]>()
  sortedOf.set(inventory, orders)
  const key = `${field} ${direction}`
  const cached = orders.get(key)
  if (cached) return cached
  const entries = inventory.endpoints.map((endpoint) => ({ endpoint, value: valueOf[field](endpoint, statsOf) }))
  const sorted = entries.sort((one, other) => compareEntries(one, keyOf(other), direction))
  orders.set(key, sorted)
  return sorted
}

type Key = { value: SortedEndpoint['value']; id: string }

const keyOf = ({ endpoint, value }: SortedEndpoint): Key => ({ value, id: endpoint.id })

function compareEntries(entry: SortedEndpoint, key: Key, direction: Direction): number {
  return compareValues(entry.value, key.value, direction) || compare(entry.endpoint.id, key.id)
}

function compareValues(one: Key['value'], other: Key['value'], direction: Direction): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return direction === 'ASC' ? compare(one, other) : compare(other, one)
}

const compare = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0)

/** The place of an endpoint in its order, for a cursor. */
export const placeOf = ({ endpoint, value }: SortedEndpoint): string =>
  writePlace({ id: endpoint.id, value: value === null ? null : String(value) })

const numericFields: readonly EndpointOrderField[] = ['STATE', 'LATENCY', 'ERROR_RATE', 'REQUESTS']

/**
 * The index of the first endpoint after a place, which need not be that of an endpoint any more.
 * @throws DomainError INVALID_INPUT for a place in another order.
 */
export function startAfter(
  sorted: readonly SortedEndpoint[],
  { field, direction }: EndpointOrder['order'],
  after: string,
): number {
  const place = readPlace(after)
  const isNumeric = numericFields.includes(field) && place.value !== null
  const value = isNumeric ? Number(place.value) : place.value
  if (Number.isNaN(value)) throw ofAnotherList()
  const key = { value, id: place.id }
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    const entry = sorted[middle]
    if (entry && compareEntries(entry, key, direction) <= 0) low = middle + 1
    else high = middle
  }
  return low
}
