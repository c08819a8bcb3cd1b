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

/** The entries that match, newest first, as far as they were read. */
export const useAuditTrail = (filter: AuditFilter) =>
  usePages(
    pagesQuery(
      ['audit', filter],
      async (after, signal) => (await ask(AuditTrailDocument, { filter, first: PAGE, after }, signal)).audit,
    ),
  )

/** One entry, of those that were read or asked for by its number; null where there is none. */
export function useAuditEntry(id: number | undefined, read: readonly AuditEntry[] | undefined) {
  const known = read?.find((entry) => entry.id === String(id))
  const query = useQuery({
    ...auditEntryQuery(String(id)),
    enabled: id !== undefined && read !== undefined && !known,
  })
  return { ...query, data: known ?? query.data }
}

// What is written in the trail never changes, so whatever was found once needs not be asked again.
const auditEntryQuery = (id: string) =>
  queryOptions({
    queryKey: ['audit-entry', id],
    queryFn: async ({ signal }) => (await ask(AuditEntryDocument, { id }, signal)).auditEntry,
    staleTime: ({ state }) => (state.data ? Infinity : 0),
  })
