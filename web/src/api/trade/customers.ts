import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  CustomerDocument,
  type CustomerFilter,
  CustomerHistoryDocument,
  type CustomerQuery,
  type CustomerRowFragment,
  CustomersDocument,
  type LockEntryFragment,
} from '../../generated/graphql.ts'
import { paginatedQuery, usePaginatedRows } from '../client/pagination.ts'
import { requestGraphQL, post } from '../client/request.ts'
import { type UnlockedCustomer } from '../restTypes.ts'

export type CustomerRow = CustomerRowFragment
export type Customer = NonNullable<CustomerQuery['customer']>
export type LockEntry = LockEntryFragment

const PAGE_SIZE = 50
const REFETCH_INTERVAL_MS = 15_000

/** Customers that match the filter, ordered by id. */
export const useCustomers = (filter: CustomerFilter, first = PAGE_SIZE) =>
  usePaginatedRows(
    paginatedQuery(
      ['customers', filter, first],
      async (after, signal) => (await requestGraphQL(CustomersDocument, { filter, first, after }, signal)).customers,
    ),
  )

const customerQuery = (id: string) =>
  queryOptions({
    queryKey: ['customer', id],
    queryFn: async ({ signal }) => (await requestGraphQL(CustomerDocument, { id }, signal)).customer,
    refetchInterval: REFETCH_INTERVAL_MS,
  })

/** One customer; null if no customer has this id. */
export const useCustomer = (id: string) => useQuery(customerQuery(id))

const customerHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: ['customer', id, 'history'],
    queryFn: async ({ signal }) =>
      (await requestGraphQL(CustomerHistoryDocument, { object: `customer:${id}` }, signal)).audit,
    refetchInterval: REFETCH_INTERVAL_MS,
  })

/** The latest 20 locks and unlocks of a customer's login, newest first. */
export const useCustomerHistory = (id: string) => useQuery(customerHistoryQuery(id))

/** Unlocks a customer's login. Idempotent: nothing happens if it is not locked. */
export function useUnlock(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) =>
      post<UnlockedCustomer>(`/api/admin/customers/${encodeURIComponent(id)}/unlock-login/`, { reason }),
    onSuccess: ({ locked, unlockedAt, unlockReadAt, updatedAt }) => {
      queryClient.setQueryData(customerQuery(id).queryKey, (cached) =>
        cached && !locked
          ? { ...cached, locked, lockReason: null, lockedAt: null, failures: 0, unlockedAt, unlockReadAt, updatedAt }
          : cached,
      )
    },
    // Also after an error: the displayed data may be out of date.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['customer', id] })
      void queryClient.invalidateQueries({ queryKey: ['customers'] })
    },
  })
}
