import { queryOptions, useQuery } from '@tanstack/react-query'
import { IntegrationDocument, type IntegrationRowFragment, IntegrationsDocument } from '../../generated/graphql.ts'
import { requestGraphQL } from '../client/request.ts'

export type IntegrationRow = IntegrationRowFragment

/** Id of the integration that receives SINLI messages from suppliers and bookshops. */
export const SINLI_INBOUND = 'sinli_inbound'

const REFETCH_INTERVAL_MS = 15_000

const integrationsQuery = queryOptions({
  queryKey: ['integrations'],
  queryFn: async ({ signal }) => (await requestGraphQL(IntegrationsDocument, {}, signal)).integrations,
  refetchInterval: REFETCH_INTERVAL_MS,
  meta: { follows: 'panel' },
})

/** All integrations with their health. */
export const useIntegrations = () => useQuery(integrationsQuery)

const integrationQuery = (id: string) =>
  queryOptions({
    queryKey: ['integrations', id],
    queryFn: async ({ signal }) => (await requestGraphQL(IntegrationDocument, { id }, signal)).integration ?? null,
    refetchInterval: REFETCH_INTERVAL_MS,
    meta: { follows: 'panel' },
  })

/** One integration; null if no integration has this key. */
export const useIntegration = (id: string) => useQuery(integrationQuery(id))
