import { type DeliveryStatus } from '../../../api/incidents/destinations.ts'
import { omitUndefined, parseOneOf } from '../../../ui/list/searchParams.ts'

/** Statuses of deliveries in the order of the filter. */
export const statuses = ['DEAD', 'PENDING', 'DELIVERED', 'SUPERSEDED'] as const satisfies readonly DeliveryStatus[]

/** Filter of the delivery log, as in the URL. */
export type DeliveryFilters = { status?: DeliveryStatus }

/** Reads the filter from a URL; an invalid parameter is ignored. */
export const readDeliveryFilters = (search: Record<string, unknown>): DeliveryFilters =>
  omitUndefined({ status: parseOneOf(statuses, search.status) })
