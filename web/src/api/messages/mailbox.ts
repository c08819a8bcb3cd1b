import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MailboxDocument, type MailboxQuery } from '../../generated/graphql.ts'
import { requestGraphQL } from '../client/request.ts'

export type Mailbox = NonNullable<MailboxQuery['sinliMailbox']>

const REFETCH_INTERVAL_MS = 10_000
const BACKLOG_REFETCH_INTERVAL_MS = 2_000

/** The mailbox that SINLI messages are read from; null if none is configured, undefined until it is known. */
export const useMailbox = () =>
  useQuery({
    queryKey: ['mailbox'],
    queryFn: async ({ signal }) => (await requestGraphQL(MailboxDocument, {}, signal)).sinliMailbox ?? null,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data && data.backlog > 0 ? BACKLOG_REFETCH_INTERVAL_MS : REFETCH_INTERVAL_MS,
    meta: { follows: 'panel' },
  }).data
