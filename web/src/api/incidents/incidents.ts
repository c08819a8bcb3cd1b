import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  AcceptIncidentLatencyDocument,
  AcknowledgeIncidentDocument,
  AddIncidentNoteDocument,
  type AddIncidentNoteInput,
  IncidentDocument,
  type IncidentFilter,
  type IncidentQuery,
  type IncidentRowFragment,
  IncidentsDocument,
  type ReasonCode,
  ReleaseIncidentDocument,
  ResolveIncidentDocument,
  TakeOverIncidentDocument,
} from '../../generated/graphql.ts'
import { notificationsQuery } from './notifications.ts'
import { withConflictDetails } from './conflict.ts'
import { pushedPaginatedQuery } from '../client/pagination.ts'
import { requestGraphQL } from '../client/request.ts'

export type IncidentRow = IncidentRowFragment
export type Incident = NonNullable<IncidentQuery['incident']>

/** Incidents that match the filter, newest first. */
export const incidentsQuery = (filter: IncidentFilter, first = 50) =>
  pushedPaginatedQuery(
    ['incidents', filter, first],
    async (after, signal) => (await requestGraphQL(IncidentsDocument, { filter, first, after }, signal)).incidents,
  )

/** One incident with its timeline; null if it does not exist. */
export const incidentQuery = (id: string) =>
  queryOptions({
    queryKey: ['incident', id],
    queryFn: async ({ signal }): Promise<Incident | null> =>
      (await requestGraphQL(IncidentDocument, { id }, signal)).incident ?? null,
    // Each change of an incident also changes the panel, which is pushed.
    meta: { follows: 'panel' },
  })

/** Acknowledges an incident, with an optional note. Rejects with `ConflictError` if a colleague did so first. */
export function useAcknowledge() {
  const invalidate = useInvalidateIncidents()
  return useMutation({
    mutationFn: (variables: { id: string; note: string | null }) =>
      withConflictDetails(variables.id, requestGraphQL(AcknowledgeIncidentDocument, variables)),
    onSettled: invalidate,
  })
}

/**
 * Resolves an incident manually. Rejects with CONDITION_HOLDS and the current numbers if its condition still holds,
 * unless forced; with `ConflictError` if it is already resolved.
 */
export function useResolve() {
  const invalidate = useInvalidateIncidents()
  return useMutation({
    mutationFn: (variables: { id: string; reason: string; force: boolean }) =>
      withConflictDetails(variables.id, requestGraphQL(ResolveIncidentDocument, variables)),
    onSettled: invalidate,
  })
}

/** Accepts the present latency as normal, which resolves the incident. Rejects as `useResolve` does. */
export function useAcceptLatency() {
  const invalidate = useInvalidateIncidents()
  return useMutation({
    mutationFn: (input: { id: string; cause: ReasonCode | undefined }) =>
      withConflictDetails(input.id, requestGraphQL(AcceptIncidentLatencyDocument, { input })),
    onSettled: invalidate,
  })
}

/** Releases an incident of one's own. Rejects with `ConflictError` if a colleague took it over first. */
export function useRelease() {
  const invalidate = useInvalidateIncidents()
  return useMutation({
    mutationFn: (input: { id: string }) =>
      withConflictDetails(input.id, requestGraphQL(ReleaseIncidentDocument, { input })),
    onSettled: invalidate,
  })
}

/**
 * Takes an incident over from a colleague. Rejects with `ConflictError` if another colleague has acknowledged it
 * meanwhile.
 */
export function useTakeOver() {
  const invalidate = useInvalidateIncidents()
  return useMutation({
    mutationFn: (input: { id: string; from: string | null }) =>
      withConflictDetails(input.id, requestGraphQL(TakeOverIncidentDocument, { input })),
    onSettled: invalidate,
  })
}

/** Adds a note to the timeline of an incident, open or resolved. */
export function useAddNote() {
  const invalidate = useInvalidateIncidents()
  return useMutation({
    mutationFn: (input: AddIncidentNoteInput) => requestGraphQL(AddIncidentNoteDocument, { input }),
    onSettled: invalidate,
  })
}

// After success and after an error alike, the displayed data may be out of date.
function useInvalidateIncidents() {
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries(notificationsQuery),
      queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.follows === 'panel' }),
    ])
  }
}
