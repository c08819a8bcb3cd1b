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

/** The sessions I have open, the one used last first. */
export const useMySessions = () => useQuery(mySessionsQuery)

/** Ends one of my sessions. Refused with NOT_FOUND where it has ended already. */
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

/** Changes my password and ends all of my other sessions. */
export function useChangePassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: ChangePasswordMutationVariables) => ask(ChangePasswordDocument, change),
    gcTime: 0,
    onSuccess: () => client.invalidateQueries(mySessionsQuery),
  })
}

/** Ends all of my sessions, this one too; `onDone` hears of it even when this page is gone by then. */
export const useSignOutEverywhere = (onDone: () => Promise<void>) =>
  useMutation({ mutationFn: () => ask(SignOutEverywhereDocument, {}), onSuccess: onDone })
