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

/** Incidents that match the filter, newest first. */
export const incidentsQuery = (filter: IncidentFilter, first = 50) =>
  pagesQuery(
    ['incidents', filter, first],
    async (after, signal) => (await ask(IncidentsDocument, { filter, first, after }, signal)).incidents,
  )

/** One incident with its timeline; null if it does not exist. */
export const incidentQuery = (id: string) =>
  queryOptions({
    queryKey: ['incident', id],
    queryFn: async ({ signal }): Promise<Incident | null> =>
      (await ask(IncidentDocument, { id }, signal)).incident ?? null,
    refetchInterval: REFRESH_EVERY_MS,
    meta: { follows: 'panel' },
  })

/** Acknowledges an incident, with an optional note. Rejects with `Overtaken` if a colleague did so first. */
export function useAcknowledge() {
  const readAfresh = useReadAfresh()
  return useMutation({
    mutationFn: (variables: { id: string; note: string | null }) =>
      orOvertaken(variables.id, ask(AcknowledgeIncidentDocument, variables)),
    onSettled: readAfresh,
  })
}

/**
 * Resolves an incident manually. Rejects with CONDITION_HOLDS and the current numbers if its condition still holds,
 * unless forced; with `Overtaken` if it is already resolved.
 */
export function useResolve() {
  const readAfresh = useReadAfresh()
  return useMutation({
    mutationFn: (variables: { id: string; reason: string; force: boolean }) =>
      orOvertaken(variables.id, ask(ResolveIncidentDocument, variables)),
    onSettled: readAfresh,
  })
}

// After success and after an error alike, the displayed data may be out of date.
function useReadAfresh() {
  const cache = useQueryClient()
  return async () => {
    await Promise.all([
      cache.invalidateQueries(notificationsQuery),
      cache.invalidateQueries({ predicate: ({ meta }) => meta?.follows === 'panel' }),
    ])
  }
}
