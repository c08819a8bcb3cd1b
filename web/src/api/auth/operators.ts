import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  AddOperatorDocument,
  AllowOperatorLinkDocument,
  ChangeOperatorRoleDocument,
  type ChangeOperatorRoleMutationVariables,
  DisableOperatorDocument,
  EnableOperatorDocument,
  type NewOperator,
  type OneTimeCredentialsFragment,
  type OperatorRowFragment,
  OperatorsDocument,
  ResetOperatorPasswordDocument,
  type Role,
} from '../../generated/graphql.ts'
import { requestGraphQL } from '../client/request.ts'
import { sessionQuery } from './session.ts'

export type OperatorRow = OperatorRowFragment
export type Credentials = OneTimeCredentialsFragment
export type { NewOperator, Role }

const operatorsQuery = queryOptions({
  queryKey: ['operators'],
  queryFn: async ({ signal }) => (await requestGraphQL(OperatorsDocument, {}, signal)).operators,
  refetchInterval: 30_000,
})

/** All operators, including disabled ones. For administrators only. */
export const useOperators = () => useQuery(operatorsQuery)

/** Adds an operator and returns their one-time password. Rejects with CONFLICT if the e-mail is taken. */
export const useAddOperator = () =>
  useOperatorChange(
    async (operator: NewOperator) => (await requestGraphQL(AddOperatorDocument, { operator })).addOperator,
  )

/** Changes an operator's role. Rejects with CONFLICT for the last administrator. */
export const useChangeRole = () =>
  useOperatorChange((change: ChangeOperatorRoleMutationVariables) => requestGraphQL(ChangeOperatorRoleDocument, change))

/** Disables an operator, who can no longer sign in. Rejects with CONFLICT for the last administrator. */
export const useDisableOperator = () =>
  useOperatorChange((id: string) => requestGraphQL(DisableOperatorDocument, { id }))

/** Enables an operator, who can sign in again. */
export const useEnableOperator = () => useOperatorChange((id: string) => requestGraphQL(EnableOperatorDocument, { id }))

/** Allows the identity provider to link an account that was made local. */
export const useAllowLinking = () =>
  useOperatorChange((id: string) => requestGraphQL(AllowOperatorLinkDocument, { id }))

/** Resets another operator's password, returns the new one, which is shown only once, and ends their sessions. */
export const useResetPassword = () =>
  useOperatorChange(
    async (id: string) => (await requestGraphQL(ResetOperatorPasswordDocument, { id })).resetOperatorPassword,
  )

// Operators may change themselves, so the session is read again too. `gcTime: 0` keeps passwords out of the cache.
function useOperatorChange<Change, Result>(mutationFn: (change: Change) => Promise<Result>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    gcTime: 0,
    onSettled: () =>
      Promise.all([queryClient.invalidateQueries(operatorsQuery), queryClient.invalidateQueries(sessionQuery)]),
  })
}
