import { type ConnectionState, useConnectionState } from '../../api/client/connectionState.ts'
import { localize } from '../../i18n.ts'
import { formatTime } from '../../format/formatTime.ts'
import { useNow } from '../../ui/useNow.ts'
import classes from './ConnectionStatus.module.css'

const text = localize(
  {
    label: 'Conexión',
    live: 'en vivo',
    connecting: 'conectando',
    reconnecting: 'reconectando',
    silent: 'sin datos',
    silentSince: (time: string) => `sin datos desde ${time}`,
  },
  {
    label: 'Connection',
    live: 'live',
    connecting: 'connecting',
    reconnecting: 'reconnecting',
    silent: 'no data',
    silentSince: (time) => `no data since ${time}`,
  },
)

/** Always-visible status of the connection to the server. */
export function ConnectionStatus() {
  const connection = useConnectionState()
  const now = useNow()
  return (
    <span className={classes.status} data-connection={connection.status} role="status" aria-label={text.label}>
      {statusText(connection, now)}
    </span>
  )
}

function statusText({ status, since }: ConnectionState, now: Date): string {
  return status === 'silent' && since ? text.silentSince(formatTime(since, now)) : text[status]
}
