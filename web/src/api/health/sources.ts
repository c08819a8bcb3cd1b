import { useQuery } from '@tanstack/react-query'
import {
  type ServiceTelemetryRowFragment,
  SharedTelemetryDocument,
  UnmatchedKeysDocument,
  type UnmatchedKeysQuery,
} from '../../generated/graphql.ts'
import { requestGraphQL } from '../client/request.ts'
import { paginatedQuery } from '../client/pagination.ts'

export type ServiceTelemetry = ServiceTelemetryRowFragment
export type UnmatchedKey = UnmatchedKeysQuery['unmatchedKeys']['edges'][number]['node']

/** The data received with the setting INGEST_TOKEN; null if there is none. For administrators only. */
export const useSharedTelemetry = () =>
  useQuery({
    queryKey: ['shared-telemetry'],
    queryFn: async ({ signal }) => (await requestGraphQL(SharedTelemetryDocument, {}, signal)).sharedTelemetry ?? null,
    refetchInterval: 30_000,
  })

/** The unregistered keys that services named, most recently named first. For administrators only. */
export const unmatchedKeysQuery = paginatedQuery(
  ['unmatched-keys'],
  async (after, signal) => (await requestGraphQL(UnmatchedKeysDocument, { first: 50, after }, signal)).unmatchedKeys,
)
