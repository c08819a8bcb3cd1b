import { queryOptions } from '@tanstack/react-query'
import { TraceDocument as TraceQueryDocument, type TraceQuery } from '../../generated/graphql.ts'
import { requestGraphQL } from '../client/request.ts'

export type Trace = NonNullable<TraceQuery['trace']>
export type TraceStep = Trace['steps'][number]
export type TraceStepOf<Type extends TraceStep['__typename']> = Extract<TraceStep, { __typename: Type }>
export type TracedDocument = Trace['documents'][number]
export type TraceCandidate = Trace['candidates'][number]

const REFETCH_INTERVAL_MS = 10_000

/** The history of one object; null if nothing has this id. Reloaded until every step has ended. */
export const traceQuery = (id: string) =>
  queryOptions({
    queryKey: ['trace', id],
    queryFn: async ({ signal }) => (await requestGraphQL(TraceQueryDocument, { id }, signal)).trace,
    refetchInterval: ({ state: { data } }) =>
      data?.steps.some(({ outcome }) => outcome === 'PENDING') === true && REFETCH_INTERVAL_MS,
  })
