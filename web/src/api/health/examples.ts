import { queryOptions } from '@tanstack/react-query'
import {
  IncidentExamplesDocument,
  type IncidentExamplesQuery,
  type Kind,
  SubjectExamplesDocument,
} from '../../generated/graphql.ts'
import { requestGraphQL } from '../client/request.ts'

export type RequestExample = NonNullable<IncidentExamplesQuery['incident']>['examples'][number]

const REFETCH_INTERVAL_MS = 10_000

/** Failed and slow requests of an incident's subject, newest first; reloaded while the incident is open. */
export const incidentExamplesQuery = (id: string, isOpen: boolean) =>
  queryOptions({
    queryKey: ['incident-examples', id],
    queryFn: async ({ signal }): Promise<readonly RequestExample[]> =>
      (await requestGraphQL(IncidentExamplesDocument, { id }, signal)).incident?.examples ?? [],
    refetchInterval: isOpen && REFETCH_INTERVAL_MS,
    meta: { follows: 'panel' },
  })

/** The newest failed and slow requests of a subject. */
export const subjectExamplesQuery = (kind: Kind, id: string) =>
  queryOptions({
    queryKey: ['subject-examples', kind, id],
    queryFn: async ({ signal }): Promise<readonly RequestExample[]> =>
      (await requestGraphQL(SubjectExamplesDocument, { kind, id }, signal)).subject?.examples ?? [],
    refetchInterval: REFETCH_INTERVAL_MS,
    meta: { follows: 'panel' },
  })
