import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  EndpointHealthDocument,
  type EndpointHealthQuery,
  EndpointHistoryDocument,
  type EndpointHistoryQuery,
  type HistoryWindow,
  IntegrationHealthDocument,
  IntegrationHistoryDocument,
  type Kind,
  LibraryHealthDocument,
  LibraryHistoryDocument,
} from '../generated/graphql.ts'
import { ask } from './request.ts'

export type Health = NonNullable<EndpointHealthQuery['subject']>
export type StateChange = Health['transitions'][number]
export type HistoryPoint = NonNullable<EndpointHistoryQuery['subject']>['history'][number]

/** What happened to a subject over a window, and up to when that is known. */
export type History = { window: HistoryWindow; present: number; points: readonly HistoryPoint[] }

// The three kinds are asked for alike, each under its own name.
const documents = {
  ENDPOINTS: { health: EndpointHealthDocument, history: EndpointHistoryDocument },
  LIBRERIAS: { health: LibraryHealthDocument, history: LibraryHistoryDocument },
  INTEGRACIONES: { health: IntegrationHealthDocument, history: IntegrationHistoryDocument },
} as const

/** Figures are those of the last five minutes: they move all the time, while the panel only tells of states. */
const FIGURES_EVERY_MS = 15_000

/** How a subject is, and every state it was in; null where there is no such subject. */
export const healthQuery = (kind: Kind, id: string) =>
  queryOptions({
    queryKey: ['health', kind, id],
    queryFn: async ({ signal }): Promise<Health | null> =>
      (await ask(documents[kind].health, { id }, signal)).subject ?? null,
    refetchInterval: FIGURES_EVERY_MS,
    meta: { follows: 'panel' },
  })

/** How a subject has been over a window; it is read anew as often as a step of it is worth. */
export const historyQuery = (kind: Kind, id: string, { window, everyMs }: { window: HistoryWindow; everyMs: number }) =>
  queryOptions({
    queryKey: ['history', kind, id, window],
    queryFn: async ({ signal }): Promise<History> => {
      const { subject } = await ask(documents[kind].history, { id, window }, signal)
      const points = subject?.history ?? []
      // The server's clock decides where it is ahead of ours.
      return { window, present: Math.max(Date.now(), Date.parse(points.at(-1)?.at ?? '') || 0), points }
    },
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
  })
