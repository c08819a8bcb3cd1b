import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type ServiceDetailsFragment,
  ServiceOfIntegrationDocument,
  type ServiceRowFragment,
  ServicesDocument,
  SetServiceIntervalDocument,
  UnwatchedServicesDocument,
} from '../../generated/graphql.ts'
import { requestGraphQL } from '../client/request.ts'

export type Service = ServiceRowFragment
export type ServiceDetails = ServiceDetailsFragment

const REFETCH_INTERVAL_MS = 15_000

/** The services that have reported, by name. */
export const useServices = () =>
  useQuery({
    queryKey: ['services'],
    queryFn: async ({ signal }) => (await requestGraphQL(ServicesDocument, {}, signal)).services,
    refetchInterval: REFETCH_INTERVAL_MS,
    meta: { follows: 'panel' },
  })

/** Number of services that have reported and are not watched. */
export const useUnwatchedServices = () =>
  useQuery({
    queryKey: ['services', 'unwatched'],
    queryFn: async ({ signal }) => (await requestGraphQL(UnwatchedServicesDocument, {}, signal)).unwatchedServices,
    refetchInterval: 60_000,
    meta: { follows: 'panel' },
  })

/** The service behind an integration whose samples are its reports; null if the integration belongs to no service. */
export const useServiceOf = (integrationKey: string) =>
  useQuery({
    queryKey: ['services', 'of', integrationKey],
    queryFn: async ({ signal }) =>
      (await requestGraphQL(ServiceOfIntegrationDocument, { key: integrationKey }, signal)).integration?.service ??
      null,
    refetchInterval: REFETCH_INTERVAL_MS,
    meta: { follows: 'panel' },
  })

/** Sets how often a service reports. Null: at no fixed interval, so that it is not watched. */
export function useSetServiceInterval(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (reportsEverySeconds: number | null) =>
      requestGraphQL(SetServiceIntervalDocument, { input: { id, reportsEverySeconds } }),
    // The thresholds and the incident of the service's integration change too.
    onSuccess: () => void queryClient.invalidateQueries(),
  })
}
