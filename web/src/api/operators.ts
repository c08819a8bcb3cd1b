import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  AddOperatorDocument,
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
} from '../generated/graphql.ts'
import { ask } from './request.ts'
import { sessionQuery } from './session.ts'

export type OperatorRow = OperatorRowFragment
export type Credentials = OneTimeCredentialsFragment
export type { NewOperator, Role }

const operatorsQuery = queryOptions({
  queryKey: ['operators'],
  queryFn: async ({ signal }) => (await ask(OperatorsDocument, {}, signal)).operators,
  refetchInterval: 30_000,
})

/** All operators, including disabled ones. For administrators only. */
export const useOperators = () => useQuery(operatorsQuery)

/** Adds an operator and returns their one-time password. Rejects with CONFLICT if the e-mail is taken. */
export const useAddOperator = () =>
  useOperatorChange(async (operator: NewOperator) => (await ask(AddOperatorDocument, { operator })).addOperator)

/** Changes an operator's role. Rejects with CONFLICT for the last administrator. */
export const useChangeRole = () =>
  useOperatorChange((change: ChangeOperatorRoleMutationVariables) => ask(ChangeOperatorRoleDocument, change))

/** Disables an operator, who can no longer sign in. Rejects with CONFLICT for the last administrator. */
export const useDisable = () => useOperatorChange((id: string) => ask(DisableOperatorDocument, { id }))

/** Enables an operator, who can sign in again. */
export const useEnable = () => useOperatorChange((id: string) => ask(EnableOperatorDocument, { id }))

/** Resets another operator's password, returns the new one, which is shown only once, and ends their sessions. */
export const useResetPassword = () =>
  useOperatorChange(async (id: string) => (await ask(ResetOperatorPasswordDocument, { id })).resetOperatorPassword)

// Operators may change themselves, so the session is read again too. `gcTime: 0` keeps passwords out of the cache.
function useOperatorChange<Change, Answer>(mutationFn: (change: Change) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    gcTime: 0,
    onSettled: () => Promise.all([client.invalidateQueries(operatorsQuery), client.invalidateQueries(sessionQuery)]),
  })
}
