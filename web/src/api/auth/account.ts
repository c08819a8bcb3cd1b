import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  ChangePasswordDocument,
  type ChangePasswordMutationVariables,
  EndSessionDocument,
  MyAccountDocument,
  MySessionsDocument,
  type OpenSessionRowFragment,
  SignOutEverywhereDocument,
} from '../../generated/graphql.ts'
import { requestGraphQL } from '../client/request.ts'
import { readSignInMethods } from './session.ts'

export type OpenSession = OpenSessionRowFragment

const mySessionsQuery = queryOptions({
  queryKey: ['my-sessions'],
  queryFn: async ({ signal }) => (await requestGraphQL(MySessionsDocument, {}, signal)).mySessions,
  refetchInterval: 30_000,
})

/** Origin of the signed-in operator's account, with the name of the identity provider if there is one. */
export const useAccountOrigin = () =>
  useQuery({
    queryKey: ['account-origin'],
    queryFn: async ({ signal }) => {
      const [{ session }, methods] = await Promise.all([
        requestGraphQL(MyAccountDocument, {}, signal),
        readSignInMethods(),
      ])
      return { origin: session.operator.origin, providerLabel: methods?.provider?.label ?? null }
    },
  })

/** Open sessions of the signed-in operator, most recently used first. */
export const useMySessions = () => useQuery(mySessionsQuery)

/** Ends one of the operator's own sessions; rejects with NOT_FOUND if it has already ended. */
export function useEndSession() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => requestGraphQL(EndSessionDocument, { id }),
    onSuccess: ({ endSession: sessions }) => {
      queryClient.setQueryData(mySessionsQuery.queryKey, sessions)
    },
    onError: () => queryClient.invalidateQueries(mySessionsQuery),
  })
}

/** Changes the operator's own password and ends all their other sessions. */
export function useChangePassword() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: ChangePasswordMutationVariables) => requestGraphQL(ChangePasswordDocument, change),
    gcTime: 0,
    onSuccess: () => queryClient.invalidateQueries(mySessionsQuery),
  })
}

/** Ends all sessions of the operator, this one included; `onDone` runs even if the component has unmounted. */
export const useSignOutEverywhere = (onDone: () => Promise<void>) =>
  useMutation({ mutationFn: () => requestGraphQL(SignOutEverywhereDocument, {}), onSuccess: onDone })
