import { infiniteQueryOptions, keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'

/** A page of a connection, as every list of the schema answers. */
export type Connection<Node> = {
  edges: readonly { node: Node }[]
  pageInfo: { hasNextPage: boolean; endCursor?: string | null | undefined }
  totalCount: number
}

/** Lists are asked for again this often while somebody looks at them. */
const REFRESH_EVERY_MS = 30_000

/**
 * A list that is read page by page. What was shown stays until the next answer is there; the panel's changes and the
 * passing of time read it afresh.
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

/** The rows of a list as far as it was read, and the way to read on. */
export function usePages<Node>(options: ReturnType<typeof pagesQuery<Node>>) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(options)
  const failed = !data && error ? error : null
  return {
    /** Undefined while nothing is known. */
    rows: data?.pages.flatMap(({ edges }) => edges.map(({ node }) => node)),
    /** How many match in all; undefined while nothing is known. */
    totalCount: data?.pages[0]?.totalCount,
    /** Why nothing is known; null where something is. */
    failed,
    retry: () => void refetch(),
    hasMore: hasNextPage,
    isReadingMore: isFetchingNextPage,
    readMore: () => void fetchNextPage(),
  }
}
