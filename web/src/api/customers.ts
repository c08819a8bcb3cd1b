import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  CustomerDocument,
  type CustomerFilter,
  CustomerHistoryDocument,
  type CustomerQuery,
  type CustomerRowFragment,
  CustomersDocument,
  type LockEntryFragment,
} from '../generated/graphql.ts'
import { pagesQuery, usePages } from './pages.ts'
import { ask, post } from './request.ts'
import { type UnlockedCustomer } from './rest.ts'

export type CustomerRow = CustomerRowFragment
export type Customer = NonNullable<CustomerQuery['customer']>
export type LockEntry = LockEntryFragment

const PAGE = 50
const REFRESH_EVERY_MS = 15_000

/** Customers that match the filter, ordered by id. */
export const useCustomers = (filter: CustomerFilter, first = PAGE) =>
  usePages(
    pagesQuery(
      ['customers', filter, first],
      async (after, signal) => (await ask(CustomersDocument, { filter, first, after }, signal)).customers,
    ),
  )

const customerQuery = (id: string) =>
  queryOptions({
    queryKey: ['customer', id],
    queryFn: async ({ signal }) => (await ask(CustomerDocument, { id }, signal)).customer,
    refetchInterval: REFRESH_EVERY_MS,
  })

/** One customer; null if no customer has this id. */
export const useCustomer = (id: string) => useQuery(customerQuery(id))

const historyQuery = (id: string) =>
  queryOptions({
    queryKey: ['customer', id, 'history'],
    queryFn: async ({ signal }) => (await ask(CustomerHistoryDocument, { object: `customer:${id}` }, signal)).audit,
    refetchInterval: REFRESH_EVERY_MS,
  })

/** The latest 20 locks and unlocks of a customer's login, newest first. */
export const useCustomerHistory = (id: string) => useQuery(historyQuery(id))

/** Unlocks a customer's login. Idempotent: nothing happens if it is not locked. */
export function useUnlock(id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) =>
      post<UnlockedCustomer>(`/api/admin/customers/${encodeURIComponent(id)}/unlock-login/`, { reason }),
    onSuccess: ({ locked, updatedAt }) => {
      cache.setQueryData(customerQuery(id).queryKey, (known) =>
        known && !locked ? { ...known, locked, lockReason: null, lockedAt: null, failures: 0, updatedAt } : known,
      )
    },
    // Also after an error: the displayed data may be out of date.
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: ['customer', id] })
      void cache.invalidateQueries({ queryKey: ['customers'] })
    },
  })
}
