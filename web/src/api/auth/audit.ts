import { queryOptions, useQuery } from '@tanstack/react-query'
import {
  AuditEntryDocument,
  type AuditFilter,
  type AuditRowFragment,
  AuditTrailDocument,
} from '../../generated/graphql.ts'
import { paginatedQuery, usePaginatedRows } from '../client/pagination.ts'
import { requestGraphQL } from '../client/request.ts'

export type AuditEntry = AuditRowFragment
export type { AuditFilter }

const PAGE_SIZE = 100

/** Audit entries that match the filter, newest first, for the pages loaded so far. */
export const useAuditTrail = (filter: AuditFilter) =>
  usePaginatedRows(
    paginatedQuery(
      ['audit', filter],
      async (after, signal) =>
        (await requestGraphQL(AuditTrailDocument, { filter, first: PAGE_SIZE, after }, signal)).audit,
    ),
  )

/** One audit entry, taken from the loaded pages or else requested by its number; null if it does not exist. */
export function useAuditEntry(id: number | undefined, loaded: readonly AuditEntry[] | undefined) {
  const loadedEntry = loaded?.find((entry) => entry.id === String(id))
  const query = useQuery({
    ...auditEntryQuery(String(id)),
    enabled: id !== undefined && loaded !== undefined && !loadedEntry,
  })
  return { ...query, data: loadedEntry ?? query.data }
}

// Audit entries never change, so an entry that was found is never requested again.
const auditEntryQuery = (id: string) =>
  queryOptions({
    queryKey: ['audit-entry', id],
    queryFn: async ({ signal }) => (await requestGraphQL(AuditEntryDocument, { id }, signal)).auditEntry,
    staleTime: ({ state }) => (state.data ? Infinity : 0),
  })
