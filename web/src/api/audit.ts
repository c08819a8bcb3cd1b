import { queryOptions, useQuery } from '@tanstack/react-query'
import {
  AuditEntryDocument,
  type AuditFilter,
  type AuditRowFragment,
  AuditTrailDocument,
} from '../generated/graphql.ts'
import { pagesQuery, usePages } from './pages.ts'
import { ask } from './request.ts'

export type AuditEntry = AuditRowFragment
export type { AuditFilter }

const PAGE = 100

/** Audit entries that match the filter, newest first, for the pages loaded so far. */
export const useAuditTrail = (filter: AuditFilter) =>
  usePages(
    pagesQuery(
      ['audit', filter],
      async (after, signal) => (await ask(AuditTrailDocument, { filter, first: PAGE, after }, signal)).audit,
    ),
  )

/** One audit entry: from the loaded pages, or else requested by its number; null if it does not exist. */
export function useAuditEntry(id: number | undefined, read: readonly AuditEntry[] | undefined) {
  const known = read?.find((entry) => entry.id === String(id))
  const query = useQuery({
    ...auditEntryQuery(String(id)),
    enabled: id !== undefined && read !== undefined && !known,
  })
  return { ...query, data: known ?? query.data }
}

// Audit entries never change, so one that was found is never requested again.
const auditEntryQuery = (id: string) =>
  queryOptions({
    queryKey: ['audit-entry', id],
    queryFn: async ({ signal }) => (await ask(AuditEntryDocument, { id }, signal)).auditEntry,
    staleTime: ({ state }) => (state.data ? Infinity : 0),
  })
