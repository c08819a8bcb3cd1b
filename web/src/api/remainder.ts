import { useEffect, useMemo } from 'react'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { EndpointRowsDocument, type EndpointRowsQuery } from '../generated/graphql.ts'
import { type EndpointRow, type Inventory } from './inventory.ts'
import { ask } from './request.ts'

/** Refetch interval of the pages after the first: only the first is pushed, since there may be thousands of rows. */
const READ_EVERY_MS = 60_000

type Page = EndpointRowsQuery['endpoints']

const remainderQuery = (withoutArea: boolean, after: string | null) =>
  infiniteQueryOptions({
    queryKey: ['endpoints', withoutArea, after],
    queryFn: async ({ pageParam, signal }): Promise<Page> =>
      (await ask(EndpointRowsDocument, { withoutArea, after: pageParam }, signal)).endpoints,
    initialPageParam: after,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
    enabled: after !== null,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.pages.at(-1)?.pageInfo.hasNextPage ? false : READ_EVERY_MS),
  })

/** Progress of loading the rows after the first page. */
export type Reading = { known: number; total: number; readAt: Date; failed: Error | null; retry: () => void }

/**
 * All endpoints with an area, or all without one: the first page as pushed, and the others loaded in the background one
 * by one. `reading` is null if there is only one page.
 */
export function useAllEndpoints(inventory: Inventory | undefined, withoutArea: boolean) {
  const first = withoutArea ? inventory?.withoutArea : inventory?.tabulated
  const after = first?.pageInfo.hasNextPage ? first.pageInfo.endCursor : null
  const query = useInfiniteQuery(remainderQuery(withoutArea, after))
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch, dataUpdatedAt } = query
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage()
  }, [hasNextPage, isFetching, error, fetchNextPage])

  const pages = after === null ? undefined : data?.pages
  const rows = useMemo(() => first && joined(first, pages ?? []), [first, pages])
  const reading: Reading | null =
    after === null || !first || !rows
      ? null
      : {
          known: rows.length,
          total: Math.max(first.totalCount, rows.length),
          readAt: new Date(dataUpdatedAt),
          failed: error,
          retry: () => void (hasNextPage ? fetchNextPage() : refetch()),
        }
  return { rows, reading }
}

// An endpoint that moved to the first page meanwhile is in both: the pushed row is newer.
function joined(first: Inventory['tabulated'], others: readonly Page[]): EndpointRow[] {
  const rows = first.edges.map(({ node }) => node)
  const pushed = new Set(rows.map(({ id }) => id))
  return [...rows, ...others.flatMap(({ edges }) => edges.map(({ node }) => node)).filter(({ id }) => !pushed.has(id))]
}
