import { queryOptions, useQuery } from '@tanstack/react-query'
import { type EndpointRowFragment, InventoryDocument, type InventoryViewFragment } from '../../generated/graphql.ts'
import { markServerSeen, useConnectionState } from '../client/connectionState.ts'
import { keepNewerRevision } from '../client/keepNewerRevision.ts'
import { requestGraphQL } from '../client/request.ts'

export type Inventory = InventoryViewFragment
export type EndpointRow = EndpointRowFragment

/** The whole Endpoints view. Requested once; the subscription then keeps it current. */
export const inventoryQuery = queryOptions({
  queryKey: ['inventory'],
  queryFn: async ({ signal }): Promise<Inventory> => {
    const { inventory } = await requestGraphQL(InventoryDocument, {}, signal)
    markServerSeen()
    return inventory
  },
  staleTime: Infinity,
  ...keepNewerRevision,
})

/** The current Endpoints view, polled while the socket is down. */
export function useInventory() {
  const { pollIntervalMs } = useConnectionState()
  return useQuery({ ...inventoryQuery, refetchInterval: pollIntervalMs })
}
