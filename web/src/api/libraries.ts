import { queryOptions, useQuery } from '@tanstack/react-query'
import {
  LibrariesDocument,
  LibraryDocument,
  type LibraryFilter,
  type LibraryMessageFragment,
  type LibraryQuery,
  type LibraryRowFragment,
} from '../generated/graphql.ts'
import { pagesQuery, usePages } from './pages.ts'
import { ask } from './request.ts'

export type LibraryRow = LibraryRowFragment
export type Library = NonNullable<LibraryQuery['library']>
export type LibraryMessage = LibraryMessageFragment

const REFRESH_EVERY_MS = 15_000

/** Libraries that match the filter, ordered by code. */
export const useLibraries = (filter: LibraryFilter) =>
  usePages(
    pagesQuery(
      ['libraries', filter],
      async (after, signal) => (await ask(LibrariesDocument, { filter, after }, signal)).libraries,
    ),
  )

const libraryQuery = (code: string) =>
  queryOptions({
    queryKey: ['library', code],
    queryFn: async ({ signal }) => (await ask(LibraryDocument, { code }, signal)).library,
    refetchInterval: REFRESH_EVERY_MS,
    meta: { follows: 'panel' },
  })

/** One library with its latest SINLI messages; null if no library has this code. */
export const useLibrary = (code: string) => useQuery(libraryQuery(code))
