import { useEffect, useMemo } from 'react'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { EndpointRowsDocument, type EndpointRowsQuery } from '../../generated/graphql.ts'
import { type EndpointRow, type Inventory } from './inventory.ts'
import { requestGraphQL } from '../client/request.ts'

/**
 * Refetch interval of all pages after the first. Only the first page is pushed, since there may be thousands of rows.
 */
const REFETCH_INTERVAL_MS = 60_000

type Page = EndpointRowsQuery['endpoints']

const remainingEndpointsQuery = (withoutArea: boolean, after: string | null) =>
  infiniteQueryOptions({
    queryKey: ['endpoints', withoutArea, after],
    queryFn: async ({ pageParam, signal }): Promise<Page> =>
      (await requestGraphQL(EndpointRowsDocument, { withoutArea, after: pageParam }, signal)).endpoints,
    initialPageParam: after,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
    enabled: after !== null,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.pages.at(-1)?.pageInfo.hasNextPage ? false : REFETCH_INTERVAL_MS),
  })

/**
 * The endpoints of a list: those with an area, those without one, or all. The counts of the areas cover only the first.
 */
export type EndpointScope = 'withArea' | 'withoutArea' | 'all'

/** Progress of loading the rows after the first page. */
export type EndpointLoadProgress = {
  loaded: number
  total: number
  loadedAt: Date
  error: Error | null
  retry: () => void
}

/** The endpoints of a scope. `progress` is null if the pushed first pages already hold all of them. */
export function useAllEndpoints(inventory: Inventory | undefined, scope: EndpointScope) {
  const withArea = useEndpointPages(scope === 'withoutArea' ? undefined : inventory?.tabulated, false)
  const withoutArea = useEndpointPages(scope === 'withArea' ? undefined : inventory?.withoutArea, true)
  const rows = useMemo(
    () => inventory && [...(withArea.rows ?? []), ...(withoutArea.rows ?? [])],
    [inventory, withArea.rows, withoutArea.rows],
  )
  return { rows, progress: addProgress([withArea, withoutArea]) }
}

type EndpointPages = { rows: EndpointRow[] | undefined; progress: EndpointLoadProgress | null }

/** Loads the pages after the pushed first page in the background, one by one. Loads nothing without a first page. */
function useEndpointPages(first: Page | undefined, withoutArea: boolean): EndpointPages {
  const after = first?.pageInfo.hasNextPage ? first.pageInfo.endCursor : null
  const query = useInfiniteQuery(remainingEndpointsQuery(withoutArea, after))
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch, dataUpdatedAt } = query
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage()
  }, [hasNextPage, isFetching, error, fetchNextPage])

  const pages = after === null ? undefined : data?.pages
  const rows = useMemo(() => first && mergePages(first, pages ?? []), [first, pages])
  const progress: EndpointLoadProgress | null =
    after === null || !first || !rows
      ? null
      : {
          loaded: rows.length,
          total: Math.max(first.totalCount, rows.length),
          loadedAt: new Date(dataUpdatedAt),
          error: error,
          retry: () => void (hasNextPage ? fetchNextPage() : refetch()),
        }
  return { rows, progress }
}

// An endpoint that moved to the first page meanwhile is in both parts; the pushed row is newer.
function mergePages(first: Page, rest: readonly Page[]): EndpointRow[] {
  const rows = first.edges.map(({ node }) => node)
  const pushed = new Set(rows.map(({ id }) => id))
  return [...rows, ...rest.flatMap(({ edges }) => edges.map(({ node }) => node)).filter(({ id }) => !pushed.has(id))]
}

function addProgress(lists: readonly EndpointPages[]): EndpointLoadProgress | null {
  const loading = lists.flatMap(({ progress }) => progress ?? [])
  if (loading.length === 0) return null
  return {
    loaded: sum(lists.map(({ rows }) => rows?.length ?? 0)),
    total: sum(lists.map(({ rows, progress }) => progress?.total ?? rows?.length ?? 0)),
    loadedAt: new Date(Math.min(...loading.map(({ loadedAt }) => loadedAt.getTime()))),
    error: loading.find(({ error }) => error)?.error ?? null,
    retry: () => {
      for (const { error, retry } of loading) if (error) retry()
    },
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
