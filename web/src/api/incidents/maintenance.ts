import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  ActiveMutesDocument,
  EndMaintenanceDocument,
  EndMuteDocument,
  type MaintenanceInput,
  type MaintenanceRowFragment,
  MaintenancesDocument,
  type MatcherFragment,
  MuteDocument,
  type MuteInput,
  type MuteRowFragment,
  PlanMaintenanceDocument,
  type SubjectMatcherInput,
  type SuppressedIncidentFragment,
} from '../../generated/graphql.ts'
import { requestGraphQL } from '../client/request.ts'

export type Maintenance = MaintenanceRowFragment
export type Mute = MuteRowFragment
export type Matcher = MatcherFragment
export type SuppressedIncident = SuppressedIncidentFragment
export type { MaintenanceInput, SubjectMatcherInput }

const REFETCH_INTERVAL_MS = 30_000

const maintenancesQuery = queryOptions({
  queryKey: ['maintenances'],
  queryFn: async ({ signal }) => (await requestGraphQL(MaintenancesDocument, {}, signal)).maintenances,
  refetchInterval: REFETCH_INTERVAL_MS,
  meta: { follows: 'panel' },
})

/** The planned maintenance, with the incidents that it suppresses at present. */
export const useMaintenances = () => useQuery(maintenancesQuery)

const mutesQuery = queryOptions({
  queryKey: ['mutes'],
  queryFn: async ({ signal }) => (await requestGraphQL(ActiveMutesDocument, {}, signal)).mutes,
  refetchInterval: REFETCH_INTERVAL_MS,
})

/** The mutes that are in force. */
export const useMutes = () => useQuery(mutesQuery)

/** Plans maintenance, once or recurring. */
export const usePlanMaintenance = () =>
  useSuppressionChange((input: MaintenanceInput) => requestGraphQL(PlanMaintenanceDocument, { input }))

/** Ends maintenance before its time; incidents that still hold count from then on. */
export const useEndMaintenance = () =>
  useSuppressionChange((id: string) => requestGraphQL(EndMaintenanceDocument, { id }))

/** Sends no messages about the subjects that match until the mute ends. */
export const useMute = () => useSuppressionChange((input: MuteInput) => requestGraphQL(MuteDocument, { input }))

/** Ends a mute before its time. */
export const useEndMute = () => useSuppressionChange((id: string) => requestGraphQL(EndMuteDocument, { id }))

// Incidents and counts change too.
function useSuppressionChange<Input, Result>(mutationFn: (input: Input) => Promise<Result>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: mutesQuery.queryKey }),
        queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.follows === 'panel' }),
      ]),
  })
}
