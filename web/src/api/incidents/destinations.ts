import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  AlertingSettingsDocument,
  type ChannelFragment,
  CreateDestinationDocument,
  DeleteDestinationDocument,
  DeliveriesDocument,
  type DeliveriesQuery,
  type DeliveryRowFragment,
  type DeliveryStatus,
  type DestinationChangeInput,
  DestinationDocument,
  type DestinationInput,
  type DestinationQuery,
  type DestinationRowFragment,
  DestinationsDocument,
  type DestinationWithSecretFragment,
  RedeliverDocument,
  RotateDestinationSecretDocument,
  TestDestinationDocument,
  UpdateDestinationDocument,
} from '../../generated/graphql.ts'
import { ApiError, requestGraphQL } from '../client/request.ts'
import { paginatedQuery } from '../client/pagination.ts'

export type Destination = DestinationRowFragment
/** A destination with the data about its type that a form needs. */
export type EditableDestination = NonNullable<DestinationQuery['destination']>
/** A type of destinations. */
export type Channel = ChannelFragment
export type Delivery = DeliveryRowFragment
export type LoggedDelivery = NonNullable<DeliveriesQuery['destination']>['deliveries']['edges'][number]['node']
export type DestinationWithSecret = DestinationWithSecretFragment
export type { DeliveryStatus, DestinationInput }

const REFETCH_INTERVAL_MS = 15_000

const allDestinationsKey = ['destinations']

const destinationsQuery = queryOptions({
  queryKey: [...allDestinationsKey, 'list'],
  queryFn: async ({ signal }) => (await requestGraphQL(DestinationsDocument, {}, signal)).destinations,
  refetchInterval: REFETCH_INTERVAL_MS,
})

/** All destinations with their health and their last delivery. */
export const useDestinations = () => useQuery(destinationsQuery)

/** One destination; null if there is none with this id. */
export const destinationQuery = (id: string) =>
  queryOptions({
    queryKey: [...allDestinationsKey, 'one', id],
    queryFn: async ({ signal }): Promise<EditableDestination | null> =>
      (await requestGraphQL(DestinationDocument, { id }, signal)).destination ?? null,
    refetchInterval: REFETCH_INTERVAL_MS,
  })

/** The deliveries of a destination, newest first. */
export const deliveriesQuery = (id: string, status: DeliveryStatus | undefined) =>
  paginatedQuery([...allDestinationsKey, 'deliveries', id, status], async (after, signal) => {
    const variables = { id, status: status === undefined ? null : [status], after }
    const { destination } = await requestGraphQL(DeliveriesDocument, variables, signal)
    if (!destination) throw new ApiError('NOT_FOUND', 'There is no destination with this id.')
    return destination.deliveries
  })

const settingsQuery = queryOptions({
  queryKey: ['alerting-settings'],
  queryFn: async ({ signal }) => (await requestGraphQL(AlertingSettingsDocument, {}, signal)).alertingSettings,
  staleTime: Infinity,
})

/** All types of destinations, and whether the settings of the server allow them. */
export const useAlertingSettings = () => useQuery(settingsQuery)

/** Adds a destination. The result contains the signing secret of a webhook, which is shown only once. */
export const useCreateDestination = () =>
  useDestinationChange(
    async (input: DestinationInput) => (await requestGraphQL(CreateDestinationDocument, { input })).createDestination,
  )

/** Changes a destination; absent fields stay as they are. */
export const useUpdateDestination = () =>
  useDestinationChange((change: { id: string; input: DestinationChangeInput }) =>
    requestGraphQL(UpdateDestinationDocument, change),
  )

/** Deletes a destination with its deliveries. */
export function useDeleteDestination() {
  const queryClient = useQueryClient()
  return useDestinationChange(async (id: string) => {
    await requestGraphQL(DeleteDestinationDocument, { id })
    // Removes the list, because it still contains the destination.
    queryClient.removeQueries(destinationsQuery)
  })
}

/** Sends a test message at once, and returns the delivery with its attempt. */
export const useTestDestination = () =>
  useDestinationChange(
    async (id: string): Promise<Delivery> => (await requestGraphQL(TestDestinationDocument, { id })).testDestination,
  )

/** Sends a delivery again. */
export const useRedeliver = () => useDestinationChange((id: string) => requestGraphQL(RedeliverDocument, { id }))

/** Gives a webhook a new signing secret and returns it; the previous one stays valid for a day. */
export const useRotateSecret = () =>
  useDestinationChange(
    async (id: string) => (await requestGraphQL(RotateDestinationSecretDocument, { id })).rotateDestinationSecret,
  )

// `gcTime: 0` keeps secrets out of the cache.
function useDestinationChange<Change, Result>(mutationFn: (change: Change) => Promise<Result>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    gcTime: 0,
    onSettled: () => queryClient.invalidateQueries({ queryKey: allDestinationsKey }),
  })
}
