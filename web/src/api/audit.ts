import { queryOptions, useQuery } from '@tanstack/react-query'
import { type AuditFilter, type AuditRowFragment, AuditTrailDocument } from '../generated/graphql.ts'
import { type Connection, pagesQuery, usePages } from './pages.ts'
import { ask } from './request.ts'

export type AuditEntry = AuditRowFragment
export type { AuditFilter }

const PAGE = 100
const LARGEST_PAGE = 200
/** An entry that is not on screen is looked for in the newest two thousand that match. */
const PAGES_TO_LOOK_THROUGH = 10

/** The entries that match, newest first, as far as they were read. */
export const useAuditTrail = (filter: AuditFilter) =>
  usePages(pagesQuery(['audit', filter], (after, signal) => readPage(filter, { first: PAGE, after }, signal)))

/** One entry among those that match, which may be older than what was read of them; null where it is not found. */
export function useAuditEntry(id: number | undefined, filter: AuditFilter, read: readonly AuditEntry[] | undefined) {
  const known = read?.find((entry) => entry.id === String(id))
  const query = useQuery({
    ...auditEntryQuery(id ?? 0, filter),
    enabled: id !== undefined && read !== undefined && !known,
  })
  return { ...query, data: known ?? query.data }
}

// What is written in the trail never changes, so whatever was found once needs not be asked again.
const auditEntryQuery = (id: number, filter: AuditFilter) =>
  queryOptions({
    queryKey: ['audit-entry', id, filter],
    queryFn: ({ signal }) => lookFor(id, filter, signal),
    staleTime: Infinity,
  })

async function lookFor(id: number, filter: AuditFilter, signal: AbortSignal): Promise<AuditEntry | null> {
  let after: string | null = null
  for (let page = 0; page < PAGES_TO_LOOK_THROUGH; page += 1) {
    const { edges, pageInfo } = await readPage(filter, { first: LARGEST_PAGE, after }, signal)
    const found = edges.find(({ node }) => node.id === String(id))
    if (found) return found.node
    // A later entry has a higher number: from here on all of them are older.
    const last = edges.at(-1)
    if (!last || Number(last.node.id) < id || !pageInfo.hasNextPage) return null
    after = pageInfo.endCursor ?? null
  }
  return null
}

type Page = { first: number; after: string | null }

async function readPage(filter: AuditFilter, page: Page, signal: AbortSignal): Promise<Connection<AuditEntry>> {
  return (await ask(AuditTrailDocument, { filter, ...page }, signal)).audit
}
