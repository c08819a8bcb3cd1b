import { queryOptions } from '@tanstack/react-query'
import { EndpointDocument, type EndpointQuery } from '../generated/graphql.ts'
import { ask } from './request.ts'

export type Endpoint = NonNullable<EndpointQuery['endpoint']>

const REFRESH_EVERY_MS = 30_000

/** One endpoint; null if no endpoint has this id. */
export const endpointQuery = (id: string) =>
  queryOptions({
    queryKey: ['endpoint', id],
    queryFn: async ({ signal }): Promise<Endpoint | null> =>
      (await ask(EndpointDocument, { id }, signal)).endpoint ?? null,
    refetchInterval: REFRESH_EVERY_MS,
    meta: { follows: 'panel' },
  })
