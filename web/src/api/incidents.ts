import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  AcknowledgeIncidentDocument,
  IncidentDocument,
  type IncidentFilter,
  type IncidentQuery,
  type IncidentRowFragment,
  IncidentsDocument,
  ResolveIncidentDocument,
} from '../generated/graphql.ts'
import { notificationsQuery } from './notifications.ts'
import { orOvertaken } from './overtaken.ts'
import { pagesQuery } from './pages.ts'
import { ask } from './request.ts'

export type IncidentRow = IncidentRowFragment
export type Incident = NonNullable<IncidentQuery['incident']>

const REFRESH_EVERY_MS = 15_000

/** Incidents, newest first. */
export const incidentsQuery = (filter: IncidentFilter, first = 50) =>
  pagesQuery(
    ['incidents', filter, first],
    async (after, signal) => (await ask(IncidentsDocument, { filter, first, after }, signal)).incidents,
  )

/** One incident with all that happened to it; null where there is none. */
export const incidentQuery = (id: string) =>
  queryOptions({
    queryKey: ['incident', id],
    queryFn: async ({ signal }): Promise<Incident | null> =>
      (await ask(IncidentDocument, { id }, signal)).incident ?? null,
    refetchInterval: REFRESH_EVERY_MS,
    meta: { follows: 'panel' },
  })

/** Takes an incident, with a note where there is one. Refused with `Overtaken` when a colleague was quicker. */
export function useAcknowledge() {
  const readAfresh = useReadAfresh()
  return useMutation({
    mutationFn: (variables: { id: string; note: string | null }) =>
      orOvertaken(variables.id, ask(AcknowledgeIncidentDocument, variables)),
    onSettled: readAfresh,
  })
}

/**
 * Ends an incident by hand. Refused with CONDITION_HOLDS, and the present numbers, unless forced; with `Overtaken` when it
 * is over already.
 */
export function useResolve() {
  const readAfresh = useReadAfresh()
  return useMutation({
    mutationFn: (variables: { id: string; reason: string; force: boolean }) =>
      orOvertaken(variables.id, ask(ResolveIncidentDocument, variables)),
    onSettled: readAfresh,
  })
}

// Whether it was done or refused, what is on screen may be out of date.
function useReadAfresh() {
  const cache = useQueryClient()
  return async () => {
    await Promise.all([
      cache.invalidateQueries(notificationsQuery),
      cache.invalidateQueries({ predicate: ({ meta }) => meta?.follows === 'panel' }),
    ])
  }
}
