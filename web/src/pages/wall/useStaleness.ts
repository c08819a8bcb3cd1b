import { type ConnectionState, useConnectionState } from '../../api/client/connectionState.ts'
import { localize } from '../../i18n.ts'
import { formatTime } from '../../format/formatTime.ts'
import { useNow } from '../../ui/useNow.ts'

/** A warning about stale data: a short title, and its consequence. */
export type Staleness = { tone: 'lost' | 'shaky'; title: string; detail: string }

const text = localize(
  {
    lost: 'Sin conexión',
    reconnecting: 'Reconectando',
    since: (time: string) => `Lo que se ve es lo último que se supo, a las ${time}.`,
    never: 'Todavía no se han recibido datos.',
  },
  {
    lost: 'No connection',
    reconnecting: 'Reconnecting',
    since: (time) => `Last data received at ${time}.`,
    never: 'No data received yet.',
  },
)

/** The reason why the data on screen may be stale; null if it is live. */
export function useStaleness(): Staleness | null {
  const connection = useConnectionState()
  const now = useNow()
  if (connection.status === 'silent') return { tone: 'lost', title: text.lost, detail: lastKnownText(connection, now) }
  if (connection.status !== 'reconnecting') return null
  return { tone: 'shaky', title: text.reconnecting, detail: lastKnownText(connection, now) }
}

const lastKnownText = ({ since }: ConnectionState, now: Date) =>
  since ? text.since(formatTime(since, now)) : text.never
