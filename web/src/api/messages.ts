import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import {
  type AttemptFragment,
  MessageCountsDocument,
  MessageDocument,
  MessageIdsDocument,
  MessageLinesDocument,
  type MessageLinesQuery,
  type MessageQuery,
  type MessageRowFragment,
  MessagesDocument,
  MessageTextDocument,
  type SinliMessageFilter,
  SinliLibrariesDocument,
} from '../generated/graphql.ts'
import { type Connection, pagesQuery } from './pages.ts'
import { ask } from './request.ts'

export type MessageRow = MessageRowFragment
export type Message = NonNullable<MessageQuery['sinliMessage']>
export type SinliDocument = NonNullable<Message['decoded']>
export type Attempt = AttemptFragment
type Lines = NonNullable<NonNullable<MessageLinesQuery['sinliMessage']>['decoded']>['lines']
export type Line = Lines['edges'][number]['node']

const PAGE = 50
const MOST_AT_ONCE = 200
const REFRESH_EVERY_MS = 15_000
const WHILE_WAITING_MS = 2_000

/** Messages that match the filter, newest first, page by page. */
export const messagesQuery = (filter: SinliMessageFilter) =>
  pagesQuery<MessageRow>(
    ['messages', filter],
    async (after, signal) => (await ask(MessagesDocument, { filter, first: PAGE, after }, signal)).sinliMessages,
  )

/** Number of failed messages among those that match; no request is sent without a filter. */
export const useFailedCount = (filter: SinliMessageFilter | null) =>
  useQuery({
    queryKey: ['messages', 'failed', filter],
    queryFn: async ({ signal }) => {
      const failed = { ...filter, status: 'FAILED' as const }
      return (await ask(MessageIdsDocument, { filter: failed, first: 1 }, signal)).sinliMessages.totalCount
    },
    enabled: filter !== null,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_EVERY_MS,
    meta: { follows: 'panel' },
  }).data

/** Ids of the newest messages that match, at most `most`. */
export async function readIds(filter: SinliMessageFilter, most: number): Promise<string[]> {
  const ids: string[] = []
  let after: string | null = null
  do {
    const first = Math.min(MOST_AT_ONCE, most - ids.length)
    const page: Connection<{ id: string }> = (await ask(MessageIdsDocument, { filter, first, after })).sinliMessages
    ids.push(...page.edges.map(({ node }) => node.id))
    after = page.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? null) : null
  } while (after !== null && ids.length < most)
  return ids
}

/** The messages with these ids, by id; those not loaded yet are missing. */
export function useMessagesOf(ids: readonly string[]): ReadonlyMap<string, MessageRow> {
  const portions = Array.from({ length: Math.ceil(ids.length / MOST_AT_ONCE) }, (_, index) =>
    ids.slice(index * MOST_AT_ONCE, (index + 1) * MOST_AT_ONCE),
  )
  return useQueries({
    queries: portions.map((portion) => ({
      queryKey: ['messages', 'of', portion],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await ask(MessagesDocument, { filter: { ids: portion }, first: MOST_AT_ONCE }, signal)).sinliMessages,
    })),
    combine: (results) =>
      new Map(results.flatMap(({ data }) => data?.edges.map(({ node }) => [node.id, node] as const) ?? [])),
  })
}

/** Number of messages in each status, and of those that arrived since `today`. */
export const useMessageCounts = (today: string) =>
  useQuery({
    queryKey: ['messages', 'counts', today],
    queryFn: ({ signal }) => ask(MessageCountsDocument, { today }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_EVERY_MS,
    meta: { follows: 'panel' },
  }).data

/** Libraries to choose from. */
export const useSinliLibraries = () =>
  useQuery({
    queryKey: ['libraries', 'sinli'],
    queryFn: async ({ signal }) =>
      (await ask(SinliLibrariesDocument, {}, signal)).libraries.edges.map(({ node }) => node),
    staleTime: Infinity,
  }).data ?? []

const messageQuery = (id: string) =>
  queryOptions({
    queryKey: ['message', id],
    queryFn: async ({ signal }) => (await ask(MessageDocument, { id }, signal)).sinliMessage ?? null,
    refetchInterval: ({ state: { data } }) => (data && isWaiting(data) ? WHILE_WAITING_MS : REFRESH_EVERY_MS),
    meta: { follows: 'panel' },
  })

/** One message with its document and its attempts; null if no message has this id. */
export const useMessage = (id: string) => useQuery(messageQuery(id))

/** Whether a message is still waiting for its first processing to end. */
export const isWaiting = ({ status }: Pick<MessageRow, 'status'>) => status === 'RECEIVED' || status === 'PROCESSING'

/** Attachment of a message as text; null if it has none. Cached without expiry, because it never changes. */
export const useMessageText = (id: string) =>
  useQuery({
    queryKey: ['message', id, 'text'],
    queryFn: async ({ signal }) => (await ask(MessageTextDocument, { id }, signal)).sinliMessage?.text ?? null,
    staleTime: Infinity,
  })

const noLines: Connection<Line> = { edges: [], pageInfo: { hasNextPage: false }, totalCount: 0 }

/** Detail lines of a message's document, page by page. */
export const linesQuery = (id: string, documentId: string) =>
  pagesQuery<Line>(['message', id, 'lines', documentId], async (after, signal) => {
    const { sinliMessage } = await ask(MessageLinesDocument, { id, first: PAGE, after }, signal)
    return sinliMessage?.decoded?.lines ?? noLines
  })
