import { queryOptions, useQuery } from '@tanstack/react-query'
import {
  LibrariesDocument,
  LibraryDocument,
  type LibraryFilter,
  type LibraryMessageFragment,
  type LibraryQuery,
  type LibraryRowFragment,
} from '../../generated/graphql.ts'
import { paginatedQuery, usePaginatedRows } from '../client/pagination.ts'
import { requestGraphQL } from '../client/request.ts'

export type LibraryRow = LibraryRowFragment
export type Library = NonNullable<LibraryQuery['library']>
export type LibraryMessage = LibraryMessageFragment

const REFETCH_INTERVAL_MS = 15_000

/** Libraries that match the filter, ordered by code. */
export const useLibraries = (filter: LibraryFilter) =>
  usePaginatedRows(
    paginatedQuery(
      ['libraries', filter],
      async (after, signal) => (await requestGraphQL(LibrariesDocument, { filter, after }, signal)).libraries,
    ),
  )

const libraryQuery = (code: string) =>
  queryOptions({
    queryKey: ['library', code],
    queryFn: async ({ signal }) => (await requestGraphQL(LibraryDocument, { code }, signal)).library,
    refetchInterval: REFETCH_INTERVAL_MS,
    meta: { follows: 'panel' },
  })

/** One library with its latest SINLI messages; null if no library has this code. */
export const useLibrary = (code: string) => useQuery(libraryQuery(code))
