import { type QueryKey, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type ApiTokenRowFragment,
  CreateMyTokenDocument,
  type CreateMyTokenMutation,
  CreateServiceTokenDocument,
  MyTokensDocument,
  type NewApiToken,
  RevokeMyTokenDocument,
  RevokeServiceTokenDocument,
  type ServiceTokenRowFragment,
  ServiceTokensDocument,
  TrustedDocumentsDocument,
  type TrustedDocumentsQuery,
} from '../../generated/graphql.ts'
import { requestGraphQL } from '../client/request.ts'

export type ApiToken = ApiTokenRowFragment
export type ServiceToken = ServiceTokenRowFragment
export type TrustedDocument = TrustedDocumentsQuery['trustedDocuments'][number]
export type CreatedToken = CreateMyTokenMutation['createMyToken']
export type { NewApiToken }

const myTokensQuery = queryOptions({
  queryKey: ['my-tokens'],
  queryFn: async ({ signal }) => (await requestGraphQL(MyTokensDocument, {}, signal)).myTokens,
  refetchInterval: 30_000,
})

const serviceTokensQuery = queryOptions({
  queryKey: ['service-tokens'],
  queryFn: async ({ signal }) => (await requestGraphQL(ServiceTokensDocument, {}, signal)).serviceTokens,
  refetchInterval: 30_000,
})

/** The operations that a personal token can be bound to, by name; requested when they are needed. */
export const useTrustedDocuments = (isNeeded: boolean) =>
  useQuery({
    queryKey: ['trusted-documents'],
    queryFn: async ({ signal }) => (await requestGraphQL(TrustedDocumentsDocument, {}, signal)).trustedDocuments,
    staleTime: Infinity,
    enabled: isNeeded,
  })

/** The API tokens of the signed-in operator, newest first, without revoked ones. */
export const useMyTokens = () => useQuery(myTokensQuery)

/** The tokens of services with their activity, newest first, without revoked ones. For administrators only. */
export const useServiceTokens = () => useQuery(serviceTokensQuery)

/** Creates a token of the operator. Rejects with CONFLICT if they have as many as allowed. */
export const useCreateMyToken = () =>
  useCreateToken(
    myTokensQuery.queryKey,
    async (input) => (await requestGraphQL(CreateMyTokenDocument, { input })).createMyToken,
  )

/** Creates a token for a service. */
export const useCreateServiceToken = () =>
  useCreateToken(
    serviceTokensQuery.queryKey,
    async (input) => (await requestGraphQL(CreateServiceTokenDocument, { input })).createServiceToken,
  )

/** Revokes a token of the operator. */
export const useRevokeMyToken = () =>
  useRevokeToken(myTokensQuery.queryKey, (id) => requestGraphQL(RevokeMyTokenDocument, { id }))

/** Revokes a token of a service. */
export const useRevokeServiceToken = () =>
  useRevokeToken(serviceTokensQuery.queryKey, (id) => requestGraphQL(RevokeServiceTokenDocument, { id }))

// `gcTime: 0` keeps the text of the token out of the cache.
function useCreateToken(queryKey: QueryKey, mutationFn: (input: NewApiToken) => Promise<CreatedToken>) {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn, gcTime: 0, onSettled: () => queryClient.invalidateQueries({ queryKey }) })
}

function useRevokeToken(queryKey: QueryKey, mutationFn: (id: string) => Promise<unknown>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (_result, id) => {
      queryClient.setQueryData<ApiToken[]>(queryKey, (tokens) => tokens?.filter((token) => token.id !== id))
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
}
