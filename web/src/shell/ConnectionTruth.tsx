import { type Connection, useConnection } from '../api/connection.ts'
import { words } from '../language.ts'
import { showTime } from '../ui/times.ts'
import { useNow } from '../ui/useNow.ts'
import classes from './ConnectionTruth.module.css'

const text = words(
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
export function ConnectionTruth() {
  const connection = useConnection()
  const now = useNow()
  return (
    <span className={classes.truth} data-truth={connection.truth} role="status" aria-label={text.label}>
      {inWords(connection, now)}
    </span>
  )
}

function inWords({ truth, since }: Connection, now: Date): string {
  return truth === 'silent' && since ? text.silentSince(showTime(since, now)) : text[truth]
}
