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

/** History of a subject over a window, up to `present`, in milliseconds since the epoch. */
export type History = { window: HistoryWindow; present: number; points: readonly HistoryPoint[] }

// The three kinds have the same queries over different root fields.
const documents = {
  ENDPOINTS: { health: EndpointHealthDocument, history: EndpointHistoryDocument },
  LIBRERIAS: { health: LibraryHealthDocument, history: LibraryHistoryDocument },
  INTEGRACIONES: { health: IntegrationHealthDocument, history: IntegrationHistoryDocument },
} as const

/** The figures cover the last five minutes and change constantly, while the panel only pushes changes of state. */
const FIGURES_EVERY_MS = 15_000

/** Health of a subject and its latest changes of state, at most 200; null if the subject does not exist. */
export const healthQuery = (kind: Kind, id: string) =>
  queryOptions({
    queryKey: ['health', kind, id],
    queryFn: async ({ signal }): Promise<Health | null> =>
      (await ask(documents[kind].health, { id }, signal)).subject ?? null,
    refetchInterval: FIGURES_EVERY_MS,
    meta: { follows: 'panel' },
  })

/** History of a subject over a window; `everyMs` is the refetch interval, proportionate to the window's step. */
export const historyQuery = (kind: Kind, id: string, { window, everyMs }: { window: HistoryWindow; everyMs: number }) =>
  queryOptions({
    queryKey: ['history', kind, id, window],
    queryFn: async ({ signal }): Promise<History> => {
      const { subject } = await ask(documents[kind].history, { id, window }, signal)
      const points = subject?.history ?? []
      // If the server's clock is ahead of the browser's, the time of the last point wins.
      return { window, present: Math.max(Date.now(), Date.parse(points.at(-1)?.at ?? '') || 0), points }
    },
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
  })
