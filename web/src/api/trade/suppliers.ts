import { queryOptions } from '@tanstack/react-query'
import {
  type MessageRowFragment,
  SupplierDocument,
  SupplierMessagesDocument,
  type SupplierRowFragment,
  SuppliersDocument,
} from '../../generated/graphql.ts'
import { requestGraphQL } from '../client/request.ts'
import { type Connection, paginatedQuery } from '../client/pagination.ts'

export type SupplierRow = SupplierRowFragment

const REFETCH_INTERVAL_MS = 30_000

const noMessages: Connection<MessageRowFragment> = { edges: [], pageInfo: { hasNextPage: false }, totalCount: 0 }

/** Suppliers whose name or SINLI id contains the text, page by page. */
export const suppliersQuery = (search: string | undefined) =>
  paginatedQuery<SupplierRow>(
    ['suppliers', search ?? null],
    async (after, signal) =>
      (await requestGraphQL(SuppliersDocument, { search: search ?? null, after }, signal)).suppliers,
  )

/** One supplier by its SINLI id; null if there is none. */
export const supplierQuery = (id: string) =>
  queryOptions({
    queryKey: ['supplier', id],
    queryFn: async ({ signal }) => (await requestGraphQL(SupplierDocument, { id }, signal)).supplier ?? null,
    refetchInterval: REFETCH_INTERVAL_MS,
  })

/** The SINLI messages of a supplier, newest first, page by page. */
export const supplierMessagesQuery = (id: string) =>
  paginatedQuery<MessageRowFragment>(['supplier', id, 'messages'], async (after, signal) => {
    const { supplier } = await requestGraphQL(SupplierMessagesDocument, { id, after }, signal)
    return supplier?.sinliMessages ?? noMessages
  })
