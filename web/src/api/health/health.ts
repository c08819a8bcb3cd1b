import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  type HistoryWindow,
  type Kind,
  SubjectHealthDocument,
  type SubjectHealthQuery,
  SubjectHistoryDocument,
  type SubjectHistoryQuery,
} from '../../generated/graphql.ts'
import { requestGraphQL } from '../client/request.ts'

export type Health = NonNullable<SubjectHealthQuery['subject']>
export type StateChange = Health['transitions'][number]
export type HistoryPoint = NonNullable<SubjectHistoryQuery['subject']>['history'][number]

/** History of a subject over a window that ends at `nowMs`, in milliseconds since the epoch. */
export type SubjectHistory = { window: HistoryWindow; nowMs: number; points: readonly HistoryPoint[] }

/** The figures cover the last five minutes and change constantly, while the panel only pushes changes of state. */
const STATS_REFETCH_INTERVAL_MS = 15_000

/** Health of a subject and its latest changes of state, at most 200; null if the subject does not exist. */
export const healthQuery = (kind: Kind, id: string) =>
  queryOptions({
    queryKey: ['health', kind, id],
    queryFn: async ({ signal }): Promise<Health | null> =>
      (await requestGraphQL(SubjectHealthDocument, { kind, id }, signal)).subject ?? null,
    refetchInterval: STATS_REFETCH_INTERVAL_MS,
    meta: { follows: 'panel' },
  })

/** History of a subject over a window; `refetchIntervalMs` is proportionate to the window's step. */
export const historyQuery = (
  kind: Kind,
  id: string,
  { window, refetchIntervalMs }: { window: HistoryWindow; refetchIntervalMs: number },
) =>
  queryOptions({
    queryKey: ['history', kind, id, window],
    queryFn: async ({ signal }): Promise<SubjectHistory> => {
      const { subject } = await requestGraphQL(SubjectHistoryDocument, { kind, id, window }, signal)
      const points = subject?.history ?? []
      // If the server's clock is ahead of the browser's, the time of the last point wins.
      return { window, nowMs: Math.max(Date.now(), Date.parse(points.at(-1)?.at ?? '') || 0), points }
    },
    refetchInterval: refetchIntervalMs,
    placeholderData: keepPreviousData,
  })
