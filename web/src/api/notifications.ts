import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  MarkNotificationsSeenDocument,
  NotificationsDocument,
  type OpenIncidentFragment,
  type PanelFragment,
} from '../generated/graphql.ts'
import { heardFromServer, useConnection } from './connection.ts'
import { keepNewest, newest } from './newest.ts'
import { ask } from './request.ts'

export type Panel = PanelFragment
export type Category = Panel['categories'][number]
export type OpenIncident = OpenIncidentFragment

/** The notification panel. Requested once; the subscription then keeps it current. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: async ({ signal }): Promise<Panel> => {
    const { notifications } = await ask(NotificationsDocument, {}, signal)
    heardFromServer()
    return notifications
  },
  staleTime: Infinity,
  ...keepNewest,
})

/** The current panel, polled while the socket is down, in hidden tabs too. */
export function useNotifications() {
  const { pollEvery } = useConnection()
  return useQuery({ ...notificationsQuery, refetchInterval: pollEvery, refetchIntervalInBackground: true })
}

/** All open incidents: failing before degraded, then oldest first. */
export const worstAndLongest = ({ categories }: Panel): OpenIncident[] =>
  categories
    .flatMap(({ incidents }) => incidents)
    .sort((one, other) => rank(one) - rank(other) || Date.parse(one.openedAt) - Date.parse(other.openedAt))

const rank = ({ severity }: OpenIncident) => Number(severity !== 'FALLANDO')

/** Sets this operator's profile badge to 0. */
export function useMarkSeen() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => ask(MarkNotificationsSeenDocument, {}),
    onSuccess: ({ markNotificationsSeen: panel }) => {
      client.setQueryData(notificationsQuery.queryKey, (known) => newest(known, panel))
    },
  })
}
