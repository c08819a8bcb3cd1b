import { infiniteQueryOptions, keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'

/** A page of a list: the shape of every connection in the schema. */
export type Connection<Node> = {
  edges: readonly { node: Node }[]
  pageInfo: { hasNextPage: boolean; endCursor?: string | null | undefined }
  totalCount: number
}

/** Refetch interval of a list while the page is visible. */
const REFRESH_EVERY_MS = 30_000

/**
 * Options of a list that is read page by page. The previous rows stay until the next response; a change of the panel
 * and a timer refetch it.
 */
export const pagesQuery = <Node>(
  key: QueryKey,
  read: (after: string | null, signal: AbortSignal) => Promise<Connection<Node>>,
) =>
  infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_EVERY_MS,
    meta: { follows: 'panel' },
  })

/** Rows of the pages loaded so far, and a function that loads the next page. */
export function usePages<Node>(options: ReturnType<typeof pagesQuery<Node>>) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(options)
  const failed = !data && error ? error : null
  return {
    /** Undefined until the first response. */
    rows: data?.pages.flatMap(({ edges }) => edges.map(({ node }) => node)),
    /** Number of all matches; undefined until the first response. */
    totalCount: data?.pages[0]?.totalCount,
    /** Error of the first load; null once there are rows. */
    failed,
    retry: () => void refetch(),
    hasMore: hasNextPage,
    isReadingMore: isFetchingNextPage,
    readMore: () => void fetchNextPage(),
  }
}
