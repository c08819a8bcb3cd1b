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

/** Selects a history: `lengthen` makes its steps longer until most have samples. */
type HistorySelection = {
  window: HistoryWindow
  lengthen: boolean
  /** Refetch interval in milliseconds, proportionate to the step of the window. */
  refetchIntervalMs: number
}

/** History of a subject over a window. */
export const historyQuery = (kind: Kind, id: string, { window, lengthen, refetchIntervalMs }: HistorySelection) =>
  queryOptions({
    queryKey: ['history', kind, id, window, lengthen],
    queryFn: async ({ signal }): Promise<SubjectHistory> => {
      const { subject } = await requestGraphQL(SubjectHistoryDocument, { kind, id, window, lengthen }, signal)
      const points = subject?.history ?? []
      // If the server's clock is ahead of the browser's, the time of the last point counts as the present.
      return { window, nowMs: Math.max(Date.now(), Date.parse(points.at(-1)?.at ?? '') || 0), points }
    },
    refetchInterval: refetchIntervalMs,
    placeholderData: keepPreviousData,
  })
