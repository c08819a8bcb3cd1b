import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type DependenciesInput,
  type Kind,
  type LinkedSubjectFragment,
  SetDependenciesDocument,
  SubjectDependenciesDocument,
  SubjectSearchDocument,
} from '../../generated/graphql.ts'
import { requestGraphQL } from '../client/request.ts'

export type LinkedSubject = LinkedSubjectFragment

/** A subject with its name, as found by a search. */
export type NamedSubject = { kind: Kind; id: string; name: string }

const dependenciesQuery = (kind: Kind, id: string) =>
  queryOptions({
    queryKey: ['dependencies', kind, id],
    queryFn: async ({ signal }) => (await requestGraphQL(SubjectDependenciesDocument, { kind, id }, signal)).subject,
    meta: { follows: 'panel' },
  })

/** The subjects that a subject depends on, and those that depend on it; null if the subject does not exist. */
export const useDependencies = (kind: Kind, id: string) => useQuery(dependenciesQuery(kind, id))

/** Sets the subjects that a subject depends on. */
export function useSetDependencies() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: DependenciesInput) => requestGraphQL(SetDependenciesDocument, { input }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['dependencies'] }),
  })
}

const subjectSearchQuery = (search: string) =>
  queryOptions({
    queryKey: ['subject-search', search],
    queryFn: async ({ signal }): Promise<NamedSubject[]> =>
      (await requestGraphQL(SubjectSearchDocument, { search }, signal)).subjects.edges.map(({ node }) => node),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })

/** Subjects of any kind whose name or id contains a text, at most ten. */
export const useSubjectSearch = (search: string) => useQuery(subjectSearchQuery(search))
