import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PendingRetirementsDocument, type PendingRetirementsQuery } from '../../generated/graphql.ts'
import { paginatedQuery } from '../client/pagination.ts'
import { post, requestGraphQL } from '../client/request.ts'
import { type EndpointRetirement } from '../restTypes.ts'

/** An endpoint in use that its service left out of its last import. */
export type PendingEndpoint = PendingRetirementsQuery['endpoints']['edges'][number]['node']

const queryKey = ['pendingRetirements']

/** The endpoints whose retirement waits for a confirmation, in the order of the inventory. */
export const pendingRetirementsQuery = paginatedQuery(
  queryKey,
  async (after, signal) => (await requestGraphQL(PendingRetirementsDocument, { after }, signal)).endpoints,
)

/** Retires the given endpoints of a service. Safe to repeat. */
export function useRetirePending(service: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (endpoints: readonly string[]) =>
      post<EndpointRetirement>(`/api/admin/services/${encodeURIComponent(service)}/retire-pending/`, { endpoints }),
    // Also after an error: the displayed data may be out of date.
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
}
