import { type DeliveryStatus } from '../../../api/incidents/destinations.ts'
import { keysOf } from '../../../ui/labels.ts'
import { omitUndefined, parseOneOf } from '../../../ui/list/searchParams.ts'
import { deliveryStatuses } from '../labels.ts'

/** Filter of the delivery log, as in the URL. */
export type DeliveryFilters = { status?: DeliveryStatus }

/** Reads the filter from a URL; an invalid parameter is ignored. */
export const readDeliveryFilters = (search: Record<string, unknown>): DeliveryFilters =>
  omitUndefined({ status: parseOneOf(keysOf(deliveryStatuses), search.status) })
