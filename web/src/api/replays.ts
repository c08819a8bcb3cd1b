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

/** So many messages a replay takes at most. */
export const MOST_MESSAGES = 1_000

const PAGE = 25
const WHILE_RUNNING_MS = 1_000
const REFRESH_EVERY_MS = 15_000

/** Replays, newest first, the one that runs included, page by page. */
export const replaysQuery = pagesQuery<ReplayRow>(
  ['replays', 'list'],
  async (after, signal) => (await ask(ReplaysDocument, { first: PAGE, after }, signal)).replays,
)

/** The replay that runs at present, asked for every second; null where none does, undefined where that is not known. */
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

/** One replay with what became of each message; null where there is none with this id. */
export const useReplay = (id: string) => useQuery(replayQuery(id))

/** What a replay would do, asked of the server each time, because it may be otherwise by then. */
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

/** A replay to be carried out. Whoever sends it again, not knowing what became of it, sends the same key. */
export type KeyedReplay = { request: ReplayRequest; key: string }

/** A key that no other request has. */
export function newKey(): string {
  // Browsers make them only over HTTPS and on this very machine; Vigía may be reached otherwise.
  if (isSecureContext) return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), String).join('-')
}

/** Reprocesses messages. With the same key the same answer comes, and nothing is done twice. */
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

// All of those named; of those that match as many as one replay takes.
const replay = (request: ReplayRequest, headers?: Record<string, string>) =>
  post<ReplayAnswer>(path, { limit: MOST_MESSAGES, ...request }, headers)
