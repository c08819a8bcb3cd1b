import { queryOptions, useQuery } from '@tanstack/react-query'
import {
  type DayIncidentFragment,
  type Kind,
  KindsDocument,
  type KindsQuery,
  LastDayDocument,
  SuppressedSubjectsDocument,
  type SuppressedSubjectsQuery,
} from '../../generated/graphql.ts'
import { requestGraphQL } from '../client/request.ts'

export type KindHealth = KindsQuery['kinds'][number]
export type DayIncident = DayIncidentFragment
export type LastDay = Awaited<ReturnType<typeof readLastDay>>

const REFETCH_INTERVAL_MS = 20_000
const DAY_MS = 24 * 3_600_000

const kindsQuery = queryOptions({
  queryKey: ['kinds'],
  queryFn: async ({ signal }) => (await requestGraphQL(KindsDocument, {}, signal)).kinds,
  refetchInterval: REFETCH_INTERVAL_MS,
  meta: { follows: 'panel' },
})

/** Number of subjects in each state, per kind. */
export const useKinds = () => useQuery(kindsQuery)

/** The ids of the subjects of a kind that do not count, because their open incident is suppressed. */
export const suppressedSubjectsQuery = (kind: Kind) =>
  queryOptions({
    queryKey: ['suppressed-subjects', kind],
    queryFn: async ({ signal }): Promise<ReadonlySet<string>> => {
      const ids = new Set<string>()
      let after: string | null = null
      do {
        const { incidents }: SuppressedSubjectsQuery = await requestGraphQL(
          SuppressedSubjectsDocument,
          { kind, after },
          signal,
        )
        for (const { node } of incidents.edges) ids.add(node.subject.id)
        after = incidents.pageInfo.hasNextPage ? (incidents.pageInfo.endCursor ?? null) : null
      } while (after !== null)
      return ids
    },
    meta: { follows: 'panel' },
  })

const lastDayQuery = queryOptions({
  queryKey: ['last-day'],
  queryFn: ({ signal }) => readLastDay(signal),
  refetchInterval: REFETCH_INTERVAL_MS,
  meta: { follows: 'panel' },
})

/** The incidents of the last 24 hours. */
export const useLastDay = () => useQuery(lastDayQuery)

async function readLastDay(signal: AbortSignal) {
  const until = new Date()
  const since = new Date(until.getTime() - DAY_MS)
  const { active, opened, open } = await requestGraphQL(LastDayDocument, { since: since.toISOString() }, signal)
  return {
    since,
    until,
    /** Incidents open at some time in the last 24 hours; newest first, at most 200. */
    incidents: active.edges.map(({ node }) => node),
    openedCount: opened.totalCount,
    resolvedCount: Math.max(0, active.totalCount - open.totalCount),
    isComplete: active.edges.length === active.totalCount,
  }
}
