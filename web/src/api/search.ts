import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { get } from './request.ts'
import { type Found } from './rest.ts'

/** So many hits of each sort: what is not among them is looked for with more words. */
export const MOST_HITS = 6

/** What is longer is refused by the service. */
export const LONGEST_SEARCH = 100

/** A search over everything. One that nobody waits for any more is called off. */
const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ q, limit: String(MOST_HITS) })
      return get<Found>(`/api/admin/search/?${query.toString()}`, signal)
    },
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  })

/** What is found by these words; the last answer stays until the next is there. Without words nothing is asked. */
export const useSearch = (q: string) => useQuery({ ...searchQuery(q), enabled: q !== '' })
