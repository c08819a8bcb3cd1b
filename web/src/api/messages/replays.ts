import { useEffect } from 'react'
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  ReplayChangesDocument,
  ReplayDocument,
  type ReplayQuery,
  type ReplayRowFragment,
  ReplaysDocument,
} from '../../generated/graphql.ts'
import { useConnectionState } from '../client/connectionState.ts'
import { subscribeTo } from '../subscriptions.ts'
import { paginatedQuery } from '../client/pagination.ts'
import { requestGraphQL, post } from '../client/request.ts'
import { type ReplayResponse, type ReplayRequest, type ReplaySelection } from '../restTypes.ts'

export type ReplayRow = ReplayRowFragment
export type Replay = NonNullable<ReplayQuery['replay']>
export type ReplayResult = Replay['results'][number]
export type Outcome = ReplayResult['outcome']

const path = '/api/admin/integrations/sinli_inbound/replay/'

/** Maximum number of messages in one replay. */
export const MAX_REPLAY_MESSAGES = 1_000

const PAGE_SIZE = 25
const NEW_REPLAY_POLL_INTERVAL_MS = 1_000

/** Replays, including the running one, newest first, page by page. */
export const replaysQuery = paginatedQuery<ReplayRow>(
  ['replays', 'list'],
  async (after, signal) => (await requestGraphQL(ReplaysDocument, { first: PAGE_SIZE, after }, signal)).replays,
)

/** The running replay; null if none is running, undefined until the first response. */
export function useRunningReplay(enabled: boolean) {
  const { data: latest } = useQuery({ ...newestReplayQuery, enabled })
  const running = latest?.finishedAt === null ? latest : null
  useReplayChanges(running?.id, 'newest')
  return latest === undefined ? undefined : running
}

// The start of a replay is not pushed, so this is polled while none is running.
const newestReplayQuery = queryOptions({
  queryKey: ['replays', 'newest'],
  queryFn: async ({ signal }): Promise<ReplayRow | null> =>
    (await requestGraphQL(ReplaysDocument, { first: 1 }, signal)).replays.edges[0]?.node ?? null,
  refetchInterval: ({ state: { data } }) => (data?.finishedAt === null ? false : NEW_REPLAY_POLL_INTERVAL_MS),
})

const replayQuery = (id: string) =>
  queryOptions({
    queryKey: ['replays', id],
    queryFn: async ({ signal }) => (await requestGraphQL(ReplayDocument, { id }, signal)).replay ?? null,
  })

/** One replay with the outcome of each message; null if no replay has this id. Polled only while the socket is down. */
export function useReplay(id: string) {
  const { pollIntervalMs } = useConnectionState()
  useReplayChanges(id, id)
  return useQuery({ ...replayQuery(id), refetchInterval: pollIntervalMs })
}

/** Writes the changes of a replay to the cache, under the key `['replays', cachedAs]`, while the socket is up. */
function useReplayChanges(id: string | undefined, cachedAs: string) {
  const queryClient = useQueryClient()
  const isLive = useConnectionState().status === 'live'
  useEffect(() => {
    if (!isLive || id === undefined) return undefined
    return subscribeTo({ document: ReplayChangesDocument, variables: { id } }, ({ replay: { replay } }) => {
      queryClient.setQueryData(['replays', cachedAs], replay ?? null)
    })
  }, [id, isLive, cachedAs, queryClient])
}

/** Dry run of a replay. Not cached after use, because the result may change. */
export const useDryRun = (selection: ReplaySelection, force: boolean, enabled: boolean) =>
  useQuery({
    queryKey: ['dry-run', selection, force],
    queryFn: () => postReplay({ ...selection, force, dryRun: true }),
    enabled: enabled,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })

/** A replay request with its idempotency key. A retry after an unknown outcome must send the same key. */
export type KeyedReplay = { request: ReplayRequest; key: string }

/** Generates a unique idempotency key. */
export function newIdempotencyKey(): string {
  // `randomUUID` exists only over HTTPS and on localhost, but Vigía may also be served over plain HTTP.
  if (isSecureContext) return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), String).join('-')
}

/** Replays messages. Idempotent: the same key returns the same response and nothing is done twice. */
export function useReplayMessages() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ request, key }: KeyedReplay) => postReplay(request, { 'idempotency-key': key }),
    onSettled: () =>
      Promise.all(
        ['messages', 'message', 'replays', 'integrations'].map((key) =>
          queryClient.invalidateQueries({ queryKey: [key] }),
        ),
      ),
  })
}

// Sends the maximum, because the server's default for a selection by filter is only 100.
const postReplay = (request: ReplayRequest, headers?: Record<string, string>) =>
  post<ReplayResponse>(path, { limit: MAX_REPLAY_MESSAGES, ...request }, headers)
