import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  CreateHeartbeatDocument,
  type CreateHeartbeatMutation,
  type HeartbeatChanges,
  type HeartbeatRowFragment,
  HeartbeatsDocument,
  type NewHeartbeat,
  ResumeHeartbeatDocument,
  RotateHeartbeatDocument,
  UpdateHeartbeatDocument,
} from '../../generated/graphql.ts'
import { requestGraphQL } from '../client/request.ts'

export type Heartbeat = HeartbeatRowFragment
export type HeartbeatWithSecret = CreateHeartbeatMutation['createHeartbeat']
export type { NewHeartbeat }

const heartbeatsQuery = queryOptions({
  queryKey: ['heartbeats'],
  queryFn: async ({ signal }) => (await requestGraphQL(HeartbeatsDocument, {}, signal)).heartbeats,
  refetchInterval: 15_000,
  meta: { follows: 'panel' },
})

/** All heartbeats of scheduled jobs, including paused ones, by name. */
export const useHeartbeats = () => useQuery(heartbeatsQuery)

/** The heartbeat of an integration; undefined while it is loading, and if the integration is not a scheduled job. */
export const useHeartbeatOf = (key: string) =>
  useQuery({ ...heartbeatsQuery, select: (all) => all.find(({ integration }) => integration.id === key) }).data

/** Creates a heartbeat. */
export const useCreateHeartbeat = () =>
  useHeartbeatChange(
    async (input: NewHeartbeat) => (await requestGraphQL(CreateHeartbeatDocument, { input })).createHeartbeat,
  )

/** Changes a heartbeat; absent fields stay as they are. */
export const useUpdateHeartbeat = (id: string) =>
  useHeartbeatChange((input: HeartbeatChanges) => requestGraphQL(UpdateHeartbeatDocument, { id, input }))

/** Replaces the secret of a heartbeat. */
export const useRotateHeartbeat = () =>
  useHeartbeatChange(async (id: string) => (await requestGraphQL(RotateHeartbeatDocument, { id })).rotateHeartbeat)

/** Watches a paused heartbeat again. */
export const useResumeHeartbeat = () =>
  useHeartbeatChange((id: string) => requestGraphQL(ResumeHeartbeatDocument, { id }))

// `gcTime: 0` keeps the secret out of the cache. The integration changes too, so everything is fetched again.
function useHeartbeatChange<Input, Result>(mutationFn: (input: Input) => Promise<Result>) {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn, gcTime: 0, onSuccess: () => void queryClient.invalidateQueries() })
}
