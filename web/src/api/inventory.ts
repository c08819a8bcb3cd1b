import { queryOptions, useQuery } from '@tanstack/react-query'
import { type EndpointRowFragment, InventoryDocument, type InventoryViewFragment } from '../generated/graphql.ts'
import { heardFromServer, useConnection } from './connection.ts'
import { keepNewest } from './newest.ts'
import { ask } from './request.ts'

export type Inventory = InventoryViewFragment
export type EndpointRow = EndpointRowFragment

/** The whole Endpoints view. Requested once; the subscription then keeps it current. */
export const inventoryQuery = queryOptions({
  queryKey: ['inventory'],
  queryFn: async ({ signal }): Promise<Inventory> => {
    const { inventory } = await ask(InventoryDocument, {}, signal)
    heardFromServer()
    return inventory
  },
  staleTime: Infinity,
  ...keepNewest,
})

/** The current Endpoints view, polled while the socket is down. */
export function useInventory() {
  const { pollEvery } = useConnection()
  return useQuery({ ...inventoryQuery, refetchInterval: pollEvery })
}
