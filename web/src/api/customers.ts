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

/** The customers that match, by id. */
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

/** One customer; null where there is none with this id. */
export const useCustomer = (id: string) => useQuery(customerQuery(id))

const historyQuery = (id: string) =>
  queryOptions({
    queryKey: ['customer', id, 'history'],
    queryFn: async ({ signal }) => (await ask(CustomerHistoryDocument, { object: `customer:${id}` }, signal)).audit,
    refetchInterval: REFRESH_EVERY_MS,
  })

/** Who locked and unlocked a customer's login, newest first. */
export const useCustomerHistory = (id: string) => useQuery(historyQuery(id))

/** Lifts the lock of a customer's login. It may be repeated: where there is none, nothing happens. */
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
    // Also after a refusal: it may be that what was shown is not true any more.
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: ['customer', id] })
      void cache.invalidateQueries({ queryKey: ['customers'] })
    },
  })
}
