import { infiniteQueryOptions, keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'

/** A page of a list: the shape of every connection in the schema. */
export type Connection<Node> = {
  edges: readonly { node: Node }[]
  pageInfo: { hasNextPage: boolean; endCursor?: string | null | undefined }
  totalCount: number
}

/** Refetch interval of a list while the page is visible. */
const REFETCH_INTERVAL_MS = 30_000

type FetchPage<Node> = (after: string | null, signal: AbortSignal) => Promise<Connection<Node>>

/** Options of a list that is read page by page. A change of the panel and a timer refetch it. */
export const paginatedQuery = <Node>(key: QueryKey, fetchPage: FetchPage<Node>) => ({
  ...pushedPaginatedQuery(key, fetchPage),
  refetchInterval: REFETCH_INTERVAL_MS,
})

/**
 * Options of a list that is read page by page. Every change of the list also changes the panel, which is pushed. The
 * previous rows stay until the next response.
 */
export const pushedPaginatedQuery = <Node>(key: QueryKey, fetchPage: FetchPage<Node>) =>
  infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null),
    placeholderData: keepPreviousData,
    meta: { follows: 'panel' },
  })

/** The rows of the pages loaded so far, and a function that loads the next page. */
export function usePaginatedRows<Node>(options: ReturnType<typeof pushedPaginatedQuery<Node>>) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(options)
  const loadError = !data && error ? error : null
  return {
    /** Undefined until the first response. */
    rows: data?.pages.flatMap(({ edges }) => edges.map(({ node }) => node)),
    /** Number of all matches; undefined until the first response. */
    totalCount: data?.pages[0]?.totalCount,
    /** Error of the first load; null once there are rows. */
    loadError,
    retry: () => void refetch(),
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => void fetchNextPage(),
  }
}
