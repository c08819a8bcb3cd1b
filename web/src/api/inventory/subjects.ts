import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  RetireSubjectDocument,
  type RetireSubjectInput,
  SetSubjectDetailsDocument,
  type SetSubjectDetailsInput,
} from '../../generated/graphql.ts'
import { requestGraphQL } from '../client/request.ts'

/** Sets the owner, the runbook or the criticality of a subject; absent fields stay as they are. */
export const useSetDetails = () =>
  useSubjectChange((input: SetSubjectDetailsInput) => requestGraphQL(SetSubjectDetailsDocument, { input }))

/** Retires a library or an integration, and resolves its open incident. */
export const useRetire = () =>
  useSubjectChange((input: RetireSubjectInput) => requestGraphQL(RetireSubjectDocument, { input }))

// The subject also appears in lists, incidents and counts, so everything is fetched again.
function useSubjectChange<Input, Result>(mutationFn: (input: Input) => Promise<Result>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () => {
      void queryClient.invalidateQueries()
    },
  })
}
