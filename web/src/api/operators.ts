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

/** All operators, the disabled ones too. Only administrators may ask. */
export const useOperators = () => useQuery(operatorsQuery)

/** Adds an operator and tells their password once. Refused with CONFLICT when the e-mail is taken. */
export const useAddOperator = () =>
  useOperatorChange(async (operator: NewOperator) => (await ask(AddOperatorDocument, { operator })).addOperator)

/** Gives an operator another role. Refused with CONFLICT for the last administrator. */
export const useChangeRole = () =>
  useOperatorChange((change: ChangeOperatorRoleMutationVariables) => ask(ChangeOperatorRoleDocument, change))

/** Keeps an operator out. Refused with CONFLICT for the last administrator. */
export const useDisable = () => useOperatorChange((id: string) => ask(DisableOperatorDocument, { id }))

/** Lets an operator sign in again. */
export const useEnable = () => useOperatorChange((id: string) => ask(EnableOperatorDocument, { id }))

/** Gives another operator a new password, which is told once, and ends their sessions. */
export const useResetPassword = () =>
  useOperatorChange(async (id: string) => (await ask(ResetOperatorPasswordDocument, { id })).resetOperatorPassword)

// What was done may have been done to oneself: the session is read afresh too. Passwords are not kept for later.
function useOperatorChange<Change, Answer>(mutationFn: (change: Change) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    gcTime: 0,
    onSettled: () => Promise.all([client.invalidateQueries(operatorsQuery), client.invalidateQueries(sessionQuery)]),
  })
}
