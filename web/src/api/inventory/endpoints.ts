import { queryOptions } from '@tanstack/react-query'
import { EndpointDocument, type EndpointQuery } from '../../generated/graphql.ts'
import { requestGraphQL } from '../client/request.ts'

export type Endpoint = NonNullable<EndpointQuery['endpoint']>

const REFETCH_INTERVAL_MS = 30_000

/** One endpoint; null if no endpoint has this id. */
export const endpointQuery = (id: string) =>
  queryOptions({
    queryKey: ['endpoint', id],
    queryFn: async ({ signal }): Promise<Endpoint | null> =>
      (await requestGraphQL(EndpointDocument, { id }, signal)).endpoint ?? null,
    refetchInterval: REFETCH_INTERVAL_MS,
    meta: { follows: 'panel' },
  })
