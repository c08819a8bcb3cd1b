import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ReplayDocument, type ReplayQuery, type ReplayRowFragment, ReplaysDocument } from '../generated/graphql.ts'
import { pagesQuery } from './pages.ts'
import { ask, post } from './request.ts'
import { type ReplayAnswer, type ReplayRequest, type ReplaySelection } from './rest.ts'

export type ReplayRow = ReplayRowFragment
export type Replay = NonNullable<ReplayQuery['replay']>
export type ReplayResult = Replay['results'][number]
export type Outcome = ReplayResult['outcome']

const path = '/api/admin/integrations/sinli_inbound/replay/'

/** Maximum number of messages in one replay. */
export const MOST_MESSAGES = 1_000

const PAGE = 25
const WHILE_RUNNING_MS = 1_000
const REFRESH_EVERY_MS = 15_000

/** Replays, including the running one, newest first, page by page. */
export const replaysQuery = pagesQuery<ReplayRow>(
  ['replays', 'list'],
  async (after, signal) => (await ask(ReplaysDocument, { first: PAGE, after }, signal)).replays,
)

/** The running replay, polled every second; null if none is running, undefined until the first response. */
export const useRunningReplay = (isAsked: boolean) =>
  useQuery({
    queryKey: ['replays', 'newest'],
    queryFn: async ({ signal }) => (await ask(ReplaysDocument, { first: 1 }, signal)).replays.edges[0]?.node ?? null,
    enabled: isAsked,
    refetchInterval: WHILE_RUNNING_MS,
    select: (newest) => (newest?.finishedAt === null ? newest : null),
  }).data

const replayQuery = (id: string) =>
  queryOptions({
    queryKey: ['replays', id],
    queryFn: async ({ signal }) => (await ask(ReplayDocument, { id }, signal)).replay ?? null,
    refetchInterval: ({ state: { data } }) => (data?.finishedAt === null ? WHILE_RUNNING_MS : REFRESH_EVERY_MS),
  })

/** One replay with the outcome of each message; null if no replay has this id. */
export const useReplay = (id: string) => useQuery(replayQuery(id))

/** Dry run of a replay. Not cached after use, because the result may differ by the next time. */
export const useRehearsal = (selection: ReplaySelection, force: boolean, isAsked: boolean) =>
  useQuery({
    queryKey: ['rehearsal', selection, force],
    queryFn: () => replay({ ...selection, force, dryRun: true }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })

/** A replay request with its idempotency key. A retry after an unknown outcome must send the same key. */
export type KeyedReplay = { request: ReplayRequest; key: string }

/** Generates a unique idempotency key. */
export function newKey(): string {
  // `randomUUID` exists only over HTTPS and on localhost; Vigía may also be served over plain HTTP.
  if (isSecureContext) return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), String).join('-')
}

/** Replays messages. Idempotent: the same key returns the same response and nothing is done twice. */
export function useReplayMessages() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ request, key }: KeyedReplay) => replay(request, { 'idempotency-key': key }),
    onSettled: () =>
      Promise.all(
        ['messages', 'message', 'replays', 'integrations'].map((key) => client.invalidateQueries({ queryKey: [key] })),
      ),
  })
}

// Sends the maximum, because the service's default for a selection by filter is only 100.
const replay = (request: ReplayRequest, headers?: Record<string, string>) =>
  post<ReplayAnswer>(path, { limit: MOST_MESSAGES, ...request }, headers)
