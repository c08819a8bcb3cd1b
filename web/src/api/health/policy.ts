import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type Kind,
  type PolicyNumbersFragment,
  PreviewPolicyDocument,
  type PreviewPolicyQuery,
  SetSubjectPolicyDocument,
  SubjectPolicyDocument,
  type SubjectPolicyQuery,
  type ThresholdNumbersFragment,
  type ThresholdOverrides,
} from '../../generated/graphql.ts'
import { requestGraphQL } from '../client/request.ts'

export type Policy = PolicyNumbersFragment
export type Thresholds = ThresholdNumbersFragment
export type ThresholdName = keyof Thresholds
export type { ThresholdOverrides }

/** The policy of a subject with its name. */
export type SubjectPolicy = NonNullable<SubjectPolicyQuery['subject']>

export type PolicyPreview = PreviewPolicyQuery['previewPolicy']
export type PolicyComparison = NonNullable<PolicyPreview['comparison']>
export type PolicyProblem = PolicyPreview['problems'][number]
export type PolicyOutcome = PolicyComparison['happened']

type SubjectRef = { kind: Kind; id: string }

const policyQuery = ({ kind, id }: SubjectRef) =>
  queryOptions({
    queryKey: ['policy', kind, id],
    queryFn: async ({ signal }): Promise<SubjectPolicy | null> =>
      (await requestGraphQL(SubjectPolicyDocument, { kind, id }, signal)).subject ?? null,
    // Focusing the window does not refetch, because it must not change numbers that the operator is editing.
    refetchOnWindowFocus: false,
  })

/** The policy of a subject; null if the subject does not exist. */
export const usePolicy = (subject: SubjectRef) => useQuery(policyQuery(subject))

/** Incidents that a subject would have had with changed overrides; disabled while `changes` is null. */
export const usePolicyPreview = (subject: SubjectRef, changes: ThresholdOverrides | null) =>
  useQuery({
    queryKey: ['policy-preview', subject.kind, subject.id, changes],
    queryFn: async ({ signal }) =>
      (await requestGraphQL(PreviewPolicyDocument, { input: { ...subject, overrides: changes ?? {} } }, signal))
        .previewPolicy,
    enabled: changes !== null,
    placeholderData: keepPreviousData,
  })

/** Saves changed overrides of a subject. Resolves with the policy after the change and before it. */
export function useSetPolicy(subject: SubjectRef) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (overrides: ThresholdOverrides) =>
      (await requestGraphQL(SetSubjectPolicyDocument, { input: { ...subject, overrides } })).setSubjectPolicy,
    onSuccess: async ({ policy }) => {
      queryClient.setQueryData(policyQuery(subject).queryKey, (saved) => saved && { ...saved, policy })
      await queryClient.invalidateQueries({ queryKey: ['policy-preview', subject.kind, subject.id] })
    },
  })
}
