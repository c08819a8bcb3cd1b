import { useEffect, useMemo } from 'react'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { EndpointRowsDocument, type EndpointRowsQuery } from '../generated/graphql.ts'
import { type EndpointRow, type Inventory } from './inventory.ts'
import { ask } from './request.ts'

/** The first page is pushed with every change. Thousands of rows are not: they are read anew this often, page by page. */
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

/** How far the rows after the first page are known. */
export type Reading = { known: number; total: number; readAt: Date; failed: Error | null; retry: () => void }

/**
 * All endpoints with an area, or all without one: the first page as it is pushed, and, where there are more, the others,
 * read in the background one after the other. `reading` is null where the first page is all there is.
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

// An endpoint that changed pages meanwhile is in both: the pushed one is the newer.
function joined(first: Inventory['tabulated'], others: readonly Page[]): EndpointRow[] {
  const rows = first.edges.map(({ node }) => node)
  const pushed = new Set(rows.map(({ id }) => id))
  return [...rows, ...others.flatMap(({ edges }) => edges.map(({ node }) => node)).filter(({ id }) => !pushed.has(id))]
}
