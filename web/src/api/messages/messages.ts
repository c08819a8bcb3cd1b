import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import {
  type AttemptFragment,
  FailureCountsDocument,
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
} from '../../generated/graphql.ts'
import { type Connection, paginatedQuery } from '../client/pagination.ts'
import { requestGraphQL } from '../client/request.ts'

export type MessageRow = MessageRowFragment
export type Message = NonNullable<MessageQuery['sinliMessage']>
export type SinliDocument = NonNullable<Message['decoded']>
export type Attempt = AttemptFragment
type Lines = NonNullable<NonNullable<MessageLinesQuery['sinliMessage']>['decoded']>['lines']
export type Line = Lines['edges'][number]['node']

const PAGE_SIZE = 50
const MAX_PAGE_SIZE = 200
const REFETCH_INTERVAL_MS = 15_000
const WAITING_REFETCH_INTERVAL_MS = 2_000

/** Messages that match the filter, newest first, page by page. */
export const messagesQuery = (filter: SinliMessageFilter) =>
  paginatedQuery<MessageRow>(
    ['messages', filter],
    async (after, signal) =>
      (await requestGraphQL(MessagesDocument, { filter, first: PAGE_SIZE, after }, signal)).sinliMessages,
  )

/** Number of failed messages that match the filter. If the filter is null, no request is sent. */
export const useFailedCount = (filter: SinliMessageFilter | null) =>
  useQuery({
    queryKey: ['messages', 'failed', filter],
    queryFn: async ({ signal }) => {
      const failed = { ...filter, status: 'FAILED' as const }
      return (await requestGraphQL(MessageIdsDocument, { filter: failed, first: 1 }, signal)).sinliMessages.totalCount
    },
    enabled: filter !== null,
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_INTERVAL_MS,
    meta: { follows: 'panel' },
  }).data

/** Numbers of failed attempts in a period, by code, the most frequent first. */
export const failureCountsQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['messages', 'failures', from, to],
    queryFn: async ({ signal }) =>
      (await requestGraphQL(FailureCountsDocument, { from, to }, signal)).sinliFailureCounts,
  })

/** Ids of the newest messages that match, at most `maxCount`. */
export async function readMessageIds(filter: SinliMessageFilter, maxCount: number): Promise<string[]> {
  const ids: string[] = []
  let after: string | null = null
  do {
    const first = Math.min(MAX_PAGE_SIZE, maxCount - ids.length)
    const page: Connection<{ id: string }> = (await requestGraphQL(MessageIdsDocument, { filter, first, after }))
      .sinliMessages
    ids.push(...page.edges.map(({ node }) => node.id))
    after = page.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? null) : null
  } while (after !== null && ids.length < maxCount)
  return ids
}

/** The messages with these ids, by id; messages that are not loaded yet are missing. */
export function useMessagesById(ids: readonly string[]): ReadonlyMap<string, MessageRow> {
  const chunks = Array.from({ length: Math.ceil(ids.length / MAX_PAGE_SIZE) }, (_, index) =>
    ids.slice(index * MAX_PAGE_SIZE, (index + 1) * MAX_PAGE_SIZE),
  )
  return useQueries({
    queries: chunks.map((chunk) => ({
      queryKey: ['messages', 'of', chunk],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await requestGraphQL(MessagesDocument, { filter: { ids: chunk }, first: MAX_PAGE_SIZE }, signal))
          .sinliMessages,
    })),
    combine: (results) =>
      new Map(results.flatMap(({ data }) => data?.edges.map(({ node }) => [node.id, node] as const) ?? [])),
  })
}

/** Number of messages in each status, and of those that arrived since `today`. */
export const useMessageCounts = (today: string) =>
  useQuery({
    queryKey: ['messages', 'counts', today],
    queryFn: ({ signal }) => requestGraphQL(MessageCountsDocument, { today }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_INTERVAL_MS,
    meta: { follows: 'panel' },
  }).data

/** Libraries to choose from. */
export const useSinliLibraries = () =>
  useQuery({
    queryKey: ['libraries', 'sinli'],
    queryFn: async ({ signal }) =>
      (await requestGraphQL(SinliLibrariesDocument, {}, signal)).libraries.edges.map(({ node }) => node),
    staleTime: Infinity,
  }).data ?? []

const messageQuery = (id: string) =>
  queryOptions({
    queryKey: ['message', id],
    queryFn: async ({ signal }) => (await requestGraphQL(MessageDocument, { id }, signal)).sinliMessage ?? null,
    refetchInterval: ({ state: { data } }) =>
      data && isWaiting(data) ? WAITING_REFETCH_INTERVAL_MS : REFETCH_INTERVAL_MS,
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
    queryFn: async ({ signal }) =>
      (await requestGraphQL(MessageTextDocument, { id }, signal)).sinliMessage?.text ?? null,
    staleTime: Infinity,
  })

const emptyLines: Connection<Line> = { edges: [], pageInfo: { hasNextPage: false }, totalCount: 0 }

/** Detail lines of a message's document, page by page. */
export const linesQuery = (id: string, documentId: string) =>
  paginatedQuery<Line>(['message', id, 'lines', documentId], async (after, signal) => {
    const { sinliMessage } = await requestGraphQL(MessageLinesDocument, { id, first: PAGE_SIZE, after }, signal)
    return sinliMessage?.decoded?.lines ?? emptyLines
  })
