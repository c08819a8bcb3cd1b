import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  AssignOnboardingDocument,
  CheckOnboardingEmailDocument,
  CompleteOnboardingStepDocument,
  MoveOnboardingDocument,
  OnboardingDocument,
  type OnboardingDetailsFragment,
  type OnboardingFilter,
  type OnboardingRowFragment,
  OnboardingsDocument,
  type OnboardingStage,
  OnboardingStagesDocument,
  type OnboardingStepFieldsFragment,
  type OnboardingStepKey,
  StartOnboardingDocument,
  UnknownPartiesDocument,
  type UnknownPartyRowFragment,
  WaiveOnboardingStepDocument,
} from '../../generated/graphql.ts'
import { requestGraphQL } from '../client/request.ts'
import { paginatedQuery } from '../client/pagination.ts'

export type OnboardingRow = OnboardingRowFragment
export type Onboarding = OnboardingDetailsFragment
export type OnboardingStep = OnboardingStepFieldsFragment
export type UnknownParty = UnknownPartyRowFragment
export type { OnboardingStage, OnboardingStepKey }

const REFETCH_INTERVAL_MS = 15_000

/** The onboardings that match, the longest in its stage first, page by page. */
export const onboardingsQuery = (filter: OnboardingFilter) =>
  paginatedQuery<OnboardingRow>(
    ['onboardings', filter],
    async (after, signal) => (await requestGraphQL(OnboardingsDocument, { filter, after }, signal)).onboardings,
  )

const stageCountsQuery = queryOptions({
  queryKey: ['onboardings', 'stages'],
  queryFn: async ({ signal }) => {
    const { onboardingStages } = await requestGraphQL(OnboardingStagesDocument, {}, signal)
    return onboardingStages.map(({ stage, count }) => [stage, count] as const)
  },
  refetchInterval: REFETCH_INTERVAL_MS,
})

/** The number of libraries in each stage; undefined until it is known. */
export const useStageCounts = () => {
  const { data } = useQuery(stageCountsQuery)
  return data && new Map(data)
}

/** The unregistered SINLI ids and codes, page by page. */
export const unknownPartiesQuery = paginatedQuery<UnknownParty>(
  ['onboardings', 'unknown'],
  async (after, signal) => (await requestGraphQL(UnknownPartiesDocument, { after }, signal)).unknownParties,
)

const onboardingQuery = (code: string) =>
  queryOptions({
    queryKey: ['onboarding', code],
    queryFn: async ({ signal }) => (await requestGraphQL(OnboardingDocument, { code }, signal)).onboarding ?? null,
    refetchInterval: REFETCH_INTERVAL_MS,
    meta: { follows: 'panel' },
  })

/** The onboarding of a library; null if no library has this code. */
export const useOnboarding = (code: string) => useQuery(onboardingQuery(code))

/** A change of an onboarding by an operator. */
export type OnboardingChange =
  | { change: 'start' | 'check' }
  | { change: 'complete'; step: OnboardingStepKey; done: boolean }
  | { change: 'waive'; step: OnboardingStepKey; reason: string }
  | { change: 'move'; stage: OnboardingStage; reason: string | null }
  | { change: 'assign'; responsibleId: string | null }

/** Changes the onboarding of a library, and shows the result. */
export function useChangeOnboarding(code: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: OnboardingChange) => send(code, change),
    onSuccess: ({ onboarding }) => {
      queryClient.setQueryData(onboardingQuery(code).queryKey, onboarding)
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['onboardings'] }),
        queryClient.invalidateQueries({ queryKey: onboardingQuery(code).queryKey }),
      ]),
  })
}

/** Reloads an onboarding and the lists that contain it, after a change made elsewhere. */
export function useRefreshOnboardings() {
  const queryClient = useQueryClient()
  return () => {
    void queryClient.invalidateQueries({ queryKey: ['onboardings'] })
    void queryClient.invalidateQueries({ queryKey: ['onboarding'] })
  }
}

async function send(libraryCode: string, change: OnboardingChange): Promise<{ onboarding: Onboarding }> {
  switch (change.change) {
    case 'start':
      return (await requestGraphQL(StartOnboardingDocument, { input: { libraryCode } })).startOnboarding
    case 'check':
      return (await requestGraphQL(CheckOnboardingEmailDocument, { input: { libraryCode } })).checkOnboardingEmail
    case 'complete': {
      const { step, done } = change
      const input = { libraryCode, step, done }
      return (await requestGraphQL(CompleteOnboardingStepDocument, { input })).completeOnboardingStep
    }
    case 'waive': {
      const { step, reason } = change
      const input = { libraryCode, step, reason }
      return (await requestGraphQL(WaiveOnboardingStepDocument, { input })).waiveOnboardingStep
    }
    case 'move': {
      const { stage, reason } = change
      return (await requestGraphQL(MoveOnboardingDocument, { input: { libraryCode, stage, reason } })).moveOnboarding
    }
    case 'assign': {
      const input = { libraryCode, responsibleId: change.responsibleId }
      return (await requestGraphQL(AssignOnboardingDocument, { input })).assignOnboarding
    }
  }
}
