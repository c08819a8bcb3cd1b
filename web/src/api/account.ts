import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  ChangePasswordDocument,
  type ChangePasswordMutationVariables,
  EndSessionDocument,
  MySessionsDocument,
  type OpenSessionRowFragment,
  SignOutEverywhereDocument,
} from '../generated/graphql.ts'
import { ask } from './request.ts'

export type OpenSession = OpenSessionRowFragment

const mySessionsQuery = queryOptions({
  queryKey: ['my-sessions'],
  queryFn: async ({ signal }) => (await ask(MySessionsDocument, {}, signal)).mySessions,
  refetchInterval: 30_000,
})

/** Open sessions of the signed-in operator, most recently used first. */
export const useMySessions = () => useQuery(mySessionsQuery)

/** Ends one of the operator's own sessions; rejects with NOT_FOUND if it has already ended. */
export function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => ask(EndSessionDocument, { id }),
    onSuccess: ({ endSession: left }) => {
      client.setQueryData(mySessionsQuery.queryKey, left)
    },
    onError: () => client.invalidateQueries(mySessionsQuery),
  })
}

/** Changes the operator's own password and ends all their other sessions. */
export function useChangePassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: ChangePasswordMutationVariables) => ask(ChangePasswordDocument, change),
    gcTime: 0,
    onSuccess: () => client.invalidateQueries(mySessionsQuery),
  })
}

/** Ends all sessions of the operator, this one included; `onDone` runs even if the component has unmounted. */
export const useSignOutEverywhere = (onDone: () => Promise<void>) =>
  useMutation({ mutationFn: () => ask(SignOutEverywhereDocument, {}), onSuccess: onDone })
