import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  MarkNotificationsSeenDocument,
  NotificationsDocument,
  type OpenIncidentFragment,
  type PanelFragment,
  type Severity,
} from '../../generated/graphql.ts'
import { markServerSeen, useConnectionState } from '../client/connectionState.ts'
import { keepNewerRevision, pickNewerRevision } from '../client/keepNewerRevision.ts'
import { requestGraphQL } from '../client/request.ts'

export type Panel = PanelFragment
export type Category = Panel['categories'][number]
export type OpenIncident = OpenIncidentFragment

/** The notification panel. Requested once; the subscription then keeps it current. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: async ({ signal }): Promise<Panel> => {
    const { notifications } = await requestGraphQL(NotificationsDocument, {}, signal)
    markServerSeen()
    return notifications
  },
  staleTime: Infinity,
  ...keepNewerRevision,
})

/** The current panel, polled while the socket is down, in hidden tabs too. */
export function useNotifications() {
  const { pollIntervalMs } = useConnectionState()
  return useQuery({ ...notificationsQuery, refetchInterval: pollIntervalMs, refetchIntervalInBackground: true })
}

/** All open incidents: failing before degraded, then oldest first. */
export const bySeverityAndAge = ({ categories }: Panel): OpenIncident[] =>
  categories
    .flatMap(({ incidents }) => incidents)
    .sort((a, b) => ranks[a.severity] - ranks[b.severity] || Date.parse(a.openedAt) - Date.parse(b.openedAt))

const ranks: Record<Severity, number> = { FALLANDO: 0, DEGRADADO: 1 }

/** Sets this operator's profile badge to 0. */
export function useMarkSeen() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => requestGraphQL(MarkNotificationsSeenDocument, {}),
    onSuccess: ({ markNotificationsSeen: panel }) => {
      queryClient.setQueryData(notificationsQuery.queryKey, (cached) => pickNewerRevision(cached, panel))
    },
  })
}
