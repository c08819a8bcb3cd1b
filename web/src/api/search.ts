import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { get } from './client/request.ts'
import { type SearchResults } from './restTypes.ts'

/** Maximum number of hits per group; more words narrow the search. */
export const MAX_HITS = 6

/** Maximum length the search service accepts. */
export const MAX_SEARCH_LENGTH = 100

/** Search over all groups. A request that is no longer needed is aborted. */
const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ q, limit: String(MAX_HITS) })
      return get<SearchResults>(`/api/admin/search/?${query.toString()}`, signal)
    },
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  })

/**
 * Search results for a text; the previous results stay until the next response. For an empty text, no request is sent.
 */
export const useSearch = (q: string) => useQuery({ ...searchQuery(q), enabled: q !== '' })
